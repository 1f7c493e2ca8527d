/**
 * Divides the files in `runtime/` at lines such as `// --- Violations::check` into named pieces, and finds which pieces each one
 * needs. `scripts/build.js` runs this file when it builds the program, and keeps only its exports: a search for the names at run
 * time would take a twentieth of a short run. The exports are parallel lists; a piece is identified by its index.
 */

import numbers from './runtime/numbers.rs?raw';
import page from './runtime/page.rs?raw';
import patch from './runtime/patch.rs?raw';
import rows from './runtime/rows.rs?raw';
import validation from './runtime/validation.rs?raw';

/** The line before a piece, with its name. */
const MARKER = /^\/\/ --- (.+)\n/m;

/** For each file: its imports, then by turns the names and texts of its pieces. */
const sources = Object.entries({ numbers, page, patch, rows, validation }).map(([module, source]) => {
  const [head = '', ...namesAndTexts] = source.split(MARKER);
  return { module, head, namesAndTexts };
});

const pieces = sources.flatMap(({ module, namesAndTexts }) =>
  namesAndTexts.flatMap((name, i) => (i % 2 === 1 ? [] : [{ module, name, text: (namesAndTexts[i + 1] ?? '').trimEnd() }])),
);

/** The paths of imported items, by name. */
const imported: ReadonlyMap<string, string> = new Map(
  [
    ...sources
      .map(({ head }) => head)
      .join('')
      .matchAll(/^use ([\w:]+)::(?:\{([^}]+)\}|(\w+));$/gm),
  ].flatMap(([, path, list, one]) =>
    ((list ?? one ?? '').match(/\w+/g) ?? []).map((name) => [name, `${path}::${name}`] as const),
  ),
);

const indexByName: ReadonlyMap<string, number> = new Map(pieces.map(({ name }, i) => [name, i]));

/** The indexes of pieces, by the names of the items that they declare. */
const indexByItem: ReadonlyMap<string, number> = new Map(
  pieces.flatMap(({ text }, i) => {
    const items = text.matchAll(/^(?:pub |pub\(super\) )?(?:struct|enum|trait|type|const|fn) (\w+)/gm);
    return [...items].map(([, name = '']) => [name, i] as const);
  }),
);

/** Returns the names in a text, without those in comments and strings. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set(
    text
      .replace(/^ *\/\/.*$/gm, '')
      .replace(/"(?:[^"\\]|\\.)*"/g, '""')
      .match(/(?<!::)\b[A-Za-z]\w*/g),
  );
}

/** Returns the indexes of the pieces that a text needs. */
function needsOf(text: string): readonly number[] {
  // Each method of `Violations` is a piece.
  const methods = [...text.matchAll(/\b(?:self|violations)\.(\w+)\(/g)].map(([, method]) =>
    indexByName.get(`Violations::${method}`),
  );
  const needs = [...[...namesIn(text)].map((name) => indexByItem.get(name)), ...methods].filter((need) => need !== undefined);
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
  const names = namesIn(text);
  return [...imported].flatMap(([name, path]) => (names.has(name) ? [path] : []));
});

/** The module of a piece, by index. */
export const modules = pieces.map(({ module }) => module);

/** The indexes of pieces, by their names and by the names of their items. */
export const indexes: Readonly<Record<string, number>> = Object.fromEntries([...indexByItem, ...indexByName]);
