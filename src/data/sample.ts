/** Writes sample data that also conform to shapes that the model cannot express: validates, corrects, and validates again. */

import { writeFileSync } from 'node:fs';
import type { Instance } from '../instances/index.ts';
import type { DomainModel } from '../model/index.ts';
import { convert } from './convert.ts';
import { identitiesFor } from './read.ts';
import { type SampleRecord, SampleRepair } from './sample-repair.ts';
import { judgeShapes, type ShapeFiles } from './shapes.ts';
import type { Workspace } from './spools.ts';
import { isUnenforcedShape } from './validate.ts';

/** Maximum number of times that the instances are validated and changed. */
const MAX_ROUNDS = 12;

export interface ConformOptions {
  readonly workspace: Workspace;
  readonly shapes: ShapeFiles | undefined;
  readonly show: (iri: string) => string;
  /** The seed of the instances. */
  readonly seed: number;
}

/**
 * Changes instances until they satisfy the shapes that no layer enforces, and writes them as records to a file. Some may still
 * violate shapes: only SHACL Core is validated, and there may be no values that the shapes require.
 */
export async function writeConforming(
  file: string,
  instances: readonly Instance[],
  model: DomainModel,
  { workspace, shapes, show, seed }: ConformOptions,
): Promise<void> {
  const repair = new SampleRepair(instances, identitiesFor(file, model), seed);
  const write = () => writeFileSync(file, repair.records.map(recordLine).join(''));
  write();
  const unenforced = model.axioms.filter(isUnenforcedShape);
  for (let round = 0; shapes && unenforced.length > 0 && round < MAX_ROUNDS; round++) {
    const turtle = await writeTurtle(file, model, workspace, show);
    const judged = await judgeShapes(turtle, shapes, unenforced, model.policies.regex, workspace);
    if (!repair.correct(judged?.remedies ?? [])) return;
    write();
  }
}

/** Converts records to Turtle, which is validated, and returns the file. */
export async function writeTurtle(
  records: string,
  model: DomainModel,
  workspace: Workspace,
  show: (iri: string) => string,
): Promise<string> {
  const pieces: string[] = [];
  await convert(records, model, 'turtle', { workspace, prefixes: new Map(), show }, (text) => pieces.push(text));
  const file = workspace.file('sample.ttl');
  writeFileSync(file, pieces.join(''));
  return file;
}

function recordLine({ class: cls, iri, value }: SampleRecord): string {
  return `${JSON.stringify({ ...(iri !== undefined && { '@id': iri }), '@type': cls.name, ...value })}\n`;
}
