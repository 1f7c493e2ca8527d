/** Term definitions of the members of instances (JSON-LD 1.1, section 9.15.1). */

import {
  type Cardinality,
  type DomainClass,
  declaredRelations,
  type Field,
  type FieldType,
  type Policies,
  type Relation,
} from '../../model/index.ts';
import { individualOf, isOfPlainText, isOfResources, propertyOf, rdfDatatype } from '../shared/rdf/index.ts';
import type { TreeMap } from '../shared/tree/index.ts';

/** A member of instances of a class: a field, or a relation that contains related objects. */
export interface Member {
  readonly name: string;
  readonly of: Field | Relation;
  /** Without terms that depend on the class of contained objects. */
  readonly definition: TreeMap;
  /** The class of the contained objects. */
  readonly target?: DomainClass;
}

/** Returns a function that lists the members of a class. Inherited members are created once for all classes. */
export function membersIn(policies: Policies): (cls: DomainClass) => readonly Member[] {
  const known = new Map<Field | Relation, Member | undefined>();
  const memberOf = (of: Field | Relation): Member | undefined => {
    if (!known.has(of)) known.set(of, 'owner' in of ? fieldMember(of, policies) : relationMember(of));
    return known.get(of);
  };
  return (cls) => [...cls.allFields, ...declaredRelations(cls)].flatMap((of) => memberOf(of) ?? []);
}

function fieldMember(field: Field, { language }: Policies): Member {
  return { name: field.name, of: field, definition: definitionOf(field, language) };
}

function definitionOf(field: Field, language: string): TreeMap {
  const path = propertyOf(field);
  if (!path) return { '@id': field.type.kind === 'id' ? '@id' : '@type' };
  return {
    [path.inverse ? '@reverse' : '@id']: path.iri,
    ...valueKeywords(field.type, language),
    ...containerOf(field.cardinality),
  };
}

function containerOf(cardinality: Cardinality): TreeMap {
  return cardinality === 'many' ? { '@container': '@set' } : {};
}

/** Returns the datatype of values. Values of a union have none in the term definition. */
function valueKeywords(type: FieldType, language: string): TreeMap {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return { '@type': '@id' };
    case 'scalar':
      if (isOfPlainText(type)) return { '@language': language };
      return { '@type': isOfResources(type) ? '@id' : rdfDatatype(type) };
    case 'enumeration': {
      const { enumeration } = type;
      const terms = enumeration.values.flatMap(({ value }) => {
        const iri = individualOf(enumeration, value);
        return iri === undefined ? [] : [[value, { '@id': iri }] as const];
      });
      if (terms.length < enumeration.values.length) return {};
      // The values are terms only within this member.
      return { '@type': '@vocab', '@context': Object.fromEntries(terms) };
    }
    case 'union':
      return {};
    default:
      return type satisfies never;
  }
}

/** Returns the member of a relation; undefined if no property names the relation. */
function relationMember(relation: Relation): Member | undefined {
  const { name, iri, many, target } = relation;
  if (iri === undefined) return undefined;
  return { name, of: relation, definition: { '@id': iri, '@type': '@id', ...containerOf(many ? 'many' : 'one') }, target };
}
