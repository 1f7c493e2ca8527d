/** The inputs of a class, and the deletion of what refers to it. */

import {
  type Demand,
  type DemandKind,
  type DomainClass,
  demandsAmong,
  type Field,
  isMember,
  type Member,
  membersIn,
  type Role,
} from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { areMarksNoted } from '../text/index.ts';
import { type Argument, DIRECTIVE, type Piece, type Site } from './answers.ts';
import type { Names } from './names.ts';
import { type Member as Line, remark, WIDTH, withDirective } from './syntax.ts';
import { fieldMark, isOwn, type Notes, ownDoc, typeOf, valueType } from './types.ts';

/** The fields of a class's input in one role. What creates an instance documents the fields that may be changed, too. */
export function inputFields(
  cls: DomainClass,
  role: Extract<Role, 'create' | 'update'>,
  names: Names,
  notes: Notes,
  ledger: Ledger<Site, Piece>,
): readonly Line[] {
  if (cls.abstract) return [];
  return membersIn(cls, role).map((member) => {
    const { field } = member;
    const isKnown = role === 'update' && isMember(field, 'create');
    const doc = isKnown ? undefined : ownDoc(cls, field);
    return {
      doc: isOwn(cls, field) ? remark(doc, field, notes(field)) : undefined,
      lines: inputLines(cls, member, role, names, ledger),
      ...(areMarksNoted(cls) && { mark: fieldMark(cls, field) }),
    };
  });
}

type InputLines = Partial<Record<Role, readonly string[]>>;

/** The lines of fields that many classes inherit, by the names of a schema. */
const made = new WeakMap<Names, Map<Field, InputLines>>();

function inputLines(
  cls: DomainClass,
  member: Member,
  role: Extract<Role, 'create' | 'update'>,
  names: Names,
  ledger: Ledger<Site, Piece>,
): readonly string[] {
  const { field } = member;
  if (field.owner.children.length === 0) return newInputLines(cls, member, role, names, ledger);
  const all = made.get(names) ?? new Map<Field, InputLines>();
  made.set(names, all);
  const known = all.get(field) ?? {};
  all.set(field, known);
  known[role] ??= newInputLines(cls, member, role, names, ledger);
  return known[role];
}

function newInputLines(
  cls: DomainClass,
  member: Member,
  role: Extract<Role, 'create' | 'update'>,
  names: Names,
  ledger: Ledger<Site, Piece>,
): readonly string[] {
  const { field } = member;
  const { directive, initial } = pieces(cls, field, ledger);
  const value = initial !== undefined && role === 'create' ? ` = ${initial}` : member.absent === 'empty' ? ' = []' : '';
  const type = inputType(member, value !== '', names);
  return withDirective(`${field.name}: ${type}${value}`, directive, WIDTH - 2);
}

/** Whether a class has an input in a role: one without fields is invalid (section 3.10). */
export function hasInput(cls: DomainClass, role: Extract<Role, 'create' | 'update'>): boolean {
  return !cls.abstract && cls.allFields.some((field) => isMember(field, role));
}

/** What may be absent is nullable, unless there is a value that stands for its absence. */
function inputType({ field, absent, null: none }: Member, hasInitial: boolean, names: Names): string {
  const value = valueType(field, names);
  const isOpen = none === 'none' || (absent !== 'refused' && !hasInitial);
  if (field.cardinality === 'many') return isOpen ? `[${value}!]` : `[${value}!]!`;
  return typeOf(value, isOpen ? 'optional' : 'one');
}

/** The directive and the initial value that a field's demands come to. */
function pieces(cls: DomainClass, field: Field, ledger: Ledger<Site, Piece>): { directive?: string; initial?: string } {
  const { whole, each } = shownDemands(cls, field);
  if (whole.length === 0 && each.length === 0) return NONE;
  const all = ledger.printAll(inOrder([...each, ...whole]), undefined);
  const args = all.flatMap((piece) => ('argument' in piece ? [piece.argument] : []));
  const initial = all.find((piece) => 'initial' in piece)?.initial;
  const shown = args.map(([name, value]: readonly [Argument, string]) => `${name}: ${value}`).join(', ');
  return { ...(shown !== '' && { directive: `@${DIRECTIVE}(${shown})` }), ...(initial !== undefined && { initial }) };
}

/** The order of the directive's arguments. */
const ORDER: readonly DemandKind[] = ['min-length', 'max-length', 'pattern', 'minimum', 'maximum', 'min-items', 'max-items'];

/** Makes the demands that become arguments, and those that become initial values. */
const shownDemands = demandsAmong(new Set([...ORDER, 'default', 'generated', 'constant'] satisfies DemandKind[]));

const NONE = {};

function inOrder(demands: readonly Demand[]): readonly Demand[] {
  return [...demands].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** Whether a field of any class has the directive. */
export function needsDirective(classes: readonly DomainClass[], ledger: Ledger<Site, Piece>): boolean {
  return classes.some((cls) =>
    [...cls.fields, ...cls.refinements].some((field) => pieces(cls, field, ledger).directive !== undefined),
  );
}
