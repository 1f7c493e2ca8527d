import { setImmediate } from 'node:timers/promises';
import { escapeControlCharactersInJson } from '../diagnostics/index.ts';
import { modelJson, modelText } from '../model/index.ts';
import { tablesJson } from '../targets/sql-schema/index.ts';
import type { Io } from './io.ts';
import { loadCommand, modelFor } from './ontology.ts';
import type { ModelCommandOptions } from './options.ts';
import { report } from './report.ts';
import { printSlice } from './slice.ts';

/** Runs `codegen graph model`. */
export async function printModel(io: Io, argument: string | undefined, options: ModelCommandOptions): Promise<number> {
  const { subject, model, diagnostics } = await modelFor(argument, options);
  for (const text of modelText(modelJson(model, tablesJson(model)))) {
    // Gives a slow reader time, so that not all of the text is in memory at once.
    if (io.stdout.write(escapeControlCharactersInJson(text)) === false) await setImmediate();
  }
  const status = report(io, diagnostics, { more: `${loadCommand(subject.file, options)} lists all` });
  printSlice(io, model, subject.file, options);
  return status;
}
