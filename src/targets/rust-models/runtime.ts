/**
 * Prints the helper modules of the generated crate: only the pieces that its models use. `pieces.build-time.ts` divides the files in
 * `runtime/` into these pieces.
 */

import type { NameScope } from '../text/index.ts';
// Parallel lists: piece i is in the module modules[i], has the imports imports[i] and needs the pieces needs[i]. `texts` joins
// the texts of the pieces with `BETWEEN`. `indexes` has the index of each name.
import { BETWEEN, imports, indexes, modules, needs, texts } from './pieces.build-time.ts';
import { Scope } from './scope.ts';

/** The modules with shared code. */
export const helperModules = ['numbers', 'page', 'patch', 'rows', 'validation'] as const;

export type HelperModule = (typeof helperModules)[number];

/** The shared types. If a model has a type `Page`, the shared one becomes `ModelPage`. */
export const sharedTypes = ['ExactDecimal', 'Page', 'Present', 'Valid', 'Validate', 'Violation', 'Violations'] as const;

export type SharedType = (typeof sharedTypes)[number];

/** Returns the names of the shared types, renamed if models use the names. */
export function namesOfShared(scope: NameScope): ReadonlyMap<string, string> {
  return new Map(sharedTypes.map((name) => [name, scope.claim(name, `Model${name}`)]));
}

/** Returns the module of a piece, by its name or by a name that it declares. */
export function moduleOf(name: string): HelperModule {
  return modules[pieceIndex(name)] as HelperModule;
}

function pieceIndex(name: string): number {
  const index = indexes[name];
  if (index === undefined) throw new Error(`There is no helper ${name}.`);
  return index;
}

/** Returns the indexes of the named pieces and of all pieces that they need. */
export function requiredPieces(names: ReadonlySet<string>): ReadonlySet<number> {
  const required = new Set([...names].map(pieceIndex));
  // The set grows while it is iterated.
  for (const index of required) for (const dependency of needs[index] as readonly number[]) required.add(dependency);
  // Only a bound of 1 needs the singular.
  if (!names.has('plural')) required.delete(pieceIndex('plural'));
  return required;
}

/**
 * Returns the text of a shared module: its imports and its pieces, in the order of their file.
 *
 * @param printed the indexes of the printed pieces of all modules
 * @param names the names of the shared types
 * @param moduleNames the names of the modules
 */
export function helperFile(
  module: HelperModule,
  printed: ReadonlySet<number>,
  names: ReadonlyMap<string, string>,
  moduleNames: ReadonlyMap<HelperModule, string>,
): readonly string[] {
  const pieceIndexes = [...printed].filter((index) => modules[index] === module).sort((a, b) => a - b);
  const scope = new Scope([]);
  for (const index of pieceIndexes) {
    for (const path of imports[index] as readonly string[]) scope.usePath(path);
    for (const dependency of needs[index] as readonly number[]) {
      const otherModule = modules[dependency] as HelperModule;
      // From other modules, a piece needs only shared types, and their methods, which need no import.
      const type = sharedTypes.find((name) => pieceIndex(name) === dependency);
      if (otherModule !== module && type !== undefined)
        scope.from(`super::${moduleNames.get(otherModule)}`, names.get(type) as string);
    }
  }
  const hasPlural = printed.has(pieceIndex('plural'));
  const pieceTexts = texts.split(BETWEEN).map((text) => (hasPlural ? text : text.replace(PLURAL_ENDING, 's$1"')));
  const renamedTypes = new Map([...names].filter(([name, newName]) => name !== newName));
  const items = mergeMethods(pieceIndexes.map((index) => pieceTexts[index] as string)).map((text) =>
    renameTypes(text, renamedTypes),
  );
  return [...scope.declarations().map((lines) => lines.join('\n')), ...items].filter((text) => text !== '');
}

/** The end of a message with a noun that is singular after 1. */
const PLURAL_ENDING = /\{\}( long)?", plural\(\w+\)/;

const VIOLATIONS_IMPL = 'impl Violations {\n';

/** Merges adjacent methods of `Violations` into one `impl` block. */
function mergeMethods(texts: readonly string[]): readonly string[] {
  const merged: string[] = [];
  for (const text of texts) {
    const previous = merged.at(-1);
    // Removes the closing `\n}` of the previous block.
    if (text.startsWith(VIOLATIONS_IMPL) && previous?.startsWith(VIOLATIONS_IMPL))
      merged[merged.length - 1] = `${previous.slice(0, -2)}\n\n${text.slice(VIOLATIONS_IMPL.length)}`;
    else merged.push(text);
  }
  return merged;
}

/** Returns a text with renamed shared types. */
function renameTypes(text: string, names: ReadonlyMap<string, string>): string {
  return names.size > 0 ? text.replace(/(?<!::)\b[A-Z]\w*/g, (name) => names.get(name) ?? name) : text;
}
