/** Prints which part of the model is generated, if options or settings select one. */

import { formatPlace, type Paint } from '../diagnostics/index.ts';
import type { DomainModel, Slice } from '../model/index.ts';
import { groupLeaving, sliceSummary } from '../report/index.ts';
import { columns } from './columns.ts';
import type { Io } from './io.ts';
import { commandLine } from './ontology.ts';
import type { ModelOptions } from './options.ts';

/**
 * Prints the number of selected classes, and the command that lists references out of the slice; nothing for a whole model.
 *
 * @param file the ontology as the user named it
 */
export function printSlice(io: Io, { slice, classes }: DomainModel, file: string, options: ModelOptions): void {
  if (!slice || io.level === 'quiet') return;
  const command = slice.leaving.length === 0 ? '' : `; ${commandLine(['graph', 'report', file], options)} lists them`;
  io.stderr.write(`${sliceSummary(slice, classes.length)}${command}\n`);
}

/** Lists what leads out of a slice, each with its source location and its target. */
export function outgoingLines(slice: Slice, paint: Paint, width: number | undefined): string[] {
  return groupLeaving(slice).flatMap(({ heading, entries }) => [
    '',
    paint('bold', heading),
    ...columns(
      entries.map(({ element, target, place }) => [`  ${place ? formatPlace(place) : ''}`, element, target]),
      width,
    ),
  ]);
}
