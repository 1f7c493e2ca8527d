/**
 * Discriminator columns of hierarchies in which each instance has one most specific class. Each table of a hierarchy has such
 * a column, and foreign keys make the rows of an instance agree on it. So an instance cannot have rows of disjoint classes, at
 * any isolation level, and a subclass's constraint on an inherited column is a CHECK of the table that has the column.
 */

import { type DomainClass, type DomainModel, discriminatorOf, type Field, isReference } from '../../model/index.ts';
import type { NameScope } from '../text/index.ts';
import { claimIdentifier, identifier, literal } from './identifiers.ts';
import type { Layout } from './layout.ts';
import { isListOfReferences, originalField } from './queries.ts';

/**
 * Ensures that a row of the most general superclass has a row in the table of its class: a row of `agents` with the `kind`
 * `Person` has a row with the same id in `people`.
 */
export interface KindGuard {
  readonly function: string;
  readonly trigger: string;
  /** The table of the most general superclass. */
  readonly table: string;
  /** Its discriminator column. */
  readonly column: string;
  /** Its subclasses with their tables. */
  readonly tables: readonly { readonly kind: string; readonly table: string }[];
}

/** Ensures that a row is not deleted while rows of the same instance remain in tables of superclasses. */
export interface RowGuard {
  readonly trigger: string;
  readonly table: string;
  readonly column: string;
  readonly kind: string;
  /** The tables of its most general superclasses. */
  readonly roots: readonly string[];
}

/** Returns the values of the discriminator for a class and its subclasses; none without a discriminator. */
function kindsOf(cls: DomainClass): string[] {
  const type = discriminatorOf(cls)?.type;
  if (type?.kind !== 'enumeration') return [];
  return (type.only ?? type.enumeration.values).map(({ value }) => value);
}

/** Returns the condition that a superclass row belongs to a class or its subclasses, by the discriminator column. */
export function kindCondition(cls: DomainClass, column: string): string {
  return comparisonWith(kindsOf(cls), column, '=', 'IN');
}

/** Returns the opposite of {@link kindCondition}. */
export function otherKindCondition(cls: DomainClass, column: string): string {
  return comparisonWith(kindsOf(cls), column, '<>', 'NOT IN');
}

function comparisonWith(kinds: readonly string[], column: string, operator: string, listOperator: string): string {
  const list = kinds.map(literal).join(', ');
  return kinds.length === 1 ? `${identifier(column)} ${operator} ${list}` : `${identifier(column)} ${listOperator} (${list})`;
}

/** A field that a subclass narrows; its column is in a superclass's table. */
export interface NarrowedField {
  readonly class: DomainClass;
  readonly field: Field;
}

/** Returns the narrowed fields of subclasses with a discriminator, by the class whose table has the column. */
export function narrowedFieldsByOwner(model: DomainModel): ReadonlyMap<DomainClass, readonly NarrowedField[]> {
  const byClass = new Map<DomainClass, NarrowedField[]>();
  for (const cls of model.classes.filter(discriminatorOf)) {
    for (const field of cls.refinements) {
      if (field.discriminator || isListOfReferences(field)) continue;
      const { owner } = originalField(field);
      const known = byClass.get(owner);
      if (known) known.push({ class: cls, field });
      else byClass.set(owner, [{ class: cls, field }]);
    }
  }
  return byClass;
}

/** Returns whether a subclass narrows the target class of a reference. */
export function narrowsTarget(field: Field): boolean {
  const { refines } = field;
  return isReference(field) && refines !== undefined && isReference(refines) && refines.type.target !== field.type.target;
}

/** Returns the most general superclasses of a class, or the class itself if it has no superclass. */
export function rootsOf(cls: DomainClass): readonly DomainClass[] {
  return cls.parents.length === 0 ? [cls] : cls.ancestors.filter(({ parents }) => parents.length === 0);
}

/** Plans the checks that each instance has all its rows at the end of a transaction. */
export function planRowGuards(
  classes: readonly DomainClass[],
  layout: Layout,
  functionNames: NameScope,
): { readonly kindGuards: readonly KindGuard[]; readonly rowGuards: readonly RowGuard[] } {
  const subclassTables = new Map<DomainClass, { kind: string; table: string }[]>();
  const rowGuards: RowGuard[] = [];
  for (const cls of classes) {
    // No row has an abstract class in its discriminator column.
    if (cls.parents.length === 0 || !discriminatorOf(cls) || cls.abstract) continue;
    const table = layout.tableOf(cls);
    const roots = rootsOf(cls);
    rowGuards.push({
      trigger: claimIdentifier(layout.constraintsOf(table), `keep_${table}`),
      table,
      column: layout.discriminatorColumnOf(cls),
      kind: cls.name,
      roots: roots.map((root) => layout.tableOf(root)),
    });
    for (const root of roots) {
      const known = subclassTables.get(root);
      if (known) known.push({ kind: cls.name, table });
      else subclassTables.set(root, [{ kind: cls.name, table }]);
    }
  }
  const kindGuards = [...subclassTables].map(([root, tables]): KindGuard => {
    const table = layout.tableOf(root);
    const name = claimIdentifier(functionNames, `check_${table}_${layout.discriminatorColumnOf(root)}`);
    return {
      function: name,
      trigger: claimIdentifier(layout.constraintsOf(table), name),
      table,
      column: layout.discriminatorColumnOf(root),
      tables,
    };
  });
  return { kindGuards, rowGuards };
}
