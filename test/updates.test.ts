import { buildSchema, type GraphQLSchema, isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type DomainModel, typeNames, variantOf } from '../src/model/index.ts';
import { graphqlSchema } from '../src/targets/graphql-schema/index.ts';
import { openapiSpec } from '../src/targets/openapi-spec/index.ts';
import { modelOf } from './support/ontologies.ts';

interface Document {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: object; readonly additionalProperties?: boolean }>>;
  };
}

const names = ['blog-evolved', 'constraints', 'torture', 'foaf', 'prov', 'org', 'sosa', 'time', 'vcard'];

/** What a change of each class may hold in REST, and in GraphQL; undefined where there is no such body. */
function changes(model: DomainModel): { readonly rest: unknown[]; readonly graphql: unknown[] } {
  const document: Document = parse(openapiSpec.generate(model)[0]?.content ?? '', { maxAliasCount: 0 });
  const schema: GraphQLSchema = buildSchema(graphqlSchema.generate(model)[0]?.content ?? '');
  const types = typeNames(model);
  const rest = model.classes.map((cls) => {
    const update = document.components.schemas[types.of(cls).update];
    if (update !== undefined) expect(update.additionalProperties, cls.name).toBe(false);
    return [cls.name, update && Object.keys(update.properties ?? {})];
  });
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const graphql = model.classes.map((cls) => {
    const input = mutations[`update${cls.name}`]?.args
      .find(({ name }) => name === 'input')
      ?.type.toString()
      .replace('!', '');
    const type = input === undefined ? undefined : schema.getType(input);
    return [cls.name, isInputObjectType(type) ? Object.keys(type.getFields()) : undefined];
  });
  return { rest, graphql };
}

test.each(names)('%s: REST and GraphQL change what the model says may change', async (name) => {
  const model = await modelOf(name);
  const expected = model.classes.map((cls) => {
    const members = variantOf(cls, 'update').members.map(({ field }) => field.name);
    return [cls.name, members.length === 0 ? undefined : members];
  });
  const { rest, graphql } = changes(model);
  expect(rest).toEqual(expected);
  expect(graphql).toEqual(expected);
});
