import { type DomainClass, type Field, type FieldDemands, type Member, type Role, variantOf } from '../../model/index.ts';
import { isPlain } from '../core/index.ts';
import type { Mark } from '../target.ts';
import { areMarksNoted, type Lines, marked } from '../text/index.ts';
import { rustKind, valuePiece } from './kinds.ts';
import { identifiersOf } from './names.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { fieldType } from './types.ts';
import type { Validation } from './validation.ts';

/** A member of a class in a role, as Rust holds it. */
export interface Held {
  readonly field: Field;
  readonly identifier: string;
  /** What the class itself holds. */
  readonly type: string;
  /** Whether it is an option of that, because it may be left out: what is supplied, or stays. */
  readonly isWrapped: boolean;
  /** What is demanded of it, if there is code for some of that. */
  readonly demands: FieldDemands | undefined;
  /** What a table of members says of it: its names in Rust and in JSON. */
  readonly entry: string;
  /** What JSON asks of its values beyond their type in Rust. */
  readonly form: Form | undefined;
  /** What lines on it are about, where somebody asks. */
  readonly mark: Mark | undefined;
}

/** What JSON asks of the values of a kind. */
export interface Form {
  /** Whether they are texts there, though they are numbers. */
  readonly isText: boolean;
  /** Which texts they are: a constant of the helpers. */
  readonly constant: string | undefined;
}

/** Whether a member may be left out without being empty by that. */
export function isWrapped({ absent }: Member): boolean {
  return absent === 'supplied' || absent === 'stays';
}

/** The fields of a class, as its struct holds them: what all of its types have in common. */
export function fieldsOf(cls: DomainClass, scope: Scope, { ledger, validation }: Run): readonly Held[] {
  const nameOf = identifiersOf(cls);
  const areNoted = areMarksNoted(cls);
  return cls.allFields.map((field) => {
    const identifier = nameOf(field.name);
    return {
      field,
      identifier,
      type: fieldType(field, scope),
      isWrapped: false,
      demands: demandsWithCode(cls, field, ledger),
      entry: entryOf(identifier, field.name),
      form: formOf(field, validation),
      mark: areNoted ? { element: { kind: 'field', class: cls, field } } : undefined,
    };
  });
}

/** What is demanded of a field, if there is code for some of that. There is none for its kind: the type sees to that, and how it is read. */
function demandsWithCode(cls: DomainClass, field: Field, ledger: Run['ledger']): FieldDemands | undefined {
  if (isPlain(field) && !field.irreflexive) return undefined;
  const demands = ledger.demandsToPrint(cls, field);
  return ledger.arePrinted(demands.whole) || ledger.arePrinted(demands.each) ? demands : undefined;
}

/** A member in a table of them: what Rust calls it, and JSON. */
export function entryOf(identifier: string, name: string): string {
  return `        ${identifier}: "${name}",`;
}

/** What JSON asks of the values of a field; says that they are read. */
function formOf({ type }: Field, validation: Validation): Form | undefined {
  switch (type.kind) {
    case 'id':
    case 'reference':
      validation.needs('Value for Uuid');
      return undefined;
    case 'scalar': {
      validation.needs(valuePiece(type.scalar));
      const { writesText: isText = false, check } = rustKind(type.scalar);
      const constant = check?.constant;
      return isText || constant !== undefined ? { isText, constant } : undefined;
    }
    case 'enumeration':
    case 'union':
      // They see to their own.
      return undefined;
    default:
      return type satisfies never;
  }
}

/** Lines on a member. */
export function about({ mark }: Held, lines: Lines): Lines {
  return mark === undefined ? lines : marked(mark, lines);
}

/**
 * The members of a class in a role.
 *
 * @param fields those of the class
 */
export function heldBy(cls: DomainClass, role: Role, fields: readonly Held[]): readonly Held[] {
  let at = 0;
  // Members are in the order of the fields.
  return variantOf(cls, role).members.map((member) => {
    while (fields[at]?.field !== member.field) at++;
    const own = fields[at] as Held;
    return isWrapped(member) ? wrapped(own) : own;
  });
}

function wrapped({ field, identifier, type, demands, entry, form, mark }: Held): Held {
  return { field, identifier, type, isWrapped: true, demands, entry, form, mark };
}

/** The type of a member. */
export function heldType({ type, isWrapped }: Held, scope: Scope): string {
  return isWrapped ? `${scope.std('Option')}<${type}>` : type;
}

/** What of the demands of an object stands in the shape of its record, as expressions. */
export interface Shaping {
  readonly choices: string[];
  readonly totals: string[];
}

export function newShaping(): Shaping {
  return { choices: [], totals: [] };
}
