/** Prints related classes: a record with its related objects, such as `PostWithRelations`, which has the field `author: "Person"`. */

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
 * Modules of related classes need each other, so they are imported for type checkers only; `__init__.py` rebuilds the classes when
 * all names are known.
 */
export function printRelatedClass(
  cls: DomainClass,
  packageTypes: PackageTypes,
  preamble: Preamble,
  forTypeCheckers: Preamble,
): Lines {
  if (cls.relationsName === undefined) return undefined;
  const recordName = className(cls.name);
  const parents = cls.relationsBases.flatMap(({ slug, relationsName }) =>
    relationsName === undefined ? [] : [preamble.importFromPackage(moduleName(slug), className(relationsName))],
  );
  const printOne = (relation: Relation, indentation: string): Lines => {
    const { target } = relation;
    // A relation that is always empty has no type.
    const isNone = relation.field.absent === true && !relation.many;
    const type = packageTypes.relatedTypeOf(target);
    // The records of the class and its superclasses, but not their related classes.
    const isInScope = (target === cls || cls.bases.includes(target)) && type.name === className(target.name);
    // A forward reference: the type is imported for type checkers only.
    const isForward = !isNone && !isInScope;
    const name = isForward ? forTypeCheckers.importFromPackage(type.module, type.name, type.forwardName) : type.name;
    const lines = printRelation(relation, name, isForward, indentation, preamble);
    const ownField = cls.allFields.find((field) => field.name === relation.field.name);
    // Only a relation that this class stores belongs to a field.
    if (relation.holder === 'target' || ownField === undefined) return lines;
    return marked({ element: { kind: 'field', class: cls, field: ownField } }, lines);
  };
  const relations = ownRelations(cls);
  const element = { kind: 'class', class: cls } as const;
  const config = printConfig(relations, relationsExtraOf(cls), preamble);
  return marked({ element }, [
    classHeader(className(cls.relationsName), [recordName, ...parents]),
    classBody(
      withIncluded(cls.name, declaredRelations(cls)),
      config,
      printMembers(relations, (relation) => relation.many && narrows(cls, relation), printOne, preamble),
    ),
  ]);
}

/** Returns the relations that the related class adds or narrows. */
export function ownRelations(cls: DomainClass): readonly Relation[] {
  return declaredRelations(cls).filter((relation) => relation.source === cls || narrows(cls, relation));
}

/**
 * Checks whether a relation of a class differs from that of any superclass. Python uses the field of the first one (MRO), even if
 * only another one narrows it.
 */
function narrows(cls: DomainClass, relation: Relation): boolean {
  if (relation.source === cls || relation.field.refines === undefined) return false;
  return cls.parents.some((parent) =>
    parent.allRelations.some((inherited) => inherited.name === relation.name && inherited !== relation),
  );
}

function printRelation(relation: Relation, related: string, isForward: boolean, indentation: string, preamble: Preamble): Lines {
  const print = (annotation: Annotation, ...args: readonly Argument[]): Lines => {
    const value = memberValue(relation, args, preamble);
    return indent(assignment(attributeName(relation.name), annotation, value, lineWidth - indentation.length), indentation);
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
