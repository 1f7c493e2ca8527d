/**
 * The pieces of which the helpers' file is put together, and what each needs. This file is run when the program is built
 * (`scripts/build.js`): to look for names in all of these texts takes a twentieth of a short run.
 */

import page from './runtime/page.rs?raw';
import patch from './runtime/patch.rs?raw';
import rows from './runtime/rows.rs?raw';
import validation from './runtime/validation.rs?raw';

/** Begins each piece, and names it. */
const MARKER = /^\/\/ --- (.+)\n/m;

/** Their heads, which hold imports, and after each the pieces by turns with their names. */
const sources = Object.entries({ page, patch, rows, validation }).map(([module, source]) => ({
  module,
  parts: source.split(MARKER),
}));

const pieces = sources.flatMap(({ module, parts: [, ...parts] }) =>
  parts.flatMap((name, i) => (i % 2 === 1 ? [] : [{ module, name, text: (parts[i + 1] ?? '').trimEnd() }])),
);

/** By the name of an item of another crate, which is how code calls it, its path. */
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

/** The piece that declares a name: that of the name, or the first of a longer one (`Violations::check`). */
const declaring: ReadonlyMap<string, number> = new Map(
  pieces.flatMap(({ text }, i) => {
    const items = text.matchAll(/^(?:pub |pub\(super\) )?(?:struct|enum|trait|type|const|fn) (\w+)/gm);
    return [...items].map(([, name = '']) => [name, i] as const);
  }),
);

/** Names in a piece that may be those of other pieces or of imports. */
function mentions(text: string): ReadonlySet<string> {
  return new Set(
    text
      .replace(/^ *\/\/.*$/gm, '')
      .replace(/"(?:[^"\\]|\\.)*"/g, '""')
      .match(/(?<!::)\b[A-Za-z]\w*/g),
  );
}

/** The pieces that one needs; it may be among them. */
function needsOf(text: string): readonly number[] {
  // Methods of the list of violations are pieces, too: each stands where some code calls it.
  const methods = [...text.matchAll(/\b(?:self|violations)\.(\w+)\(/g)].map(([, method]) => named.get(`Violations::${method}`));
  const needs = [...[...mentions(text)].map((name) => declaring.get(name)), ...methods].filter((need) => need !== undefined);
  return [...new Set(needs)];
}

/** Stands between texts, and in none of them. */
export const BETWEEN = '\0';

/** The texts of all pieces, in the order of the file. */
export const texts = pieces.map(({ text }) => text).join(BETWEEN);

/** By the place of a piece, the places of those that it needs. */
export const needs = pieces.map(({ text }) => needsOf(text));

/** By the place of a piece, the paths of what it imports. */
export const imports = pieces.map(({ text }) => {
  const names = mentions(text);
  return [...imported].flatMap(([name, path]) => (names.has(name) ? [path] : []));
});

/** By the place of a piece, the module that it stands in. */
export const modules = pieces.map(({ module }) => module);

/** The places of pieces, by their names and by those of what they declare. */
export const places: Readonly<Record<string, number>> = Object.fromEntries([...declaring, ...named]);
