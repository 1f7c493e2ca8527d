import { type Diagnostic, formatDiagnostic } from '../diagnostics/index.ts';
import { type Io, painter } from './io.ts';

/** Of one kind of warning, so many are shown in full. */
const SHOWN = 10;

/** Of more warnings than these, their numbers by kind follow: nobody counts them. */
const MANY = 50;

/**
 * Prints diagnostics on standard error. Errors are all shown; of each kind of warning the first ones are,
 * and a line says how many more there are, and where to see them. Where many are shown, it says how many of each.
 *
 * @param more says where all of them can be seen; without it all are shown
 * @returns the exit status: 0 if there was no error
 */
export function report(io: Io, diagnostics: readonly Diagnostic[], more?: string): 0 | 1 | 2 {
  const paint = painter(io.stderr, io.env);
  const counts = new Map<string, number>();
  let status: 0 | 1 | 2 = 0;
  for (const d of diagnostics) {
    if (d.severity === 'error') {
      io.stderr.write(`${formatDiagnostic(d, paint)}\n`);
      if (status === 0) status = d.exit;
      continue;
    }
    const count = (counts.get(d.code) ?? 0) + 1;
    counts.set(d.code, count);
    if (more === undefined || count <= SHOWN) io.stderr.write(`${formatDiagnostic(d, paint)}\n`);
  }
  if (more !== undefined) {
    for (const [code, count] of counts) {
      if (count > SHOWN) {
        io.stderr.write(`${paint('yellow', 'warning')}: ${count - SHOWN} more of ${paint('dim', `[${code}]`)}; ${more}\n`);
      }
    }
  } else if ([...counts.values()].reduce((sum, count) => sum + count, 0) > MANY) {
    for (const [code, count] of [...counts].sort((a, b) => b[1] - a[1])) {
      io.stderr.write(`${paint('yellow', 'warning')}: ${count} of ${paint('dim', `[${code}]`)}\n`);
    }
  }
  return status;
}

/** A diagnostic as data, for `--json`. */
export function diagnosticData(d: Diagnostic) {
  return {
    code: d.code,
    severity: d.severity,
    message: d.message,
    ...(d.place && { file: d.place.file }),
    ...(d.place?.line !== undefined && { line: d.place.line }),
    ...(d.place?.column !== undefined && { column: d.place.column }),
    ...(d.help !== undefined && { help: d.help }),
  };
}
