import { setImmediate } from 'node:timers/promises';
import { escapeControlCharactersInJson } from '../diagnostics/index.ts';
import { modelText } from '../model/index.ts';
import { tablesJson } from '../targets/sql-schema/index.ts';
import type { Io } from './io.ts';
import { loadCommand, modelFor } from './ontology.ts';
import type { ModelCommandOptions } from './options.ts';
import { report } from './report.ts';
import { printSlice } from './slice.ts';

/** The number of buffered characters above which they are written. */
const PIECE = 1 << 18;

/** Runs `codegen graph model`. */
export async function printModel(io: Io, argument: string | undefined, options: ModelCommandOptions): Promise<number> {
  const { subject, model, diagnostics } = await modelFor(argument, options);
  let waiting: string[] = [];
  let length = 0;
  const flush = async () => {
    const isFull = io.stdout.write(escapeControlCharactersInJson(waiting.join(''))) === false;
    waiting = [];
    length = 0;
    // Gives a slow reader time, so that not all of the text is in memory at once.
    if (isFull) await setImmediate();
  };
  for (const text of modelText(model, tablesJson(model))) {
    waiting.push(text);
    length += text.length;
    if (length > PIECE) await flush();
  }
  await flush();
  const status = report(io, diagnostics, { more: `${loadCommand(subject.file, options)} lists all` });
  printSlice(io, model, subject.file, options);
  return status;
}
