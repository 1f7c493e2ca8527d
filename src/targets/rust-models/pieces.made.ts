/**
 * The pieces of the shared Rust code with their dependencies. `scripts/build.js` runs this file when it builds the program: a
 * search for the names at run time would take a twentieth of a short run.
 */

import decimal from './runtime/decimal.rs?raw';
import page from './runtime/page.rs?raw';
import patch from './runtime/patch.rs?raw';
import rows from './runtime/rows.rs?raw';
import validation from './runtime/validation.rs?raw';

/** Begins a piece and names it. */
const MARKER = /^\/\/ --- (.+)\n/m;

/** For each file: its head with the imports, then the name and text of each piece. */
const sources = Object.entries({ decimal, page, patch, rows, validation }).map(([module, source]) => ({
  module,
  parts: source.split(MARKER),
}));

const pieces = sources.flatMap(({ module, parts: [, ...parts] }) =>
  parts.flatMap((name, i) => (i % 2 === 1 ? [] : [{ module, name, text: (parts[i + 1] ?? '').trimEnd() }])),
);

/** The paths of imported items, by name. */
const imported: ReadonlyMap<string, string> = new Map(
  [
    ...sources
      .map(({ parts: [head] }) => head)
      .join('')
      .matchAll(/^use ([\w:]+)::(?:\{([^}]+)\}|(\w+));$/gm),
  ].flatMap(([, path, list, one]) =>
    ((list ?? one ?? '').match(/\w+/g) ?? []).map((name) => [name, `${path}::${name}`] as const),
  ),
);

const named: ReadonlyMap<string, number> = new Map(pieces.map(({ name }, i) => [name, i]));

/** The pieces by the names that they declare. */
const declaring: ReadonlyMap<string, number> = new Map(
  pieces.flatMap(({ text }, i) => {
    const items = text.matchAll(/^(?:pub |pub\(super\) )?(?:struct|enum|trait|type|const|fn) (\w+)/gm);
    return [...items].map(([, name = '']) => [name, i] as const);
  }),
);

function mentions(text: string): ReadonlySet<string> {
  return new Set(
    text
      .replace(/^ *\/\/.*$/gm, '')
      .replace(/"(?:[^"\\]|\\.)*"/g, '""')
      .match(/(?<!::)\b[A-Za-z]\w*/g),
  );
}

/** Returns the pieces that a text needs. */
function needsOf(text: string): readonly number[] {
  // Each method of `Violations` is a piece.
  const methods = [...text.matchAll(/\b(?:self|violations)\.(\w+)\(/g)].map(([, method]) => named.get(`Violations::${method}`));
  const needs = [...[...mentions(text)].map((name) => declaring.get(name)), ...methods].filter((need) => need !== undefined);
  return [...new Set(needs)];
}

/** Separates texts; no text contains it. */
export const BETWEEN = '\0';

/** The texts of all pieces, in the order of the file. */
export const texts = pieces.map(({ text }) => text).join(BETWEEN);

/** The pieces that a piece needs, by index. */
export const needs = pieces.map(({ text }) => needsOf(text));

/** The imports of a piece, by index. */
export const imports = pieces.map(({ text }) => {
  const names = mentions(text);
  return [...imported].flatMap(([name, path]) => (names.has(name) ? [path] : []));
});

/** The module of a piece, by index. */
export const modules = pieces.map(({ module }) => module);

/** The indexes of pieces, by their names and by the names that they declare. */
export const places: Readonly<Record<string, number>> = Object.fromEntries([...declaring, ...named]);
