import { type DomainClass, demandsOn, type Field, type FieldDemands, type Member, membersIn } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import { areMarksNoted, type Lines, marked } from '../text/index.ts';
import { isLong } from './layout.ts';
import { demandsWithCode, type Run } from './run.ts';
import type { Scope } from './scope.ts';
import { type Spelling, spellings } from './spelling.ts';
import { fieldType } from './types.ts';

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
  /** What lines on it are about, where somebody asks. */
  readonly mark: Mark | undefined;
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
export function holdingOf(cls: DomainClass, scope: Scope, { ledger }: Run): Holding {
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

function wrapped({ field, identifier, spelling, type, demands, mark }: Held): Held {
  return { field, identifier, spelling, type, isWrapped: true, demands, mark };
}

/** The type of a member. */
export function heldType({ type, isWrapped }: Held, scope: Scope): string {
  return isWrapped ? `${scope.std('Option')}<${type}>` : type;
}
