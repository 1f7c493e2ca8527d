/** Compares the schema that a service serves with the generated one. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildClientSchema,
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';

/** The part of a definition that schemas are compared by, besides its type. */
interface Element {
  readonly description?: unknown;
  readonly deprecationReason?: unknown;
}

/** Returns the differences between the generated and the served schema, except those that async-graphql causes. */
export async function schemaChangesOf(folder: string, address: string): Promise<readonly string[]> {
  const query = getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data, errors } = (await response.json()) as { readonly data: IntrospectionQuery; readonly errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  const served = buildClientSchema(data);
  const generated = buildSchema(generatedSchema(folder));
  const isForced = (change: { readonly type: string; readonly description: string }) =>
    REASONS.some((isReason) => isReason(change, generated));
  const pairs = [[served, generated] as const, [generated, served] as const];
  const changes = pairs.flatMap(([from, to]) => [...findBreakingChanges(from, to), ...findDangerousChanges(from, to)]);
  return [
    ...changes.filter((change) => !isForced(change)).map(({ description }) => description),
    ...textChanges(textsOf(generated), textsOf(served)),
  ];
}

export const generatedSchema = (folder: string): string => readFileSync(path.join(folder, 'schema/schema.graphql'), 'utf8');

type Reason = (change: { readonly type: string; readonly description: string }, generated: GraphQLSchema) => boolean;

/** The differences that async-graphql causes. */
const REASONS: readonly Reason[] = [
  // It serves its own directives. `@constraint` and `@iri` stand at places that introspection does not show.
  ({ type }) => type.startsWith('DIRECTIVE'),
  // Only directives use this scalar of GraphQL.
  ({ description }) => description.startsWith('Standard scalar '),
  // Introspection has no interfaces of interfaces.
  ({ description }, generated) => {
    const [, one, other] = /^(\w+) no longer implements|implemented by (\w+)\.$/.exec(description) ?? [];
    return isInterfaceType(generated.getType(one ?? other ?? ''));
  },
  // It rejects a field whose type is narrower than that of an interface, so the service has the type of the interface.
  ({ description }, generated) => {
    const [, type, field, from, to] = /^(\w+)\.(\w+) changed type from (\S+) to (\S+)\.$/.exec(description) ?? [];
    const found = generated.getType(type ?? '');
    const all = isObjectType(found) || isInterfaceType(found) ? found.getInterfaces() : [];
    return all.some((one) => [from, to].includes(String(one.getFields()[field ?? '']?.type)));
  },
];

/** Returns the texts of all elements of a schema by their paths: descriptions, deprecations, and documents of scalars. */
function textsOf(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (place: string, { description, deprecationReason }: Element, more: object = {}) =>
    texts.set(
      place,
      JSON.stringify({ description: description ?? undefined, deprecationReason: deprecationReason ?? undefined, ...more }),
    );
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    add(type.name, type, isScalarType(type) ? { specifiedBy: type.specifiedByURL ?? undefined } : {});
    for (const member of membersOf(type)) {
      add(`${type.name}.${member.name}`, member);
      for (const argument of 'args' in member ? member.args : []) add(`${type.name}.${member.name}(${argument.name})`, argument);
    }
  }
  return texts;
}

function membersOf(type: GraphQLNamedType) {
  if (isEnumType(type)) return type.getValues();
  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];
}

function textChanges(generated: ReadonlyMap<string, string>, served: ReadonlyMap<string, string>): readonly string[] {
  const places = new Set([...generated.keys(), ...served.keys()]);
  return [...places].flatMap((place) => {
    const [expected, found] = [generated.get(place) ?? 'nothing', served.get(place) ?? 'nothing'];
    return expected === found ? [] : [`${place}: generated ${expected}, served ${found}`];
  });
}
