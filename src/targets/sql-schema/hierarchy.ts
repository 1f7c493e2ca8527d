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

/** Ensures that a row of the most general superclass has a row in the table of its class. */
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

/** Returns the names of a class and its subclasses; empty without a discriminator. */
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

function comparisonWith(kinds: readonly string[], column: string, one: string, many: string): string {
  const names = kinds.map(literal);
  return names.length === 1 ? `${identifier(column)} ${one} ${names[0]}` : `${identifier(column)} ${many} (${names.join(', ')})`;
}

/** Constraints of a subclass on a column of a superclass's table. */
export interface Narrowing {
  readonly class: DomainClass;
  /** The field as the subclass narrows it. */
  readonly field: Field;
}

/** Returns the constraints of subclasses with a discriminator on inherited columns, by the class that has the column. */
export function narrowings(model: DomainModel): ReadonlyMap<DomainClass, readonly Narrowing[]> {
  const byClass = new Map<DomainClass, Narrowing[]>();
  for (const cls of model.classes) {
    // Most classes narrow no inherited fields.
    if (cls.refinements.length === 0 || !discriminatorOf(cls)) continue;
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
): { readonly kinds: readonly KindGuard[]; readonly rows: readonly RowGuard[] } {
  const below = new Map<DomainClass, { kind: string; table: string }[]>();
  const rows: RowGuard[] = [];
  for (const cls of classes) {
    // No row has an abstract class in its discriminator column.
    if (cls.parents.length === 0 || !discriminatorOf(cls) || cls.abstract) continue;
    const table = layout.tableOf(cls);
    const roots = rootsOf(cls);
    rows.push({
      trigger: claimIdentifier(layout.constraintsOf(table), `keep_${table}`),
      table,
      column: layout.kindOf(cls),
      kind: cls.name,
      roots: roots.map((root) => layout.tableOf(root)),
    });
    for (const root of roots) {
      const known = below.get(root);
      if (known) known.push({ kind: cls.name, table });
      else below.set(root, [{ kind: cls.name, table }]);
    }
  }
  const kinds = [...below].map(([root, tables]): KindGuard => {
    const table = layout.tableOf(root);
    const name = claimIdentifier(functionNames, `check_${table}_${layout.kindOf(root)}`);
    return {
      function: name,
      trigger: claimIdentifier(layout.constraintsOf(table), name),
      table,
      column: layout.kindOf(root),
      tables,
    };
  });
  return { kinds, rows };
}
