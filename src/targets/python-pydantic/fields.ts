/** The fields that a class prints: their annotations and `Field` arguments. */

import { type DemandKind, type DomainClass, type Field, type FieldType, isJsonNumber } from '../../model/index.ts';
import { isEmpty, type Lines, marked } from '../text/index.ts';
import { type Code, isPart, type PythonLedger } from './answers.ts';
import { type Annotation, type Argument, hasRoom, type Value } from './assignment.ts';
import { type Expression, inline } from './expressions.ts';
import type { FieldRole } from './field-role.ts';
import { pythonKindOf } from './kinds.ts';
import { attributeName } from './names.ts';
import type { Preamble } from './preamble.ts';
import { annotated, define, type Owner, pythonType, staticType } from './types.ts';
import { fieldValue } from './values.ts';

/** Returns the fields in the body of a class: inherited ones that it narrows, and its own. */
export function printedFields(cls: DomainClass): readonly Field[] {
  const narrowed = cls.allFields.filter((field) => field.refines && cls.parents.some((parent) => isNarrowed(field, parent)));
  return [...narrowed, ...cls.fields];
}

/** Checks whether a field is printed differently than in the superclass. The target of a reference is not printed. */
export function isNarrowed(field: Field, parent: DomainClass): boolean {
  const inherited = parent.allFields.find(({ name }) => name === field.name);
  if (inherited === undefined || inherited === field) return false;
  return fieldSignature(field) !== fieldSignature(inherited);
}

/** Returns the printed properties of a field as a string. Enumerations are reduced to their names: those of classes are long. */
function fieldSignature({ owner: _, refines: __, place: ___, type, ...rest }: Field): string {
  return JSON.stringify(type.kind === 'reference' ? rest : { type, ...rest }, (key, value) =>
    key === 'enumeration' ? value.name : value,
  );
}

/** The code of a field. */
export interface FieldForm {
  /** The arguments of `Field` except aliases and documentation. */
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
export function fieldForm(cls: DomainClass, field: Field, role: FieldRole, ledger: PythonLedger, preamble: Preamble): FieldForm {
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
): Omit<FieldForm, 'checks'> {
  if (field.absent && field.cardinality !== 'many') return { args: [none], annotation: () => ({ form: 'name', text: 'None' }) };
  const { cardinality } = field;
  const attribute = attributeName(field.name);
  const args = argumentsOf(codes).filter(({ name }) => role !== 'update' || !name.startsWith('default'));
  const { type, constraints } = pythonType(field.type, codes.filter(isPart), owner, preamble);
  /** Gives a name to an expression that does not fit on one line. */
  const fitted = (expression: Expression, around: (name: string) => string, value: Value | undefined, room: number) => {
    if (typeof expression === 'string') return expression;
    const line = inline(expression);
    return hasRoom(attribute, around(line), value, room) ? line : define(owner, expression, preamble);
  };
  /** In updates, the type of fields that may stay unset but are never null. */
  const outer = role === 'update' && cardinality !== 'optional' ? preamble.help('OrUnset') : undefined;
  const clearing = role === 'update' ? [none] : [];
  switch (cardinality) {
    case 'one': {
      const wrap = (name: string) => (outer === undefined ? name : `${outer}[${name}]`);
      return {
        args: [...clearing, ...args, ...constraints],
        annotation: (value, room) => {
          const text = fitted(type, wrap, value, room);
          return outer === undefined ? { form: 'name', text } : { form: 'list', of: outer, item: text };
        },
      };
    }
    case 'optional': {
      if (role === 'entity' && args.length > 0) preamble.noteOptionalDefault();
      const wrap = (name: string) => `${name} | None`;
      return {
        args: [...(args.length > 0 ? args : [none]), ...constraints],
        annotation: (value, room) => ({ form: 'union', text: wrap(fitted(type, wrap, value, room)) }),
      };
    }
    case 'many': {
      const item = annotated({ type, constraints }, preamble);
      const isNamed = typeof item !== 'string' && (outer !== undefined || !isBoundedOnly(field.type));
      const wrap = (name: string) => (outer === undefined ? `list[${name}]` : `${outer}[list[${name}]]`);
      return {
        args: [...(role === 'update' ? clearing : listDefault(field, role, preamble)), ...args],
        annotation: (value, room) => {
          const inside = isNamed ? fitted(item, wrap, value, room) : inline(item);
          return outer === undefined ? { form: 'list', item: inside } : { form: 'list', of: outer, item: `list[${inside}]` };
        },
      };
    }
    default:
      return cardinality satisfies never;
  }
}

/** Returns the default of a list that code or a request omits: empty, or its required values. */
function listDefault(field: Field, role: FieldRole, preamble: Preamble): readonly Argument[] {
  if (field.minItems) return [];
  if (!field.contains) return [emptyList];
  if (role === 'entity') return [];
  const values = field.contains.map((value) => fieldValue(field.type, value, preamble));
  return [{ name: 'default', value: { open: '[', items: values, close: ']' } }];
}

/** Returns the arguments of the field's `Field`. A field with a constant and a default gets only one of them. */
function argumentsOf(codes: readonly Code[]): readonly Argument[] {
  const byName = new Map<string, Argument>();
  for (const code of codes)
    if (code.as === 'field' && !byName.has(code.argument.name)) byName.set(code.argument.name, code.argument);
  return [...byName.values()];
}

/** Bounds of numbers are short enough to stay in the annotation. */
function isBoundedOnly(type: FieldType): boolean {
  return type.kind === 'scalar' && type.values === undefined && isJsonNumber(type.scalar) && !pythonKindOf(type.scalar).key;
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
