import type { NameScope } from '../text/index.ts';
import { BETWEEN, imports, modules, needs, places, texts } from './pieces.made.ts';
import { Scope } from './scope.ts';

/** The modules with shared code. */
export const helperModules = ['page', 'patch', 'rows', 'validation'] as const;

export type HelperModule = (typeof helperModules)[number];

/** The shared types. A model's type of the same name renames them. */
export const sharedTypes = ['Page', 'Present', 'Valid', 'Validate', 'Violation', 'Violations'] as const;

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
  const place = places[name];
  if (place === undefined) throw new Error(`There is no helper ${name}.`);
  return place;
}

/** Returns the indexes of the used pieces and of all that they need. */
export function requiredPieces(names: Iterable<string>): ReadonlySet<number> {
  const found = new Set([...names].map(pieceIndex));
  // The set grows while it is iterated.
  for (const place of found) for (const need of needs[place] as readonly number[]) found.add(need);
  return found;
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
  const pieces = [...printed].filter((place) => modules[place] === module).sort((a, b) => a - b);
  const scope = new Scope([]);
  for (const place of pieces) {
    for (const path of imports[place] as readonly string[]) scope.useModule(path);
    for (const need of needs[place] as readonly number[]) {
      const other = modules[need] as HelperModule;
      const type = sharedTypes.find((name) => pieceIndex(name) === need);
      if (other !== module && type !== undefined) scope.from(`super::${moduleNames.get(other)}`, names.get(type) as string);
    }
  }
  const all = texts.split(BETWEEN);
  const renamedTypes = new Map([...names].filter(([name, given]) => name !== given));
  const items = mergeMethods(pieces.map((place) => all[place] as string)).map((text) => renamed(text, renamedTypes));
  return [...scope.declarations().map((lines) => lines.join('\n')), ...items].filter((text) => text !== '');
}

const OPENING = 'impl Violations {\n';

/** Merges adjacent methods of `Violations` into one `impl` block. */
function mergeMethods(texts: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (const text of texts) {
    const last = out.at(-1);
    if (text.startsWith(OPENING) && last?.startsWith(OPENING))
      out[out.length - 1] = `${last.slice(0, -2)}\n\n${text.slice(OPENING.length)}`;
    else out.push(text);
  }
  return out;
}

/** Returns a text with renamed shared types. */
function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return names.size > 0 ? text.replace(/(?<!::)\b[A-Z]\w*/g, (name) => names.get(name) ?? name) : text;
}
