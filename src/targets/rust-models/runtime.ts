import type { NameScope } from '../text/index.ts';
import { BETWEEN, imports, needs, places, texts } from './pieces.made.ts';
import { Scope } from './scope.ts';

/** Types that files of models import, and which therefore must not be called like one of these. */
export const sharedTypes = [
  'Violation',
  'Violations',
  'Pattern',
  'Rule',
  'Given',
  'Invalid',
  'Param',
  'Valid',
  'Validate',
] as const;

/** Those of them that users of models see. */
export const publicTypes = ['Invalid', 'Param', 'Valid', 'Validate', 'Violation'] as const satisfies readonly SharedType[];

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
  const found = new Set<number>();
  for (const name of wanted) {
    const place = places[name];
    if (place === undefined) throw new Error(`There is no helper ${name}.`);
    found.add(place);
  }
  // Grows while it is walked.
  for (const place of found) for (const need of needs[place] as readonly number[]) found.add(need);
  const scope = new Scope([]);
  for (const place of found) for (const path of imports[place] as readonly string[]) scope.useModule(path);
  const used = texts.split(BETWEEN).filter((_, place) => found.has(place));
  const taken = new Map([...names].filter(([name, given]) => name !== given));
  const items = merged(used).map((text) => renamed(text, taken, module));
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

/** What the texts call the module, by whose path macros reach the shared types. */
const MODULE = 'validation';

/**
 * A text with other names for shared types and for the module.
 *
 * @param names of those types that are called otherwise
 */
function renamed(text: string, names: ReadonlyMap<string, string>, module: string): string {
  const named =
    names.size > 0
      ? text.replace(/(?<!::|\$)\b[A-Z]\w*|(?<=super::validation::)[A-Z]\w*/g, (name) => names.get(name) ?? name)
      : text;
  return module === MODULE ? named : named.replaceAll(`super::${MODULE}::`, `super::${module}::`);
}
