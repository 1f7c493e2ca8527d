/**
 * Prints the module that all schemas share. It contains only the pieces of `runtime/*.ts` that a model uses; in these files, a
 * line `// --- name` begins a piece.
 */

import { kindPieces, type Validators } from './kinds.ts';
import rulesSource from './runtime/rules.ts?raw';
import schemaSource from './runtime/schema.ts?raw';
import zodSource from './runtime/zod.ts?raw';

/** The module of the runtime, without its extension. Its name has a hyphen, so that no class can have it. */
export const runtimeModule = 'schema-runtime';

/** The module for patterns for which a `RegExp` needs more than linear time. */
export const patternModule = 'linear-pattern';

/** The names that every model uses. */
export const commonNames: Readonly<Record<Validators, readonly string[]>> = {
  own: ['ObjectSchema', 'StandardSchema', 'ValidationError', 'Violation'],
  zod: [],
};

/** The function for the noun of a message, which is singular after 1. Models without a bound of 1 print the plural instead. */
export const singularFunction = 'counted';

const SINGULAR_CALL = /\$\{counted\((\w+), '(\w+)'\)\}/g;

interface Piece {
  /** The names that the piece declares. */
  readonly names: readonly string[];
  readonly text: () => string;
}

type Pieces = ReadonlyMap<string, Piece>;

/** Returns the pieces of a source, by the names that they declare. */
function piecesOf(source: string): Pieces {
  const texts = source.split(/^\/\/ --- .*\n/m).slice(1, -1);
  return indexByName(texts.map((text) => ({ names: declaredNames(text), text: () => text.trim() })));
}

function indexByName(pieces: readonly Piece[]): Pieces {
  return new Map(pieces.flatMap((piece) => piece.names.map((name) => [name, piece])));
}

/** Returns whether a piece works without the own schemas. */
function worksWithoutSchemas([, { text }]: readonly [string, Piece]): boolean {
  return !/\b(?:Schema|ObjectSchema|Issue|Path)\b/.test(text());
}

function ownPieces(hasSingular: boolean) {
  const rules = hasSingular
    ? rulesSource
    : rulesSource.replace(SINGULAR_CALL, (_, bound, noun) => `\${String(${bound})} ${noun}s`);
  return [...piecesOf(schemaSource), ...piecesOf(rules)];
}

/** The pieces of a runtime, kinds of values last. Those for zod replace others of the same name. */
const pieces: Readonly<Record<Validators, (hasSingular: boolean) => Pieces>> = {
  own: (hasSingular) => new Map([...ownPieces(hasSingular), ...indexByName(kindPieces('own'))]),
  zod: (hasSingular) =>
    new Map([...ownPieces(hasSingular).filter(worksWithoutSchemas), ...piecesOf(zodSource), ...indexByName(kindPieces('zod'))]),
};

function declaredNames(text: string): readonly string[] {
  const declarations = text.matchAll(/^(?:export )?(?:const|function|class|interface|type) (\w+)/gm);
  return [...declarations].map(([, name]) => name as string);
}

/** Kinds whose names are also types of TypeScript. No piece refers to them. */
const builtInTypes: ReadonlySet<string> = new Set(['boolean', 'string']);

/** Returns the pieces that declare names in the code of a piece. */
function requiredPieces({ text }: Piece, byName: Pieces): readonly Piece[] {
  const code = text().replace(/\/\*\*[\s\S]*?\*\/|^ *\/\/ .*|'[^'\n]*'/gm, '');
  const words = new Set(code.match(/(?<!(?:^|[^.])\.)\b[a-zA-Z]\w*/g));
  return [...words].flatMap((word) => (builtInTypes.has(word) ? [] : (byName.get(word) ?? [])));
}

/** Returns the text of the runtime with the used names, which it exports, and all that they need. */
export function runtimeText(used: Iterable<string>, validators: Validators): string {
  const names = new Set(used);
  const byName = pieces[validators](names.has(singularFunction));
  const exported = new Set([...names].flatMap((name) => byName.get(name) ?? []));
  const needed = new Set(exported);
  // The set grows while it is iterated.
  for (const piece of needed) for (const required of requiredPieces(piece, byName)) needed.add(required);
  const all = new Set(byName.values());
  const texts = [...all].filter((piece) => needed.has(piece)).map((piece) => pieceText(piece, exported.has(piece)));
  const imports = validators === 'zod' ? ["import * as z from 'zod';"] : [];
  return `${[...imports, ...texts].join('\n\n')}\n`;
}

function pieceText({ text }: Piece, isExported: boolean): string {
  return isExported ? text() : text().replace(/^export /gm, '');
}
