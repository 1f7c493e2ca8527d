import { buildSchema, coerceInputValue, type GraphQLInputObjectType, isInputObjectType } from 'graphql';
import type { DomainClass, Field, Role } from '../../../src/model/index.ts';
import { valueNames } from '../../../src/targets/graphql-schema/names.ts';
import type { Document } from '../documents.ts';
import type { Answer, Layer } from './layer.ts';

/**
 * Parses with `JSON.parse`, then coerces the variable to the create or update input with graphql-js. Custom scalars have no
 * code, because the schema comes from SDL. GraphQL never reads records, so the layer skips them.
 */
export const graphql: Layer = async (corpora, target) =>
  corpora.map(({ model, documents }) => {
    const schema = buildSchema(target.generate(model)[0]?.content ?? '');
    const names: Readonly<Partial<Record<Role, string>>> = { create: 'Create', update: 'Update' };
    return documents.map((document) => {
      const { role, class: cls } = document.variant;
      const type = role in names ? schema.getType(`${names[role]}${cls.name}Input`) : undefined;
      return document.form === undefined && isInputObjectType(type) ? answerOf(type, document) : undefined;
    });
  });

function answerOf(type: GraphQLInputObjectType, { variant: { class: cls }, text }: Document): Answer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: String(error) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'no object' };
  let fault: string | undefined;
  const coerced = coerceInputValue(renamed(cls, value, 'to names'), type, (path, _, error) => {
    fault ??= `${path.join('.')}: ${error.message}`;
  });
  if (fault !== undefined) return { fault };
  return { echo: JSON.stringify(renamed(cls, coerced as object, 'to values')) };
}

/** Replaces the values of enumerations by their names in the schema, or the names by the values. */
export function renamed(cls: DomainClass, object: object, way: 'to names' | 'to values'): object {
  const fields = new Map(cls.allFields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const names = namesIn(fields.get(key), way);
      const rename = (one: unknown) => names.get(one) ?? one;
      return [key, Array.isArray(value) ? value.map(rename) : rename(value)];
    }),
  );
}

function namesIn(field: Field | undefined, way: 'to names' | 'to values'): ReadonlyMap<unknown, string> {
  if (field?.type.kind !== 'enumeration') return new Map();
  const pairs = [...valueNames(field.type.enumeration)];
  return new Map(pairs.map(([{ value }, name]) => (way === 'to names' ? [value, name] : [name, value])));
}
