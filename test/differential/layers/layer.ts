import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DomainModel, typeNames } from '../../../src/model/index.ts';
import type { Target } from '../../../src/targets/index.ts';
import type { Corpus, Document } from '../documents.ts';

/** What a layer makes of a document. */
export interface Answer {
  /** Why it refuses the document. */
  readonly fault?: string;
  /** The JSON that it writes after reading, if it writes any. */
  readonly echo?: string;
}

/** Lets what a target generates read the documents of each corpus: an answer for each document, or none if it is not asked. */
export type Layer = (corpora: readonly Corpus[], target: Target) => Promise<readonly (readonly (Answer | undefined)[])[]>;

/** The name of the type that a document is read as; undefined where there is none. */
export function typeName(model: DomainModel, { variant: { class: cls, role }, form }: Document): string | undefined {
  const names = typeNames(model).of(cls);
  if (form !== undefined) return names[form];
  if (role === 'related') return cls.relationsName;
  return role === 'entity' ? cls.name : names[role];
}

/** The documents of all corpora, in order, for a program of another language. */
export function questions(corpora: readonly Corpus[]): string {
  const all = corpora.flatMap(({ slug, model, documents }) =>
    documents.map((document) => ({ module: slug, class: typeName(model, document) ?? '', text: document.text })),
  );
  return JSON.stringify(all);
}

/**
 * Gives what a program printed of {@link questions} back to the corpora: `[fault or null, echo or null]` each, or null if it
 * has nothing that reads the document.
 */
export function answers(corpora: readonly Corpus[], printed: string): readonly (readonly (Answer | undefined)[])[] {
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

/** Does something with a folder that is removed afterwards, and a function that writes a file into it. */
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
