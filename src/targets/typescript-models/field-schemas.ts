/** Prints the schemas of fields as calls of the runtime: `s.optional(s.refine(s.string, s.maxLength(80)))`. */

import {
  type Bound,
  type Comparison,
  type Demand,
  type Field,
  type FieldDemands,
  type FieldType,
  memberOfUnion,
  type Pattern,
  type ScalarKind,
  type ScalarType,
} from '../../model/index.ts';
import { linearSearch, translatePattern } from '../text/index.ts';
import { typeScriptKinds } from './kinds.ts';
import type { CallText } from './layout.ts';
import { regExpLiteral, stringLiteral } from './literals.ts';
import { singularFunction } from './schema-runtime.ts';
import { literalOf, namedType, scalarLiteral } from './types.ts';

/** Returns a call of a function of the runtime. */
export function call(name: string, ...args: readonly CallText[]): CallText {
  return { call: `s.${name}`, args };
}

/** The class that the module for searches exports. */
const linearPattern = 'LinearPattern';

const searchCall = `new ${linearPattern}`;

/** Collects the names of the runtime that expressions use. */
export class RuntimeUses {
  readonly names = new Set<string>();
  /** The import for searches, if an expression needs it. */
  searches: string | undefined;

  /** Records the names in an expression and returns it. */
  record(text: CallText): CallText {
    const head = typeof text === 'string' ? text : text.call;
    if (head.startsWith('s.')) this.names.add(head.slice(2));
    if (head === searchCall) this.searches = linearPattern;
    if (/^s\.m(?:in|ax)(?:Length|Items)$/.test(head) && typeof text !== 'string' && text.args[0] === '1')
      this.names.add(singularFunction);
    if (typeof text !== 'string') for (const arg of text.args) this.record(arg);
    return text;
  }
}

/** Returns a minimum or maximum, with a key function where JavaScript compares values in another order. */
export function boundCall(side: 'minimum' | 'maximum', scalar: ScalarKind, { value, inclusive }: Bound): CallText {
  const [exclusiveName, inclusiveName] = side === 'minimum' ? ['moreThan', 'atLeast'] : ['lessThan', 'atMost'];
  return call(inclusive ? inclusiveName : exclusiveName, scalarLiteral(scalar, value), ...keyOf(scalar));
}

/** Returns the check of the order of the values of two fields. */
export function comparisonCall({ lesser, greater, orEqual }: Comparison): CallText {
  const scalar = lesser.type.kind === 'scalar' ? lesser.type.scalar : 'string';
  const relation = orEqual ? "'<='" : "'<'";
  return call('inOrder', `'${lesser.name}'`, relation, `'${greater.name}'`, `s.${scalar}`, ...keyOf(scalar));
}

/** Returns the key function of a kind; none if its values are compared as they are. */
function keyOf(scalar: ScalarKind | undefined): readonly CallText[] {
  const key = scalar && typeScriptKinds[scalar].key;
  return key === undefined ? [] : [`s.${key}`];
}

/** Returns the schema that accepts some values of a type. */
export function valuesSchema(type: FieldType, values: readonly string[]): CallText {
  const literals = [...new Set(values.map((value) => literalOf(type, value)))];
  const scalar = scalarOf(type, values);
  if (type.kind === 'id' || type.kind === 'reference') return call('among', 's.uuid', 's.inLowerCase', ...literals);
  const key = keyOf(scalar);
  return key.length === 0 ? call('literal', ...literals) : call('among', `s.${scalar}`, ...key, ...literals);
}

/** Returns the kind of a type; for a union, the kind of the first value. */
function scalarOf(type: FieldType, [value = '']: readonly string[]): ScalarKind | undefined {
  if (type.kind === 'scalar') return type.scalar;
  return type.kind === 'union' ? memberOfUnion(type.union, value)?.scalar : undefined;
}

