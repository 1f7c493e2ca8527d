/**
 * The schemas of responses that include related instances on request, such as `PostWithIncludes` for `GET
 * /posts/{id}?include=author`.
 */

import { type DomainClass, isResource, type Relation } from '../../../model/index.ts';
import type { TreeMap } from '../../shared/tree/index.ts';
import { articleOf, capitalized, words } from '../../text/index.ts';
import { schemaRef } from './dialect.ts';
import { type Context, fieldMembers, objectRules, readOnlyKeyword } from './fields.ts';
import { instanceLayout } from './layout.ts';
import { responseSchemaName } from './names.ts';
import { classAlternatives, exactClassRule, extendSchemas, objectSchema } from './objects.ts';

/** Returns the relations whose instances a response may include. */
export function includedRelations(cls: DomainClass): readonly Relation[] {
  return cls.allRelations.filter(({ target }) => isResource(target));
}

/** Yields the names of the schemas of a class with functions that create them; none if it has no such relations. */
export function* inclusionSchemas(cls: DomainClass, context: Context): Iterable<readonly [name: string, make: () => TreeMap]> {
  const { names, dialect } = context;
  if (includedRelations(cls).length === 0) return;
  const { itself, any } = names.including(cls);
  if (any === itself || !cls.abstract) yield [itself, () => inclusionSchema(cls, context)];
  if (any !== itself) yield [any, () => classAlternatives(cls, (each) => inclusionName(each, context), dialect)];
}

function inclusionName(cls: DomainClass, { names }: Context): string {
  return includedRelations(cls).length > 0 ? names.including(cls).itself : (names.of(cls).itself ?? cls.name);
}

/** Returns the schema of an instance of exactly this class with related instances. */
function inclusionSchema(cls: DomainClass, context: Context): TreeMap {
  const { names, dialect } = context;
  const { itself = cls.name } = names.of(cls);
  // The schema of a closed class cannot be extended; its members are repeated.
  const { bases, fields, owners } = cls.closed ? instanceLayout(cls, dialect) : { bases: [], fields: [], owners: [] };
  const related = includedRelations(cls).map(({ name, many, target }) => {
    const instance = schemaRef(responseSchemaName(target, names), dialect);
    return [name, many ? { type: 'array', items: instance } : instance] as const;
  });
  const object = objectSchema(
    fields.filter(({ cardinality }) => cardinality !== 'optional'),
    { ...fieldMembers(cls, fields, context, readOnlyKeyword), ...Object.fromEntries(related) },
    [...objectRules(owners, 'record', context), ...(cls.closed && itself !== cls.name ? [exactClassRule(cls)] : [])],
  );
  return {
    description: `${capitalized(articleOf(cls.slug))} ${words(cls.slug)} with the related instances that the request includes.`,
    ...extendSchemas(cls, cls.closed ? bases.map(({ name }) => name) : [itself], object, dialect),
  };
}
