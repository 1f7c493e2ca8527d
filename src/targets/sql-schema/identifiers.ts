/** Names and literals in PostgreSQL's spelling. */

import { NameScope } from '../text/index.ts';

/**
 * Key words that PostgreSQL takes for a name only in quotes: those marked "reserved", with or
 * without "(can be function or type)", in appendix C of its manual, versions 13 to 18.
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

/** Columns that every table has already; no quotes make these names free (manual, section 5.6, "System Columns"). */
export const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/** The length in bytes to which PostgreSQL cuts longer names (NAMEDATALEN - 1). */
const MAX_LENGTH = 63;

/** A name as SQL has it: quoted where it must be. */
export function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/**
 * A text as a string literal on one line. Line breaks are escaped so that no tool that reads the file
 * line by line takes a line of the text for one of its own, and `${` so that Flyway sees no placeholder.
 */
export function literal(text: string): string {
  // Most texts.
  if (/^[ -#%&(-[\]-~]*$/.test(text)) return `'${text}'`;
  const quoted = text.replaceAll("'", "''");
  if (!/[\\\n]|\$\{/.test(text) && !BIDIRECTIONAL.test(text)) return `'${quoted}'`;
  const safe = quoted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('${', '\\x24{');
  return `E'${safe.replace(new RegExp(BIDIRECTIONAL, 'g'), (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}

/** Control characters, and what shows a text in another order than it is read in (Unicode Technical Report 36, section 3.7). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BIDIRECTIONAL = /[\u0001-\u0008\u000b-\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * The name for a table or an index, which share one namespace. Names that PostgreSQL gives to primary keys by itself
 * are kept free, and so are those under `pg_`, where its own catalogue would be found first.
 */
export function claimRelation(scope: NameScope, name: string, ...otherwise: readonly string[]): string {
  const first = ownRelation(name);
  if (first.length <= MAX_LENGTH && scope.claimFree(first)) return first;
  return claim(scope, first, ...otherwise.map(ownRelation));
}

function ownRelation(name: string): string {
  return /^pg_|_pkey\d*$/.test(name) ? `${name}_` : name;
}

/** Takes the first of the names that is free, cut to the length that PostgreSQL keeps. */
export function claim(scope: NameScope, ...names: readonly [string, ...string[]]): string {
  const first = names[0];
  if (first.length <= MAX_LENGTH && scope.claimFree(first)) return first;
  const last = names[names.length - 1] as string;
  let free = names.map((name) => cut(name)).find((name) => !scope.has(name));
  for (let n = 2; free === undefined; n++) {
    const numbered = cut(`${last}_${n}`);
    if (!scope.has(numbered)) free = numbered;
  }
  return scope.claim(free);
}

/** What kinds of constraints are called behind the table and the column, as PostgreSQL calls those without a name. */
export type ConstraintKind = 'check' | 'fkey' | 'key';

/**
 * The name of a constraint, as PostgreSQL makes it (`ChooseConstraintName` in its sources): `<table>_<column>_check`, the next
 * of the same `_check1`; of one that is too long, the end stays.
 */
export function claimConstraint(scope: NameScope, stem: string, kind: ConstraintKind): string {
  for (let n = 0; ; n++) {
    const end = `_${kind}${n === 0 ? '' : n}`;
    const name = `${cut(stem, MAX_LENGTH - end.length)}${end}`;
    if (scope.claimFree(name)) return name;
  }
}

/**
 * The names of the constraints of a table, its triggers among them. Those that are beside columns are called after them, so
 * that they differ from each other, and are looked at no sooner than something else gets a name.
 */
export class ConstraintNames {
  readonly #table: string;
  /** Columns, each with the kind of a constraint behind it. */
  readonly #besideColumns: string[] = [];
  #all: NameScope | undefined;

  constructor(table: string) {
    this.#table = table;
  }

  /** All names that are taken. */
  get all(): NameScope {
    if (!this.#all) {
      this.#all = new NameScope();
      for (let at = 0; at < this.#besideColumns.length; at += 2) {
        this.#all.claim(`${this.#table}_${this.#besideColumns[at]}_${this.#besideColumns[at + 1]}`);
      }
    }
    return this.#all;
  }

  /** The name of the only constraint of its kind that stands beside a column. */
  besideColumn(column: string, kind: ConstraintKind): string {
    const name = `${this.#table}_${column}_${kind}`;
    if (this.#all !== undefined || name.length > MAX_LENGTH) return claimConstraint(this.all, `${this.#table}_${column}`, kind);
    this.#besideColumns.push(column, kind);
    return name;
  }
}

/** A name of at most 63 bytes; a longer one ends in a hash of the whole, so that it stays distinct and stable. */
export function cut(name: string, length = MAX_LENGTH): string {
  if (name.length <= length) return name;
  const hash = fnv1a(name).toString(16).padStart(8, '0');
  return `${name.slice(0, length - 9).replace(/(?<!_)_+$/, '')}_${hash}`;
}

/** The 32-bit FNV-1a hash of an ASCII text. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
