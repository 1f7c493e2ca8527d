import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DomainModel, typeNames } from '../../../src/model/index.ts';
import type { Target } from '../../../src/targets/index.ts';
import type { Corpus, Document } from '../documents.ts';

/** The result of a layer for a document. */
export interface Answer {
  /** The reason of a rejection. */
  readonly fault?: string;
  /** The JSON that it writes after reading, if it writes any. */
  readonly echo?: string;
}

/** Reads the documents of each corpus with generated code. Returns an answer for each one; undefined if the layer skips it. */
export type Layer = (corpora: readonly Corpus[], target: Target) => Promise<readonly (readonly (Answer | undefined)[])[]>;

/** Returns the name of the type that reads a document; undefined if none exists. */
export function typeName(model: DomainModel, { variant: { class: cls, role }, form }: Document): string | undefined {
  const names = typeNames(model).of(cls);
  if (form !== undefined) return names[form];
  if (role === 'related') return cls.relationsName;
  return role === 'entity' ? cls.name : names[role];
}

/** Returns the documents of all corpora, in order, as JSON for a program in another language. */
export function documentsJson(corpora: readonly Corpus[]): string {
  const all = corpora.flatMap(({ slug, model, documents }) =>
    documents.map((document) => ({ module: slug, class: typeName(model, document) ?? '', text: document.text })),
  );
  return JSON.stringify(all);
}

/**
 * Assigns the printed answers to {@link documentsJson} to the corpora. An answer is `[fault or null, echo or null]`, or null if
 * the program has no type that reads the document.
 */
export function assignAnswers(corpora: readonly Corpus[], printed: string): readonly (readonly (Answer | undefined)[])[] {
  const all: readonly (readonly [string | null, string | null] | null)[] = JSON.parse(printed);
  let next = 0;
  const found = corpora.map(({ documents }) =>
    documents.map((): Answer | undefined => {
      const answer = all[next++];
      if (!answer) return undefined;
      const [fault, echo] = answer;
      return { ...(fault !== null && { fault }), ...(echo !== null && { echo }) };
    }),
  );
  if (next !== all.length) throw new Error(`${all.length} answers to ${next} documents`);
  return found;
}

/** Calls a function with a temporary folder, which is removed afterwards, and with a function that writes a file into it. */
export async function inFolder<T>(
  work: (folder: string, write: (file: string, content: string) => void) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-differential-'));
  const write = (file: string, content: string) => {
    const full = path.join(folder, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  };
  try {
    return await work(folder, write);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
