/** The module that all schemas share. What is printed of it is what a model uses. */

import { linearPatternModule } from '../text/index.ts';
import { kindPieces } from './kinds.ts';
import source from './runtime/schema.ts?raw';

/** The module of the runtime, without its extension. Its name has a hyphen, so that no class can have it. */
export const runtimeModule = 'schema-runtime';

/** The module that searches for patterns that a `RegExp` would take too long for. It is printed where there are such. */
export const searchesModule = 'linear-pattern';

/** What every model has: what users import, and the types of schemas. */
export const always: readonly string[] = ['ObjectSchema', 'ValidationError'];

interface Piece {
  readonly text: string;
  /** The names that it declares. */
  readonly names: readonly string[];
  /** The pieces that it needs, by their places. */
  readonly needs: readonly number[];
}

/** Kinds that are called like types of the language, and that no piece needs. */
const ofLanguage: ReadonlySet<string> = new Set(['boolean', 'string']);

let made: readonly Piece[] | undefined;

/** The pieces of the runtime, those of kinds of values last: what each declares is needed by those that name it. */
function pieces(): readonly Piece[] {
  if (made !== undefined) return made;
  const written = source.split(/^\/\/ --- .*\n/m).slice(1, -1);
  const texts = [...written, ...kindPieces()].map((text) => text.trim());
  const names = texts.map((text) =>
    [...text.matchAll(/^(?:export )?(?:const|function|class|interface|type) (\w+)/gm)].map(([, name]) => name as string),
  );
  const places = new Map(names.flatMap((list, place) => list.map((name) => [name, place] as const)));
  made = texts.map((text, place) => {
    const code = text.replace(/\/\*\*[\s\S]*?\*\/|^ *\/\/ .*|'[^'\n]*'/gm, '');
    const words = new Set(code.match(/(?<!(?:^|[^.])\.)\b[a-zA-Z]\w*/g));
    const needs = [...words].flatMap((word) => (ofLanguage.has(word) ? [] : (places.get(word) ?? [])));
    return { text, names: names[place] as readonly string[], needs };
  });
  return made;
}

/** The text of the runtime: what is used of it, by name, and what that needs. */
export function runtimeText(used: Iterable<string>): string {
  const wanted = new Set(used);
  const found = new Set<number>();
  for (const [place, { names }] of pieces().entries()) if (names.some((name) => wanted.has(name))) found.add(place);
  // Grows while it is walked.
  for (const place of found) for (const need of pieces()[place]?.needs ?? []) found.add(need);
  const printed = pieces().filter((_, place) => found.has(place));
  return `${printed.map(({ text }) => text).join('\n\n')}\n`;
}

/** The text of the module of searches. */
export const searchesText = (): string => linearPatternModule;
