/** Prints the module that all schemas share: only what a model uses. */

import { linearPatternModule } from '../text/index.ts';
import { kindPieces } from './kinds.ts';
import source from './runtime/schema.ts?raw';

/** The module of the runtime, without its extension. Its name has a hyphen, so that no class can have it. */
export const runtimeModule = 'schema-runtime';

/** The module for patterns that take a `RegExp` more than linear time. */
export const searchesModule = 'linear-pattern';

/** The names that every model uses. */
export const always: readonly string[] = ['ObjectSchema', 'StandardSchema', 'ValidationError', 'Violation'];

interface Piece {
  readonly text: string;
  /** The names that the piece declares. */
  readonly names: readonly string[];
  /** The indexes of the pieces that it refers to. */
  readonly needs: readonly number[];
}

/** Kinds whose names are also types of TypeScript. No piece refers to them. */
const ofLanguage: ReadonlySet<string> = new Set(['boolean', 'string']);

let made: readonly Piece[] | undefined;

/** Returns the pieces of the runtime, kinds of values last. A piece needs those that declare names in its code. */
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

/** Returns the text of the runtime with the used names, which it exports, and all that they need. */
export function runtimeText(used: Iterable<string>): string {
  const wanted = new Set(used);
  const found = new Set<number>();
  for (const [place, { names }] of pieces().entries()) if (names.some((name) => wanted.has(name))) found.add(place);
  // Grows while it is walked.
  for (const place of found) for (const need of pieces()[place]?.needs ?? []) found.add(need);
  const printed = pieces()
    .filter((_, place) => found.has(place))
    .map(({ text, names }) => (names.some((name) => wanted.has(name)) ? text : text.replace(/^export /gm, '')));
  return `${printed.join('\n\n')}\n`;
}

/** Returns the text of the module for searches. */
export const searchesText = (): string => linearPatternModule;
