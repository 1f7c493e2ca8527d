/** Small domain models, made by hand for tests: only what this target looks at. */

import type { Cardinality, DomainClass, DomainModel, Field, FieldType, GeneratedValue, ScalarKind } from '../../model/index.ts';

interface FieldSpec {
  readonly type?: ScalarKind | { readonly to: string };
  readonly cardinality?: Cardinality;
  readonly generated?: GeneratedValue;
  readonly unique?: boolean;
  readonly doc?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ClassSpec {
  readonly plural?: string;
  readonly doc?: string;
  readonly parents?: readonly string[];
  readonly fields?: Readonly<Record<string, FieldSpec>>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A model of classes by slug; each without parents has an `id`. */
export function modelFrom(specs: Readonly<Record<string, ClassSpec>>, name = 'sample'): DomainModel {
  const classes = new Map<string, Mutable<DomainClass>>();
  const classOf = (slug: string): DomainClass => {
    const cls = classes.get(slug);
    if (!cls) throw new Error(`no class ${slug}`);
    return cls;
  };
  for (const [slug, { plural, doc }] of Object.entries(specs)) {
    classes.set(slug, {
      name: slug,
      slug,
      plural: plural ?? `${slug}s`,
      iri: `http://example.org/${slug}`,
      deprecated: false,
      parents: [],
      ancestors: [],
      children: [],
      fields: [],
      allFields: [],
      relations: [],
      allRelations: [],
      ...(doc !== undefined && { doc }),
    });
  }
  for (const [slug, spec] of Object.entries(specs)) {
    const cls = classOf(slug) as Mutable<DomainClass>;
    cls.parents = (spec.parents ?? []).map(classOf);
    const fields = Object.entries(spec.fields ?? {}).map(([field, rest]): Field => {
      const { type = 'string', minimum, maximum, ...others } = rest;
      const fieldType: FieldType =
        typeof type === 'string'
          ? {
              kind: 'scalar',
              scalar: type,
              ...(minimum !== undefined && { minimum }),
              ...(maximum !== undefined && { maximum }),
            }
          : { kind: 'reference', target: classOf(type.to) };
      return { name: field, cardinality: 'one', unique: false, deprecated: false, ...others, owner: cls, type: fieldType };
    });
    const id: Field = {
      name: 'id',
      type: { kind: 'id' },
      cardinality: 'one',
      generated: 'uuid',
      unique: true,
      deprecated: false,
      owner: cls,
    };
    cls.fields = cls.parents.length > 0 ? fields : [id, ...fields];
  }
  return { name, source: `${name}.ttl`, deprecated: false, classes: [...classes.values()] };
}