/** Returns the constraint that a list contains a value. */
export function containsCall(type: FieldType, value: string): CallText {
  const hasSpellings = type.kind === 'id' || type.kind === 'reference' || keyOf(scalarOf(type, [value])).length > 0;
  return call('contains', literalOf(type, value), ...(hasSpellings ? [valuesSchema(type, [value])] : []));
}

/** Returns the constraint that a string matches a pattern, or why JavaScript has no equal expression. */
export function patternCall(pattern: Pattern): { readonly call: CallText } | { readonly why: string } {
  const translation = translatePattern(pattern, 'ecmascript');
  if (translation.ok) return { call: call('pattern', regExpLiteral(translation.source)) };
  const search = linearSearch(pattern);
  if (search === undefined) return { why: `no equal expression in JavaScript: ${translation.reason}` };
  const args = [regExpLiteral(search.source), stringLiteral(search.parts), ...search.sets.map(regExpLiteral)];
  return { call: call('pattern', { call: searchCall, args }) };
}

/** Returns the schema of a field's type, without the constraints of the field. */
export function typeSchema(field: Field): CallText {
  const { type } = field;
  switch (type.kind) {
    case 'id':
    case 'reference':
      return 's.uuid';
    case 'scalar':
      return `s.${type.scalar}`;
    case 'enumeration':
      return namedType(field) === undefined ? 's.string' : call('enumeration', type.enumeration.name);
    case 'union':
      return call('union', ...type.union.members.map(memberSchema));
    default:
      return type satisfies never;
  }
}

/** Returns the schema of a member of a union, with its constraints. */
function memberSchema(type: ScalarType): CallText {
  const { scalar, minLength, maxLength, patterns = [], values } = type;
  const rules = [
    ...(maxLength === undefined ? [] : [call('maxLength', String(maxLength))]),
    ...(minLength === undefined ? [] : [call('minLength', String(minLength))]),
    ...(type.minimum ? [boundCall('minimum', scalar, type.minimum)] : []),
    ...(type.maximum ? [boundCall('maximum', scalar, type.maximum)] : []),
    ...patterns.map(patternCall).flatMap((translation) => ('call' in translation ? [translation.call] : [])),
  ];
  return refineSchema(values === undefined ? `s.${scalar}` : valuesSchema(type, values), rules);
}

/** Returns why a pattern of a union is not checked; undefined if all are. */
export function uncheckedPatternReason(members: readonly ScalarType[]): string | undefined {
  const translations = members.flatMap(({ patterns = [] }) => patterns.map(patternCall));
  return translations.flatMap((translation) => ('why' in translation ? [translation.why] : []))[0];
}

function refineSchema(schema: CallText, rules: readonly CallText[]): CallText {
  return rules.length === 0 ? schema : call('refine', schema, ...rules);
}

/** Prints a demand; returns nothing for one that has no code. */
export type PrintDemand = (demand: Demand) => readonly CallText[];

const listKinds: ReadonlySet<Demand['kind']> = new Set(['min-items', 'max-items', 'contains']);

/** Demands that replace the schema of the type. */
const valueListKinds: ReadonlySet<Demand['kind']> = new Set(['constant', 'values']);

/** Returns the schema of a field. */
export function fieldSchema(field: Field, { whole, each }: FieldDemands, print: PrintDemand): CallText {
  const printWanted = (demands: readonly Demand[], isWanted: (kind: Demand['kind']) => boolean) =>
    demands.flatMap((demand) => (isWanted(demand.kind) ? print(demand) : []));
  const [absent] = printWanted(whole, (kind) => kind === 'absent');
  if (absent !== undefined) return absent;
  const [type = 's.string'] = printWanted(each, (kind) => kind === 'type');
  const [values = type] = printWanted(each, (kind) => valueListKinds.has(kind));
  const rules = printWanted(each, (kind) => kind !== 'type' && kind !== 'irreflexive' && !valueListKinds.has(kind));
  const value = refineSchema(values, rules);
  if (field.cardinality === 'one') return value;
  if (field.cardinality === 'optional') return call('optional', value);
  return call('list', value, ...printWanted(whole, (kind) => listKinds.has(kind)));
}
