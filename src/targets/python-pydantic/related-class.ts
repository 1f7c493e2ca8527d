/** Prints the class of an instance with its related objects: `PostWithRelations`, which has the field `author: "Person"`. */

import { type DomainClass, declaredRelations, type Relation } from '../../model/index.ts';
import { indent, type Lines, marked, withIncluded } from '../text/index.ts';
import { type Annotation, type Argument, assignment } from './assignment.ts';
import { classHeader } from './expressions.ts';
import { emptyList, none } from './fields.ts';
import { lineWidth } from './literals.ts';
import { classBody, memberValue, printConfig, printMembers } from './members.ts';
import { attributeName, className, moduleName } from './names.ts';
import type { PackageTypes } from './package-types.ts';
import type { Preamble } from './preamble.ts';
import { relationsExtraOf } from './unknown-keys.ts';

/**
 * Prints the model with related objects. Modules of related classes need each other, so they are imported for type checkers
 * only; `__init__.py` rebuilds the models when all names are known.
 */
export function printRelationsClass(
  cls: DomainClass,
  packageTypes: PackageTypes,
  preamble: Preamble,
  forTypeCheckers: Preamble,
): Lines {
  if (cls.relationsName === undefined) return undefined;
  const recordName = className(cls.name);
  const parents = cls.relationsBases.flatMap(({ slug, relationsName }) =>
    relationsName === undefined ? [] : [preamble.fromPackage(moduleName(slug), className(relationsName))],
  );
  const printOne = (relation: Relation, margin: string): Lines => {
    const { target } = relation;
    // A relation that is always empty has no type.
    const isNone = relation.field.absent === true && !relation.many;
    // The class itself and its superclasses are defined or imported above.
    const type = packageTypes.relatedTypeOf(target);
    const isKnown = (target === cls || cls.bases.includes(target)) && type.name === className(target.name);
    // A forward reference: the type is imported for type checkers only.
    const isForward = !isNone && !isKnown;
    const name = isForward ? forTypeCheckers.fromPackage(type.module, type.name, type.forwardName) : type.name;
    const lines = printRelation(relation, name, isForward, margin, preamble);
    const ownField = cls.allFields.find((field) => field.name === relation.field.name);
    if (relation.holder === 'target' || ownField === undefined) return lines;
    return marked({ element: { kind: 'field', class: cls, field: ownField } }, lines);
  };
  const declared = declaredRelations(cls);
  const relations = declared.filter((relation) => isOwn(cls, relation));
  const element = { kind: 'class', class: cls } as const;
  const config = printConfig(relations, relationsExtraOf(cls), preamble);
  return marked({ element }, [
    classHeader(className(cls.relationsName), [recordName, ...parents]),
    classBody(
      withIncluded(cls.name, declared),
      config,
      printMembers(relations, (relation) => relation.many && isNarrowedBy(cls, relation), printOne, preamble),
    ),
  ]);
}

/** Returns the relations that the relationship model of a class adds or narrows. */
export function ownRelations(cls: DomainClass): readonly Relation[] {
  return declaredRelations(cls).filter((relation) => isOwn(cls, relation));
}

function isOwn(cls: DomainClass, relation: Relation): boolean {
  return relation.source === cls || isNarrowedBy(cls, relation);
}

/**
 * Checks whether a relation differs from that of any superclass. With several superclasses, Pydantic uses the field of the
 * first one, even if only another one narrows it.
 */
function isNarrowedBy(cls: DomainClass, relation: Relation): boolean {
  if (relation.source === cls || relation.field.refines === undefined) return false;
  return cls.parents.some((parent) =>
    parent.allRelations.some((inherited) => inherited.name === relation.name && inherited !== relation),
  );
}

/** @param margin indentation of its lines */
function printRelation(relation: Relation, related: string, isForward: boolean, margin: string, preamble: Preamble): Lines {
  const print = (annotation: Annotation, ...args: readonly Argument[]): Lines => {
    const value = memberValue(relation, args, preamble);
    return indent(assignment(attributeName(relation.name), annotation, value, lineWidth - margin.length), margin);
  };
  const { absent } = relation.field;
  if (relation.many) {
    const maxLength = absent ? [{ name: 'max_length', value: '0' }] : [];
    return print(
      isForward ? { form: 'name', text: `"list[${related}]"` } : { form: 'list', item: related },
      emptyList,
      ...maxLength,
    );
  }
  if (absent) return print({ form: 'name', text: 'None' }, none);
  if (relation.required) return print({ form: 'name', text: isForward ? `"${related}"` : related });
  const union = `${related} | None`;
  return print(isForward ? { form: 'name', text: `"${union}"` } : { form: 'union', text: union }, none);
}
