/** Rejects outputs that would overwrite each other: `folder: src` contains `folder: src/models`. */

import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, formatPlace } from '../diagnostics/index.ts';
import type { Output, Settings } from './types.ts';

/** @throws DiagnosticError for each output whose folder equals, contains or is inside that of another output of the file */
export function checkOutputs(settings: Settings): void {
  const { outputs } = settings;
  const problems = outputs.flatMap((output, i) => {
    const other = outputs.slice(0, i).find((each) => overlaps(each, output));
    return other ? [sharedFolderError(settings, i, other, other.folder)] : [];
  });
  if (problems.length > 0) throw new DiagnosticError(...problems);
}

/** Returns an error for each output whose folder equals, contains or is inside that of an output of another settings file. */
export function folderOverlapErrors(settings: Settings, others: readonly Settings[]): readonly Diagnostic[] {
  const otherOutputs = others.flatMap(({ outputs }) => outputs);
  return settings.outputs.flatMap((output, i) => {
    const other = otherOutputs.find((each) => overlaps(each, output));
    return other ? [sharedFolderError(settings, i, other, `${other.folder} (${formatPlace(other.place)})`)] : [];
  });
}

/** @param otherFolder the folder of the other output, for the message */
function sharedFolderError({ outputs, lineAt }: Settings, i: number, other: Output, otherFolder: string): Diagnostic {
  const output = outputs[i] as Output;
  const isSame = comparableFolder(output) === comparableFolder(other);
  const overlap = isSame ? 'is the folder' : `is ${output.folder}, which ${describeOverlap(output, other)}`;
  const problem = `${overlap} of ${other.template}, ${otherFolder}`;
  const help = 'give each output its own folder';
  return diagnostic(
    'settings-value',
    { where: `outputs[${i}].folder`, problem, suggestion: help },
    output.place,
    lineAt(output.place),
  );
}

/** Returns the folder as text for comparison: in lower case, because paths that differ only in case may be one folder, and with one separator at the end, so that `src` does not contain `src2`. */
function comparableFolder({ folder }: Output): string {
  return `${path.resolve(folder).normalize('NFC').toLowerCase()}${path.sep}`.replaceAll(path.sep + path.sep, path.sep);
}

function overlaps(a: Output, b: Output): boolean {
  return comparableFolder(a).startsWith(comparableFolder(b)) || comparableFolder(b).startsWith(comparableFolder(a));
}

function describeOverlap(output: Output, other: Output): string {
  return comparableFolder(output).startsWith(comparableFolder(other)) ? 'lies within the folder' : 'contains the folder';
}
