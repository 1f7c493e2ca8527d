/** Builds the schemas of objects: their members, the schemas that they extend, and the alternatives of a hierarchy. */

import { type DomainClass, discriminatorOf, withDescendants } from '../../../model/index.ts';
import { isEmpty, type Tree, type TreeMap } from '../../shared/tree/index.ts';
import { articleOf, capitalized, words } from '../../text/index.ts';
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

/** Returns the schema of an object with members and rules about several of them. */
export function objectSchema(
  required: readonly { readonly name: string }[],
  properties: TreeMap,
  rules: readonly TreeMap[] = [],
): ObjectSchema {
  return {
    type: 'object',
    required: required.length > 0 ? required.map(({ name }) => name) : undefined,
    properties: isEmpty(properties) ? undefined : properties,
    // Generators of clients read an `oneOf` next to `properties` as variants of the object and drop half of it.
    allOf: rules.length > 0 ? rules : undefined,
  };
}

/** Returns the object schema of a class that extends the schemas `bases`; a closed class rejects unknown members. */
export function extendSchemas(cls: DomainClass, bases: readonly string[], body: ObjectSchema, dialect: Dialect): ObjectSchema {
  if (bases.length === 0) return cls.closed ? { ...body, additionalProperties: false } : body;
  const refs = bases.map((base) => schemaRef(base, dialect));
  const allOf = body.properties === undefined && body.allOf === undefined ? refs : [...refs, body];
  // `additionalProperties` does not know the properties of the extended schemas.
  return cls.closed ? { type: 'object', allOf, unevaluatedProperties: false } : { allOf };
}

/** Returns the rule that an object belongs to exactly this class of a hierarchy: its discriminator has the name of the class. */
export function exactClassRule(cls: DomainClass): TreeMap {
  const kind = discriminatorOf(cls)?.name ?? '';
  return {
    type: 'object',
    required: [kind],
    properties: { [kind]: { type: 'string', enum: [cls.name], readOnly: true } },
  };
}

/** Returns the schema of an instance of the class or a subclass, distinguished by the discriminator. */
export function classAlternatives(cls: DomainClass, nameOf: (concrete: DomainClass) => string, dialect: Dialect): TreeMap {
  const concrete = withDescendants(cls).filter((each) => !each.abstract);
  const classes = concrete.map((each) => [each.name, schemaRef(nameOf(each), dialect)] as const);
  return {
    description: cls.abstract
      ? `An instance of a subclass of ${words(cls.slug)}.`
      : `${capitalized(articleOf(cls.slug))} ${words(cls.slug)} or an instance of a subclass.`,
    oneOf: classes.map(([, ref]) => ref),
    discriminator: dialect.hasDiscriminator
      ? {
          propertyName: discriminatorOf(cls)?.name,
          mapping: Object.fromEntries(classes.map(([name, { $ref }]) => [name, $ref])),
        }
      : undefined,
  };
}

/** The description of a class. */
interface ClassDescription {
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly iri?: string | undefined;
}

/** Adds description and example to an object schema. */
export function classSchema(
  { description, deprecated, iri }: ClassDescription,
  object: ObjectSchema,
  example?: TreeMap,
): TreeMap {
  return {
    description,
    deprecated: deprecated || undefined,
    'x-iri': iri,
    ...object,
    examples: example && [example],
  };
}
