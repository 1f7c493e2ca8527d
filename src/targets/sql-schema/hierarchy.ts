/**
 * What tells the class of a row, where an instance is of one most specific class: each table of a hierarchy has a column for
 * it, and rows of one instance agree on it by foreign keys. So rows of classes that exclude each other cannot meet, at any
 * isolation level, and what a subclass says about an inherited column is a condition of the table that has it.
 */

import { type DomainClass, type DomainModel, type Field, isReference } from '../../model/index.ts';
import type { NameScope } from '../text/index.ts';
import { claim, identifier, literal } from './identifiers.ts';
import type { Layout } from './layout.ts';
import type { KindGuard, RowGuard } from './plan.ts';
import { declared, isListOfReferences } from './queries.ts';

/** The field that tells the class of an instance; undefined where nothing does. */
export function discriminatorOf(cls: DomainClass): Field | undefined {
  return cls.allFields.find((field) => field.discriminator);
}

/** The names of a class and of those below it. */
function kindsOf(cls: DomainClass): string[] {
  const type = discriminatorOf(cls)?.type;
  if (type?.kind !== 'enumeration') return [];
  return (type.only ?? type.enumeration.values).map(({ value }) => value);
}

/** Whether a row of a superclass is of a class, by its own column. */
export function isOfClass(cls: DomainClass, column: string): string {
  return isOneOf(kindsOf(cls), column, '=', 'IN');
}

/** Whether a row of a superclass is of none of a class's. */
export function isNotOfClass(cls: DomainClass, column: string): string {
  return isOneOf(kindsOf(cls), column, '<>', 'NOT IN');
}

function isOneOf(kinds: readonly string[], column: string, one: string, many: string): string {
  const names = kinds.map(literal);
  return names.length === 1 ? `${identifier(column)} ${one} ${names[0]}` : `${identifier(column)} ${many} (${names.join(', ')})`;
}

/** What a subclass says about a column of a superclass's table. */
export interface Narrowing {
  readonly class: DomainClass;
  /** The field as the subclass has it. */
  readonly field: Field;
}

/** What subclasses say about the columns of a class's table, where a column tells which rows are theirs. */
export function narrowings(model: DomainModel): ReadonlyMap<DomainClass, readonly Narrowing[]> {
  const found = new Map<DomainClass, Narrowing[]>();
  for (const cls of model.classes) {
    // Most classes say nothing about inherited columns.
    if (cls.refinements.length === 0 || !discriminatorOf(cls)) continue;
    for (const field of cls.refinements) {
      if (field.discriminator || isListOfReferences(field)) continue;
      const { owner } = declared(field);
      const known = found.get(owner);
      if (known) known.push({ class: cls, field });
      else found.set(owner, [{ class: cls, field }]);
    }
  }
  return found;
}

/** Whether a subclass narrows where a reference leads to. */
export function narrowsTarget(field: Field): boolean {
  const { refines } = field;
  return isReference(field) && refines !== undefined && isReference(refines) && refines.type.target !== field.type.target;
}

/** The most general superclasses of a class, or the class itself. */
export function rootsOf(cls: DomainClass): readonly DomainClass[] {
  return cls.parents.length === 0 ? [cls] : cls.ancestors.filter(({ parents }) => parents.length === 0);
}

/** The checks that the rows of an instance are all there, at the end of a transaction. */
export function planRows(
  classes: readonly DomainClass[],
  layout: Layout,
  functionNames: NameScope,
): { readonly kinds: readonly KindGuard[]; readonly rows: readonly RowGuard[] } {
  const below = new Map<DomainClass, { kind: string; table: string }[]>();
  const rows: RowGuard[] = [];
  for (const cls of classes) {
    // No row names an abstract class.
    if (cls.parents.length === 0 || !discriminatorOf(cls) || cls.abstract) continue;
    const table = layout.tableOf(cls);
    const roots = rootsOf(cls);
    rows.push({
      trigger: claim(layout.constraintsOf(table), `keep_${table}`),
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
    const name = claim(functionNames, `check_${table}_${layout.kindOf(root)}`);
    return { function: name, trigger: claim(layout.constraintsOf(table), name), table, column: layout.kindOf(root), tables };
  });
  return { kinds, rows };
}
