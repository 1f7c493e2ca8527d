import { buildSchema, type GraphQLSchema, isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type DomainModel, typeNames, variantOf } from '../src/model/index.ts';
import { graphqlSchema } from '../src/targets/graphql-schema/index.ts';
import { openapiSpec } from '../src/targets/openapi-spec/index.ts';
import { modelOf } from './support/ontologies.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: object;
  readonly additionalProperties?: boolean;
  readonly unevaluatedProperties?: boolean;
  readonly allOf?: readonly Schema[];
  readonly not?: { readonly required?: readonly string[] };
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const names = ['blog-evolved', 'constraints', 'torture', 'foaf', 'prov', 'org', 'sosa', 'time', 'vcard'];

/** Returns the members that a schema, or one that it extends, declares and does not forbid. */
function membersOf(schema: Schema, { components: { schemas } }: Document): readonly string[] {
  const known = new Set<string>();
  const refused = new Set<string>();
  const visit = ({ $ref, properties = {}, allOf = [], not }: Schema): void => {
    for (const name of Object.keys(properties)) known.add(name);
    // Two required names are alternatives that exclude each other.
    if (not?.required?.length === 1) for (const name of not.required) refused.add(name);
    allOf.forEach(visit);
    if ($ref !== undefined) visit(schemas[$ref.slice('#/components/schemas/'.length)] ?? {});
  };
  visit(schema);
  return [...known].filter((name) => !refused.has(name)).sort();
}

/** Returns the members of the update body of each class in REST and in GraphQL; undefined if there is no such body. */
function changes(model: DomainModel): { readonly rest: unknown[]; readonly graphql: unknown[] } {
  const document: Document = parse(openapiSpec.generate(model)[0]?.content ?? '', { maxAliasCount: 0 });
  const schema: GraphQLSchema = buildSchema(graphqlSchema.generate(model)[0]?.content ?? '');
  const types = typeNames(model);
  const rest = model.classes.map((cls) => {
    const update = document.components.schemas[types.of(cls).update];
    if (update !== undefined) expect(update.additionalProperties ?? update.unevaluatedProperties, cls.name).toBe(false);
    return [cls.name, update && membersOf(update, document)];
  });
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const graphql = model.classes.map((cls) => {
    const input = mutations[`update${cls.name}`]?.args
      .find(({ name }) => name === 'input')
      ?.type.toString()
      .replace('!', '');
    const type = input === undefined ? undefined : schema.getType(input);
    return [cls.name, isInputObjectType(type) ? Object.keys(type.getFields()).sort() : undefined];
  });
  return { rest, graphql };
}

test.each(names)('%s: updates in REST and GraphQL have the members that the model allows', async (name) => {
  const model = await modelOf(name);
  const expected = model.classes.map((cls) => {
    const members = variantOf(cls, 'update').members.map(({ field }) => field.name);
    members.sort();
    return [cls.name, members.length === 0 || cls.abstract ? undefined : members];
  });
  const { rest, graphql } = changes(model);
  expect(rest).toEqual(expected);
  expect(graphql).toEqual(expected);
});
