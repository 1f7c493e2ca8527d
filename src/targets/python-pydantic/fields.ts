/** The fields that a class prints: their annotations, and the arguments of pydantic's `Field`. */

import { type DemandKind, type DomainClass, type Field, type FieldType, isJsonNumber } from '../../model/index.ts';
import { isEmpty, type Lines, marked } from '../text/index.ts';
import { type Code, isAnnotationPart, type PythonLedger } from './answers.ts';
import { type Annotation, type Argument, hasRoom, type Value } from './assignment.ts';
import { type Expression, inline } from './expressions.ts';
import type { FieldRole } from './field-role.ts';
import { lineWidth, surelyFits, tab } from './literals.ts';
import { attributeName } from './names.ts';
import type { Preamble } from './preamble.ts';
import { annotated, define, type Owner, type PythonType, pythonType, staticType } from './types.ts';
import { fieldValue } from './values.ts';

/** Returns the fields in the body of a class: inherited ones that it narrows, and its own. */
export function printedFields(cls: DomainClass): readonly Field[] {
  const narrowed = cls.allFields.filter((field) => field.refines && cls.parents.some((parent) => isNarrowed(field, parent)));
  return [...narrowed, ...cls.fields];
}

/** Checks whether a field is printed differently than in the superclass. The target of a reference is not printed. */
function isNarrowed(field: Field, parent: DomainClass): boolean {
  const inherited = parent.allFields.find(({ name }) => name === field.name);
  if (inherited === undefined || inherited === field) return false;
  return fieldSignature(field) !== fieldSignature(inherited);
}

/**
 * Returns the printed properties of a field as a string. Enumerations are reduced to their names and the allowed values, because
 * those of classes are long.
 */
function fieldSignature({ owner: _, refines: __, place: ___, type, ...rest }: Field): string {
  if (type.kind === 'reference') return JSON.stringify(rest);
  if (type.kind !== 'enumeration') return JSON.stringify({ type, ...rest });
  return JSON.stringify([type.enumeration.name, type.only?.map(({ value }) => value), rest]);
}

/** The code of a field. */
export interface FieldCode {
  /** The arguments of pydantic's `Field` except aliases and documentation. */
  readonly args: readonly Argument[];
  /** Code in the validator of the class. */
  readonly checks: readonly Lines[];
  /** @param room available columns of the line that assigns `value` */
  readonly annotation: (value: Value | undefined, room: number) => Annotation;
}

/** Constraints and defaults without effect in a role: a new instance has no id yet, and updates have no defaults. */
const ignoredKinds: Readonly<Record<FieldRole, ReadonlySet<DemandKind>>> = {
  entity: new Set(),
  create: new Set(['irreflexive']),
  update: new Set(['irreflexive', 'default', 'generated']),
};

/** Returns the code of a field; adds its imports and definitions to the preamble. */
export function fieldCode(cls: DomainClass, field: Field, role: FieldRole, ledger: PythonLedger, preamble: Preamble): FieldCode {
  // `whole`: constraints of the field; `each`: of its value, or of each item of a list.
  const { whole, each } = ledger.demandsToPrint(cls, field);
  const demands = [...whole, ...each].filter(({ kind }) => !ignoredKinds[role].has(kind));
  const codes = ledger.printAll(demands, { preamble, role }).flat();
  const owner = { name: field.name, mark: { element: { kind: 'field', class: cls, field } } } as const;
  const checks = codes.flatMap((code) => (code.as === 'check' && !isEmpty(code.lines) ? [marked(owner.mark, code.lines)] : []));
  return { checks, ...annotationOf(field, role, codes, owner, preamble) };
}

