import { buildSchema, coerceInputValue, type GraphQLInputObjectType, isInputObjectType } from 'graphql';
import type { DomainClass, Field } from '../../../src/model/index.ts';
import { valueNames } from '../../../src/targets/graphql-schema/names.ts';
import type { Document } from '../documents.ts';
import type { Answer, Layer } from './layer.ts';

/**
 * `JSON.parse`, then graphql-js coerces the variable to the input that creates. The custom scalars have no code but that of
 * SDL, which is none. The server gives the identity, so documents about it are not asked.
 */
export const graphql: Layer = async (corpora, target) =>
  corpora.map(({ model, documents }) => {
    const schema = buildSchema(target.generate(model)[0]?.content ?? '');
    return documents.map((document) => {
      const type = schema.getType(`Create${document.class.name}Input`);
      return isInputObjectType(type) && document.kind !== 'uuid' ? answerOf(type, document) : undefined;
    });
  });

function answerOf(type: GraphQLInputObjectType, { class: cls, text }: Document): Answer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: String(error) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'no object' };
  const { id, ...rest } = value as Record<string, unknown>;
  let fault: string | undefined;
  const coerced = coerceInputValue(renamed(cls, rest, 'to names'), type, (path, _, error) => {
    fault ??= `${path.join('.')}: ${error.message}`;
  });
  if (fault !== undefined) return { fault };
  return { echo: JSON.stringify({ id, ...renamed(cls, coerced as object, 'to values') }) };
}

/** An object in which the values of enumerations stand by their names in the schema, or again by themselves. */
function renamed(cls: DomainClass, object: object, way: 'to names' | 'to values'): object {
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
