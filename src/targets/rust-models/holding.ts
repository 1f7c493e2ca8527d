import { type DomainClass, demandsOn, type Field, type FieldDemands, type Member, membersIn } from '../../model/index.ts';
import { isPlain } from '../core/index.ts';
import type { Mark } from '../target.ts';
import { areMarksNoted, type Lines, marked } from '../text/index.ts';
import type { Derives } from './derives.ts';
import { rustKind, valuePiece } from './kinds.ts';
import { isLong } from './layout.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { type Spelling, spellings } from './spelling.ts';
import { fieldType, scalarType } from './types.ts';
import type { Validation } from './validation.ts';

/** A member of a class in a role, as Rust holds it. */
export interface Held {
  readonly field: Field;
  readonly identifier: string;
  /** What its name becomes. */
  readonly spelling: Spelling;
  /** What the class itself holds. */
  readonly type: string;
  /** Whether it is an option of that, because it may be left out: what is supplied, or stays. */
  readonly isWrapped: boolean;
  /** What is demanded of it, if there is code for some of that. */
  readonly demands: FieldDemands | undefined;
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
function isWrapped({ absent }: Member): boolean {
  return absent === 'supplied' || absent === 'stays';
}

/** The members of a class: as its struct has them, and the bodies that create and change it. */
export interface Holding {
  /** All its fields, in their order. */
  readonly entity: readonly Held[];
  readonly create: readonly Held[];
  readonly update: readonly Held[];
  /** What the members of the bodies are there. */
  readonly written: { readonly create: readonly Member[]; readonly update: readonly Member[] };
  /** Whether the name of one is so long that rustfmt breaks lines within types and calls. */
  readonly isLong: boolean;
  /** Whether what accesses them is laid out by the rules of `layout.ts`, whichever it is. */
  readonly isRegular: boolean;
  /** Whether nothing is to be checked of an instance but what is of all members. */
  readonly isPlain: boolean;
}

/** The members of a class, looked at once for all of its types. */
export function holdingOf(cls: DomainClass, scope: Scope, { ledger, validation }: Run): Holding {
  const spell = spellings(cls.allFields);
  const areNoted = areMarksNoted(cls);
  let [hasLong, areRegular, arePlain] = [false, true, !ledger.arePrinted(demandsOn(cls).object)];
  // Grown one by one: what `map` makes is an array of another kind as soon as V8 has compiled its caller, and then all that was
  // compiled for the first kind is compiled again.
  const entity: Held[] = [];
  for (const field of cls.allFields) {
    const spelling = spell(field.name);
    const demands = demandsWithCode(cls, field, ledger);
    if (isLong(spelling.identifier)) hasLong = true;
    if (!spelling.isRegular) areRegular = false;
    if (demands !== undefined) arePlain = false;
    entity.push({
      field,
      identifier: spelling.identifier,
      spelling,
      type: fieldType(field, scope),
      isWrapped: false,
      demands,
      form: formOf(field, validation),
      mark: areNoted ? { element: { kind: 'field', class: cls, field } } : undefined,
    });
  }
  const written = { create: membersIn(cls, 'create'), update: membersIn(cls, 'update') };
  return {
    entity,
    create: heldAs(written.create, entity),
    update: heldAs(written.update, entity),
    written,
    isLong: hasLong,
    isRegular: areRegular,
    isPlain: arePlain,
  };
}

/** What is demanded of a field, if there is code for some of that. There is none for its kind: the type sees to that, and how it is read. */
function demandsWithCode(cls: DomainClass, field: Field, ledger: Run['ledger']): FieldDemands | undefined {
  if (isPlain(field) && !field.irreflexive) return undefined;
  const demands = ledger.demandsToPrint(cls, field);
  return ledger.arePrinted(demands.whole) || ledger.arePrinted(demands.each) ? demands : undefined;
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

/** Members of a class in a role, as Rust holds them; both are in the order of the fields. */
function heldAs(members: readonly Member[], fields: readonly Held[]): readonly Held[] {
  const held: Held[] = [];
  let at = 0;
  for (const member of members) {
    while (fields[at]?.field !== member.field) at++;
    const own = fields[at] as Held;
    held.push(isWrapped(member) ? wrapped(own) : own);
  }
  return held;
}

function wrapped({ field, identifier, spelling, type, demands, form, mark }: Held): Held {
  return { field, identifier, spelling, type, isWrapped: true, demands, form, mark };
}

/** The type of a member. */
export function heldType({ type, isWrapped }: Held, scope: Scope): string {
  return isWrapped ? `${scope.std('Option')}<${type}>` : type;
}

/** What macros are told of a member, if any are derived. */
export function told(held: Held, scope: Scope, derives: Derives): Lines {
  const { field, spelling } = held;
  const { type } = field;
  return [
    derives.renamed(spelling.isRenamed, field.name),
    type.kind === 'scalar' &&
      derives.texts(type.scalar, () => heldType(held, scope).replace(scalarType(type.scalar, scope), scope.std('String'))),
  ];
}

/** What of the demands of an object stands in the shape of its record, as expressions. */
export interface Shaping {
  readonly choices: string[];
  readonly totals: string[];
}

export function newShaping(): Shaping {
  return { choices: [], totals: [] };
}
