import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, formatPlace } from '../diagnostics/index.ts';
import type { Output, Settings } from './types.ts';

/** @throws DiagnosticError for each output whose folder is that of another one, or lies within it: files would meet there. */
export function checkOutputs(settings: Settings): void {
  const { outputs } = settings;
  const problems = outputs.flatMap((output, i) => {
    const other = outputs.slice(0, i).find((each) => overlap(each, output));
    return other ? [shared(settings, i, other, other.folder)] : [];
  });
  if (problems.length > 0) throw new DiagnosticError(...problems);
}

/**
 * An error for each output of a settings file whose folder is that of an output of another file, or lies within it, or holds
 * it: each would replace what the other one wrote.
 */
export function sharedFolders(settings: Settings, others: readonly Settings[]): readonly Diagnostic[] {
  const theirs = others.flatMap(({ outputs }) => outputs);
  return settings.outputs.flatMap((output, i) => {
    const other = theirs.find((each) => overlap(each, output));
    return other ? [shared(settings, i, other, `${other.folder} (${formatPlace(other.place)})`)] : [];
  });
}

/** @param shown the folder of the other output, as it is told */
function shared({ outputs, lineAt }: Settings, i: number, other: Output, shown: string): Diagnostic {
  const output = outputs[i] as Output;
  const problem = `is ${output.folder}, which ${relation(output, other)} of ${other.template}, ${shown}`;
  const help = 'give each output a folder of its own';
  return diagnostic(
    'settings-value',
    { where: `outputs[${i}].folder`, problem, suggestion: help },
    output.place,
    lineAt(output.place),
  );
}

/** Where a folder may be another one only by case, it counts as the same. */
function folded({ folder }: Output): string {
  return `${path.resolve(folder).normalize('NFC').toLowerCase()}${path.sep}`.replaceAll(path.sep + path.sep, path.sep);
}

function overlap(a: Output, b: Output): boolean {
  return folded(a).startsWith(folded(b)) || folded(b).startsWith(folded(a));
}

function relation(output: Output, other: Output): string {
  if (folded(output) === folded(other)) return 'is the folder';
  return folded(output).startsWith(folded(other)) ? 'lies within the folder' : 'holds the folder';
}
