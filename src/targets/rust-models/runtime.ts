import type { NameScope } from '../text/index.ts';
import columns from './runtime/columns.rs?raw';
import records from './runtime/records.rs?raw';
import validation from './runtime/validation.rs?raw';
import { Scope } from './scope.ts';

/** A piece of the helpers' file. */
class Piece {
  readonly name: string;
  readonly text: string;
  #mentions: ReadonlySet<string> | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** Names in it that may be those of other pieces or of imports; looked for when somebody asks, as few pieces are written. */
  get mentions(): ReadonlySet<string> {
    this.#mentions ??= new Set(
      this.text
        .replace(/^ *\/\/.*$/gm, '')
        .replace(/"(?:[^"\\]|\\.)*"/g, '""')
        // What a macro takes, and the path by which it reaches the others.
        .replace(/\$\w+(?::\w+)?/g, '')
        .replace(/super::validation::/g, '')
        .match(/(?<!::)\b[A-Za-z]\w*/g),
    );
    return this.#mentions;
  }
}

/** The name of an item of another crate, by which code calls it, and its path. */
type Imports = ReadonlyMap<string, string>;

/** Begins each piece, and names it. */
const MARKER = /^\/\/ --- (.+)\n/m;

/** Their heads, which hold imports, and after each the pieces by turns with their names. */
const sources = [records, columns, validation].map((source) => source.split(MARKER));
const head = sources.map(([imports]) => imports).join('');
const parts = sources.flatMap(([, ...parts]) => parts);

const imports: Imports = new Map(
  [...head.matchAll(/^use ([\w:]+)::(?:\{([^}]+)\}|(\w+));$/gm)].flatMap(([, path, list, one]) =>
    ((list ?? one ?? '').match(/\w+/g) ?? []).map((name) => [name, `${path}::${name}`] as const),
  ),
);

const pieces: readonly Piece[] = parts.flatMap((name, i) =>
  i % 2 === 1 ? [] : [new Piece(name, (parts[i + 1] ?? '').trimEnd())],
);

/** The piece that declares a name: that of the name, or the first of a longer one (`Violations::check`). */
const declaring = new Map<string, Piece>();
for (const piece of pieces) {
  for (const [, name = ''] of piece.text.matchAll(
    /^(?:pub |pub\(super\) )?(?:struct|enum|trait|type|const|fn|macro_rules!) (\w+)/gm,
  ))
    declaring.set(name, piece);
}

const named: ReadonlyMap<string, Piece> = new Map(pieces.map((piece) => [piece.name, piece]));

/** Types that files of models import, and which therefore must not be called like one of these. */
export const sharedTypes = ['Violation', 'Violations', 'Pattern', 'Rule', 'Given', 'Param', 'Valid', 'Validate'] as const;

/** Those of them that users of models see. */
export const publicTypes = ['Param', 'Valid', 'Validate', 'Violation'] as const satisfies readonly SharedType[];

export type SharedType = (typeof sharedTypes)[number];

/** The names of the shared types where some are taken by models. */
export function namesOfShared(scope: NameScope): ReadonlyMap<string, string> {
  return new Map(sharedTypes.map((name) => [name, scope.claim(name, `Model${name}`)]));
}

/**
 * The text of the helpers: pieces and all that they need, in the order of their file, after their imports.
 *
 * @param wanted names of pieces
 * @param names what items are called, where that is not their name
 * @param module what their module is called
 */
export function helpers(wanted: Iterable<string>, names: ReadonlyMap<string, string>, module: string): readonly string[] {
  const found = new Set<Piece>();
  const add = (piece: Piece): void => {
    if (found.has(piece)) return;
    found.add(piece);
    // Methods of the list of violations are pieces, too: each stands where some code calls it.
    const methods = [...piece.text.matchAll(/\bviolations\.(\w+)\(/g)].map(([, method]) => named.get(`Violations::${method}`));
    for (const other of [...[...piece.mentions].map((name) => declaring.get(name)), ...methods]) {
      if (other !== undefined) add(other);
    }
  };
  for (const name of wanted) {
    const piece = named.get(name) ?? declaring.get(name);
    if (piece === undefined) throw new Error(`There is no helper ${name}.`);
    add(piece);
  }
  const used = pieces.filter((piece) => found.has(piece));
  const scope = new Scope([]);
  for (const [name, path] of imports) if (used.some(({ mentions }) => mentions.has(name))) scope.useModule(path);
  const items = merged(used.map(({ text }) => text)).map((text) => renamed(text, names, module));
  return [...scope.declarations().map((lines) => lines.join('\n')), ...items].filter((text) => text !== '');
}

const OPENING = 'impl Violations {\n';

/** Methods of one type in one block. */
function merged(texts: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (const text of texts) {
    const last = out.at(-1);
    if (text.startsWith(OPENING) && last?.includes(OPENING))
      out[out.length - 1] = `${last.slice(0, -2)}\n\n${text.slice(OPENING.length)}`;
    else out.push(text);
  }
  return out;
}

/** A text with other names for shared types and for the module, by whose path macros reach them. */
function renamed(text: string, names: ReadonlyMap<string, string>, module: string): string {
  return text
    .replace(/(?<!::|\$)\b[A-Z]\w*|(?<=super::validation::)[A-Z]\w*/g, (name) => names.get(name) ?? name)
    .replaceAll('super::validation::', `super::${module}::`);
}
