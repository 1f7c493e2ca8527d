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
  /** The names that the piece declares. */
  readonly names: readonly string[];
  readonly text: () => string;
}

/** The pieces of the runtime, kinds of values last. */
const pieces: readonly Piece[] = [
  ...source
    .split(/^\/\/ --- .*\n/m)
    .slice(1, -1)
    .map((text) => ({ names: declaredIn(text), text: () => text.trim() })),
  ...kindPieces,
];

function declaredIn(text: string): readonly string[] {
  const declarations = text.matchAll(/^(?:export )?(?:const|function|class|interface|type) (\w+)/gm);
  return [...declarations].map(([, name]) => name as string);
}

/** Kinds whose names are also types of TypeScript. No piece refers to them. */
const ofLanguage: ReadonlySet<string> = new Set(['boolean', 'string']);

const byName: ReadonlyMap<string, Piece> = new Map(pieces.flatMap((piece) => piece.names.map((name) => [name, piece])));

/** Returns the pieces that declare names in the code of a piece. */
function neededBy({ text }: Piece): readonly Piece[] {
  const code = text().replace(/\/\*\*[\s\S]*?\*\/|^ *\/\/ .*|'[^'\n]*'/gm, '');
  const words = new Set(code.match(/(?<!(?:^|[^.])\.)\b[a-zA-Z]\w*/g));
  return [...words].flatMap((word) => (ofLanguage.has(word) ? [] : (byName.get(word) ?? [])));
}

/** Returns the text of the runtime with the used names, which it exports, and all that they need. */
export function runtimeText(used: Iterable<string>): string {
  const exported = new Set([...used].flatMap((name) => byName.get(name) ?? []));
  const found = new Set(exported);
  // Grows while it is walked.
  for (const piece of found) for (const needed of neededBy(piece)) found.add(needed);
  const texts = pieces.filter((piece) => found.has(piece)).map((piece) => printed(piece, exported.has(piece)));
  return `${texts.join('\n\n')}\n`;
}

function printed({ text }: Piece, isExported: boolean): string {
  return isExported ? text() : text().replace(/^export /gm, '');
}

/** Returns the text of the module for searches. */
export const searchesText = (): string => linearPatternModule;
