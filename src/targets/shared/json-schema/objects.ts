/** Schemas of objects. */

import type { DomainClass } from '../../../model/index.ts';
import { Form, type Members, mapOfParts, type Shape, type Tree, type TreeMap } from '../../shared/tree/index.ts';
import { type Dialect, schemaRef } from './dialect.ts';

/** The keywords of an object schema. */
export interface ObjectSchema extends TreeMap {
  readonly type?: Tree | undefined;
  readonly required?: Tree | undefined;
  readonly properties?: Tree | undefined;
  readonly allOf?: Tree | undefined;
  readonly additionalProperties?: Tree | undefined;
  readonly unevaluatedProperties?: Tree | undefined;
}

/** Returns the schema of an object with these members and rules. */
export function objectSchema(
  required: readonly { readonly name: string }[],
  properties: readonly Members[],
  rules: readonly TreeMap[] = [],
): ObjectSchema {
  return {
    type: 'object',
    required: required.length > 0 ? required.map(({ name }) => name) : undefined,
    properties: properties.length > 0 ? mapOfParts(properties) : undefined,
    // Generators of clients read an `oneOf` next to `properties` as variants of the object and drop half of it.
    allOf: rules.length > 0 ? rules : undefined,
  };
}

/** Returns the object schema of a class that extends others. */
export function extendSchemas(cls: DomainClass, bases: readonly string[], own: ObjectSchema, dialect: Dialect): ObjectSchema {
  if (bases.length === 0) return cls.closed ? { ...own, additionalProperties: false } : own;
  const refs = bases.map((base) => schemaRef(base, dialect));
  const allOf = own.properties === undefined && own.allOf === undefined ? refs : [...refs, own];
  // `additionalProperties` does not know the properties of the extended schemas.
  return cls.closed ? { type: 'object', allOf, unevaluatedProperties: false } : { allOf };
}

/** The description of a class. */
interface ClassDescription {
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly iri?: string | undefined;
}

/** Adds description and example to an object schema. Members are listed, because spreading would copy them one by one. */
export function classSchema(
  { description, deprecated, iri }: ClassDescription,
  object: ObjectSchema,
  example?: TreeMap,
): TreeMap {
  const { type, required, properties, allOf, additionalProperties, unevaluatedProperties } = object;
  const examples = example && [example];
  if (!deprecated && (iri ?? unevaluatedProperties) === undefined) {
    if (type === undefined) return mapOfParts([extendingForm.of({ description, allOf, examples })]);
    if (allOf === undefined) {
      const form = additionalProperties === undefined ? plainForm : closedForm;
      return mapOfParts([form.of({ description, required, properties, examples })]);
    }
  }
  return {
    description,
    deprecated: deprecated || undefined,
    'x-iri': iri,
    type,
    required,
    properties,
    allOf,
    additionalProperties,
    unevaluatedProperties,
    examples,
  };
}

/** The varying parts of most class schemas. */
interface PlainSchema extends Pick<ObjectSchema, 'required' | 'properties'> {
  readonly description: string | undefined;
  readonly examples: readonly TreeMap[] | undefined;
}

/** The varying parts of schemas that extend others. */
type ExtendingSchema = Pick<PlainSchema, 'description' | 'examples'> & Pick<ObjectSchema, 'allOf'>;

const plain: Shape<PlainSchema> = {
  description: ({ description }) => description,
  type: 'object',
  required: ({ required }) => required,
  properties: ({ properties }) => properties,
};
const examples = (schema: Pick<PlainSchema, 'examples'>) => schema.examples;
const plainForm = new Form<PlainSchema>({ ...plain, examples });
const closedForm = new Form<PlainSchema>({ ...plain, additionalProperties: false, examples });
const extendingForm = new Form<ExtendingSchema>({
  description: ({ description }) => description,
  allOf: ({ allOf }) => allOf,
  examples,
});
