/** Identifiers and literals in the syntax of PostgreSQL. */

import type { NameScope } from '../text/index.ts';

/**
 * Key words that PostgreSQL accepts as names only in quotes: those marked "reserved", with or without "(can be function or
 * type)", in appendix C of its manual, versions 13 to 18.
 */
const RESERVED: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
  column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze
  from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
  unique user using variadic verbose when where window with`.split(/\s+/),
);

/** System columns of every table: quotes do not make these names available (manual, section 5.6, "System Columns"). */
export const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/** Maximum length of a name in bytes (NAMEDATALEN - 1): PostgreSQL truncates longer names. */
const MAX_LENGTH = 63;

/** Returns a name as an SQL identifier, quoted if necessary. */
export function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/**
 * Returns a text as a string literal on one line. Line breaks are escaped so that tools that read the file line by line do not
 * mistake a line of the text for a statement, and `${` is escaped so that Flyway sees no placeholder.
 */
export function literal(text: string): string {
  const quoted = text.replaceAll("'", "''");
  if (!/[\\\n]|\$\{/.test(text) && !BIDIRECTIONAL.test(text)) return `'${quoted}'`;
  const safe = quoted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('${', '\\x24{');
  return `E'${safe.replace(new RegExp(BIDIRECTIONAL, 'g'), (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}

/** Control characters, including those that change the display order of text (Unicode Technical Report 36, section 3.7). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const BIDIRECTIONAL = /[\u0001-\u0008\u000b-\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * Claims a name for a table or an index, which share one namespace. Avoids names that PostgreSQL generates for primary keys,
 * and names that begin with `pg_`, which PostgreSQL looks up in its system catalogue first.
 */
export function claimRelation(scope: NameScope, name: string, ...otherwise: readonly string[]): string {
  return claimIdentifier(scope, ownRelation(name), ...otherwise.map(ownRelation));
}

function ownRelation(name: string): string {
  return /^pg_|_pkey\d*$/.test(name) ? `${name}_` : name;
}

/** Claims the first free name, shortened to the maximum length of PostgreSQL; if none is free, it numbers the last one. */
export function claimIdentifier(scope: NameScope, ...names: readonly [string, ...string[]]): string {
  const last = names[names.length - 1] as string;
  let free = names.map((name) => shortenName(name)).find((name) => !scope.has(name));
  for (let n = 2; free === undefined; n++) {
    const numbered = shortenName(`${last}_${n}`);
    if (!scope.has(numbered)) free = numbered;
  }
  return scope.claim(free);
}

/** Last part of a constraint's name, as in the names that PostgreSQL generates. */
export type ConstraintKind = 'check' | 'fkey' | 'key';

/**
 * Claims the name of a constraint as PostgreSQL generates it (`ChooseConstraintName` in its sources):
 * `<table>_<column>_check`, then `_check1`. A name that is too long is shortened before this suffix.
 */
export function claimConstraint(scope: NameScope, stem: string, kind: ConstraintKind): string {
  for (let n = 0; ; n++) {
    const end = `_${kind}${n === 0 ? '' : n}`;
    const name = `${shortenName(stem, MAX_LENGTH - end.length)}${end}`;
    if (scope.claimFree(name)) return name;
  }
}

/** Shortens a name to `length` bytes. It then ends in a hash of the whole name, so that it stays distinct and stable. */
export function shortenName(name: string, length = MAX_LENGTH): string {
  if (name.length <= length) return name;
  const hash = fnv1a(name).toString(16).padStart(8, '0');
  return `${name.slice(0, length - 9).replace(/(?<!_)_+$/, '')}_${hash}`;
}

/** Returns the 32-bit FNV-1a hash of an ASCII text. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
