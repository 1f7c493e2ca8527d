/**
 * The fields of a class's inputs: `title: String! @constraint(maxLength: 500)`. The server must check the directive; the bounds
 * in it come from the constraints of the model, or from a datatype such as `xsd:unsignedInt`.
 */

import {
  type DemandKind,
  type DomainClass,
  demandsOfField,
  type Field,
  isMember,
  type Member,
  membersIn,
  type Role,
} from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { type Argument, DIRECTIVE, datatypeBounds, type InputCode, type Site } from './answers.ts';
import type { Names } from './names.ts';
import { deprecationDoc, type PrintedMember, WIDTH, withDirective } from './syntax.ts';
import { fieldMark, isOwn, type Notes, ownDoc, valueType, withCardinality } from './types.ts';

/**
 * Returns the fields of a class's input. Fields that are in both inputs are documented in the one for creation only; both have
 * the note on constraints that the server checks.
 */
export function inputFields(
  cls: DomainClass,
  role: Extract<Role, 'create' | 'update'>,
  names: Names,
  notes: Notes,
  ledger: Ledger<Site, InputCode>,
): readonly PrintedMember[] {
  if (cls.abstract) return [];
  return membersIn(cls, role).map((member) => {
    const { field } = member;
    const isDocumented = role === 'update' && isMember(field, 'create');
    const doc = isDocumented ? undefined : isOwn(cls, field) ? ownDoc(cls, field) : field.doc;
    return {
      doc: isFirstInput(cls, field) ? deprecationDoc(doc, field, notes(field)) : undefined,
      lines: inputLines(cls, member, role, names, ledger),
      mark: fieldMark(cls, field),
    };
  });
}

/** Checks whether no input of a superclass has the field: the class declares it, or only abstract superclasses have it. */
function isFirstInput(cls: DomainClass, field: Field): boolean {
  if (isOwn(cls, field)) return true;
  return (
    field.owner.abstract === true && !cls.ancestors.some(({ abstract, allFields }) => !abstract && allFields.includes(field))
  );
}

function inputLines(
  cls: DomainClass,
  member: Member,
  role: Extract<Role, 'create' | 'update'>,
  names: Names,
  ledger: Ledger<Site, InputCode>,
): readonly string[] {
  const { field } = member;
  const { directive, initial } = directiveAndDefault(cls, field, ledger);
  const value = initial !== undefined && role === 'create' ? ` = ${initial}` : member.absent === 'empty' ? ' = []' : '';
  const type = inputType(member, value !== '', names);
  return withDirective(`${field.name}: ${type}${value}`, directive, WIDTH - 2);
}

/** Checks whether a class has an input in a role: an input without fields is invalid (section 3.10). */
export function hasInput(cls: DomainClass, role: Extract<Role, 'create' | 'update'>): boolean {
  return !cls.abstract && cls.allFields.some((field) => isMember(field, role));
}

/** Returns the type of an input field: nullable if the field may be absent and has no default value. */
export function inputType({ field, absent, null: nullPolicy }: Member, hasInitial: boolean, names: Names): string {
  const value = valueType(field, names);
  const isNullable = nullPolicy === 'none' || (absent !== 'refused' && !hasInitial);
  if (field.cardinality === 'many') return isNullable ? `[${value}!]` : `[${value}!]!`;
  return withCardinality(value, isNullable ? 'optional' : 'one');
}

/** Returns the directive and the default value that the constraints of a field lead to. */
function directiveAndDefault(
  cls: DomainClass,
  field: Field,
  ledger: Ledger<Site, InputCode>,
): { directive?: string; initial?: string } {
  const { whole, each } = demandsOfField(cls, field);
  const demands = [...each, ...whole]
    .filter(({ kind }) => inputDemands.has(kind))
    .sort((a, b) => ARGUMENT_ORDER.indexOf(a.kind) - ARGUMENT_ORDER.indexOf(b.kind));
  const implied = datatypeBounds(field);
  if (demands.length === 0 && implied.length === 0) return {};
  const printed = ledger.printAll(demands, undefined);
  const stated = printed.flatMap((code) => ('argument' in code ? [code.argument] : []));
  const args = withBounds(stated, implied);
  const initial = printed.find((code) => 'initial' in code)?.initial;
  const argumentList = args.map(([name, value]) => `${name}: ${value}`).join(', ');
  return {
    ...(argumentList !== '' && { directive: `@${DIRECTIVE}(${argumentList})` }),
    ...(initial !== undefined && { initial }),
  };
}

/** Adds the bounds of a datatype, except those with a stated counterpart, which is tighter. The minimum comes first. */
function withBounds(stated: readonly Arg[], implied: readonly Arg[]): readonly Arg[] {
  if (implied.length === 0) return stated;
  // `exclusiveMin` bounds the same side as `min`.
  const isBound = (side: string, [name]: Arg): boolean => name.toLowerCase().endsWith(side);
  const added = implied.filter(([side]) => !stated.some((arg) => isBound(side, arg)));
  const rank = (arg: Arg): number => (isBound('min', arg) ? 0 : isBound('max', arg) ? 1 : 2);
  return [...added, ...stated].sort((a, b) => rank(a) - rank(b));
}

/** The order of the directive's arguments. */
const ARGUMENT_ORDER: readonly DemandKind[] = [
  'min-length',
  'max-length',
  'pattern',
  'minimum',
  'maximum',
  'min-items',
  'max-items',
];

/** The constraints that become arguments or default values. */
const inputDemands: ReadonlySet<DemandKind> = new Set([...ARGUMENT_ORDER, 'default', 'generated', 'constant']);

type Arg = readonly [Argument, string];

/** Checks whether a field of any class has the directive. */
export function needsDirective(classes: readonly DomainClass[], ledger: Ledger<Site, InputCode>): boolean {
  return classes.some((cls) =>
    [...cls.fields, ...cls.refinements].some((field) => directiveAndDefault(cls, field, ledger).directive !== undefined),
  );
}
