/** States what a document of `codegen ai generate` is about: the model, and the classes that the prompt names. */

import type { DomainClass, DomainModel } from '../../../model/index.ts';
import type { Fact } from '../facts.ts';
import { type Folder, readText } from '../folder.ts';

/** The contents of a document. */
export interface Subject {
  readonly model: DomainModel;
  /** The classes that the prompt asks for, or all of the model, in its order. */
  readonly classes: readonly DomainClass[];
  /** The ontology file, as on a command line; undefined if the ontology came with `--code`. */
  readonly file: string | undefined;
  /** Facts about the project; empty without one. */
  readonly facts: readonly Fact[];
  /** How code is generated in this folder, if its files state it. */
  readonly generatedBy?: GeneratedBy | undefined;
}

/** A project that `project gen` created, or settings that list outputs. */
export type GeneratedBy = 'project' | 'settings';

/** Returns how code is generated in a folder, judged by its files. */
export function generatedBy(folder: Folder | undefined): GeneratedBy | undefined {
  const has = (name: string) => folder?.files.some(({ path }) => path === name) ?? false;
  if (folder && isLockOfProject(folder)) return 'project';
  return has('codegen.yaml') || has('codegen.yml') ? 'settings' : undefined;
}

/** Returns a sentence that a document covers only a part of the model, or nothing if it covers all. */
export function scopeNote({ model, classes }: Subject): string[] {
  if (classes.length === model.classes.length) return [];
  return [`This document contains ${classes.length} of the ${model.classes.length} classes of the ontology.`, ''];
}

/** Returns whether a folder has the lock of a project: one that only pins remote files has no scaffold files. */
function isLockOfProject(folder: Folder): boolean {
  const lock = folder.files.find(({ path }) => path === 'codegen.lock');
  try {
    return lock !== undefined && 'files' in JSON.parse(readText(folder.root, lock, lock.bytes) ?? '{}');
  } catch {
    return false;
  }
}