function annotationOf(
  field: Field,
  role: FieldRole,
  codes: readonly Code[],
  owner: Owner,
  preamble: Preamble,
): Omit<FieldCode, 'checks'> {
  if (field.absent && field.cardinality !== 'many') return { args: [none], annotation: () => ({ form: 'name', text: 'None' }) };
  const { cardinality } = field;
  const attribute = attributeName(field.name);
  const args = argumentsOf(codes).filter(({ name }) => role !== 'update' || !name.startsWith('default'));
  // In updates, each field may stay unset. `OrUnset` rejects null, which only optional fields accept.
  const orUnset = role === 'update' && cardinality !== 'optional' ? preamble.importFromBase('OrUnset') : undefined;
  const typed = pythonType(field.type, codes.filter(isAnnotationPart), owner, preamble);
  const { type, constraints } = lengthInside(typed, orUnset, preamble);
  /** Returns a type as text, or the name of a definition if the line with the wrapped type would be too long. */
  const shorten = (expression: Expression, wrap: (type: string) => string, value: Value | undefined, room: number) => {
    if (typeof expression === 'string') return expression;
    const line = inline(expression);
    return hasRoom(attribute, wrap(line), value, room) ? line : define(owner, expression, preamble);
  };
  const unsetDefault = role === 'update' ? [none] : [];
  switch (cardinality) {
    case 'one': {
      const wrap = (name: string) => (orUnset === undefined ? name : `${orUnset}[${name}]`);
      return {
        args: [...unsetDefault, ...args, ...constraints],
        annotation: (value, room) => {
          const text = shorten(type, wrap, value, room);
          return orUnset === undefined ? { form: 'name', text } : { form: 'list', of: orUnset, item: text };
        },
      };
    }
    case 'optional': {
      // Arguments of an optional field are its default, which then replaces None.
      if (role === 'entity' && args.length > 0) preamble.base.hasOptionalDefaults = true;
      const wrap = (name: string) => `${name} | None`;
      return {
        args: [...(args.length > 0 ? args : [none]), ...constraints],
        annotation: (value, room) => ({ form: 'union', text: wrap(shorten(type, wrap, value, room)) }),
      };
    }
    case 'many': {
      const item = annotated({ type, constraints }, preamble);
      const mayBeDefined = typeof item !== 'string' && !(isBoundedOnly(field.type) && fitsInBrackets(inline(item)));
      const wrap = (name: string) => (orUnset === undefined ? `list[${name}]` : `${orUnset}[list[${name}]]`);
      return {
        args: [...(role === 'update' ? unsetDefault : listDefault(field, role, preamble)), ...args],
        annotation: (value, room) => {
          const text = mayBeDefined ? shorten(item, wrap, value, room) : inline(item);
          return orUnset === undefined ? { form: 'list', item: text } : { form: 'list', of: orUnset, item: `list[${text}]` };
        },
      };
    }
    default:
      return cardinality satisfies never;
  }
}

/** In `OrUnset[str]`, a length would be that of any collection, and errors would speak of items: it is a part of the type. */
function lengthInside(typed: PythonType, orUnset: string | undefined, preamble: Preamble): PythonType {
  const isInside = orUnset !== undefined && typed.constraints.some(({ name }) => name.endsWith('_length'));
  return isInside ? { type: annotated(typed, preamble), constraints: [] } : typed;
}

/**
 * Returns the default of a list that code or a request omits: empty, or its required values. A list with a minimum has no
 * default, and neither has a record that lacks required values: both would be invalid.
 */
function listDefault(field: Field, role: FieldRole, preamble: Preamble): readonly Argument[] {
  if (field.minItems) return [];
  if (!field.contains) return [emptyList];
  if (role === 'entity') return [];
  const values = field.contains.map((value) => fieldValue(field.type, value, preamble));
  return [{ name: 'default', value: { open: '[', items: values, close: ']' } }];
}

/** Returns the arguments of pydantic's `Field`. Python allows each name once; the first one counts. */
function argumentsOf(codes: readonly Code[]): readonly Argument[] {
  const byName = new Map<string, Argument>();
  for (const code of codes)
    if (code.as === 'field' && !byName.has(code.argument.name)) byName.set(code.argument.name, code.argument);
  return [...byName.values()];
}

/** Returns whether a type fits on its own line in all models of a class: within `OrUnset[list[…]]`, hidden from type checkers. */
const fitsInBrackets = (type: string): boolean => surelyFits(type, lineWidth - 4 * tab.length);

/** Returns whether values are numbers with no other constraints than bounds. */
function isBoundedOnly(type: FieldType): boolean {
  return type.kind === 'scalar' && type.values === undefined && isJsonNumber(type.scalar);
}

/**
 * Checks whether a field is a list whose items are narrower than the inherited ones. Type checkers treat this as an
 * incompatible type.
 */
export function narrowsListItems(field: Field): boolean {
  let inherited = field;
  while (inherited.refines) inherited = inherited.refines;
  return field.cardinality === 'many' && staticType(field.type) !== staticType(inherited.type);
}

export const none: Argument = { name: 'default', value: 'None' };
export const emptyList: Argument = { name: 'default', value: '[]' };
