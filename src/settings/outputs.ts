import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic } from '../diagnostics/index.ts';
import type { Output, Settings } from './types.ts';

/** @throws DiagnosticError for each output whose folder is that of another one, or lies within it: files would meet there. */
export function checkOutputs({ outputs, lineAt }: Settings): void {
  const problems: Diagnostic[] = [];
  for (const [i, output] of outputs.entries()) {
    const other = outputs.slice(0, i).find((each) => overlap(each, output));
    if (!other) continue;
    const problem = `is ${output.folder}, which ${relation(output, other)} of ${other.template}, ${other.folder}`;
    const help = 'give each output a folder of its own';
    problems.push(
      diagnostic(
        'settings-value',
        { where: `outputs[${i}].folder`, problem, suggestion: help },
        output.place,
        lineAt(output.place),
      ),
    );
  }
  if (problems.length > 0) throw new DiagnosticError(...problems);
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
