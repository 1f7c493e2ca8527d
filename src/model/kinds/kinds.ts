/** The table of all kinds of values. Each datatype maps to one of them, and each target has a type for it. */

import { moments } from './date-times.ts';
import { type Kind, stringPattern } from './kind.ts';
import { numbers } from './numbers.ts';
import { texts } from './texts.ts';

export const kinds = { ...texts, ...numbers, ...moments } satisfies Readonly<Record<string, Kind>>;

/** `string`, `int32`, `dateTime`, … */
export type ScalarKind = keyof typeof kinds;

export const scalarKinds = Object.keys(kinds) as readonly ScalarKind[];

/** Returns the definition of a kind: its form in JSON, its range, its order and its reader. */
export function kindOf(scalar: ScalarKind): Kind {
  return kinds[scalar];
}

/** The kind of ids and references: a UUID with hyphens (RFC 9562, section 4), in upper or lower case with the same value. */
export const identity: Kind = {
  json: 'string',
  space: 'text',
  xsd: 'string',
  form: stringPattern('[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}'),
  rules: [],
  read: (lexical) => (/^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(lexical) ? lexical.toLowerCase() : undefined),
  spellings: 'many',
  hasStringFacets: false,
  examples: [
    'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
    '018f8c1e-5b2a-7c3d-9e4f-a1b2c3d4e5f6',
    '00000000-0000-0000-0000-000000000000',
  ],
};

/** Returns whether values of a kind are integers, as a number or a string in JSON. */
export function isInteger(scalar: ScalarKind): boolean {
  return kindOf(scalar).space === 'integer';
}

/** Returns whether values of a kind are numbers, as a number or a string in JSON. */
export function isNumeric(scalar: ScalarKind): boolean {
  return ['integer', 'decimal', 'float'].includes(kindOf(scalar).space);
}

/** Returns whether values of a kind are numbers in JSON, not strings. */
export function isJsonNumber(scalar: ScalarKind): boolean {
  return kindOf(scalar).json === 'integer' || kindOf(scalar).json === 'number';
}

/** Returns whether values of a kind have an order that all targets share. */
export function isOrdered(scalar: ScalarKind): boolean {
  return kindOf(scalar).order !== undefined;
}

/** Returns a value in canonical form as JSON. */
export function jsonText(scalar: ScalarKind, value: string): string {
  return kindOf(scalar).json === 'string' ? JSON.stringify(value) : value;
}
