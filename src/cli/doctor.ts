import type { Paint } from '../diagnostics/index.ts';
import { type Check, examine, isBroken, type Status } from '../doctor/index.ts';
import { columns } from './columns.ts';
import { createPaint, type Io, printJson, widthOf } from './io.ts';
import type { DoctorOptions } from './options.ts';

/** Runs `codegen utils doctor`. */
export async function doctor(io: Io, options: DoctorOptions): Promise<number> {
  const checks = await examine({ cwd: process.cwd(), env: io.env, online: options.online });
  const ok = !checks.some(isBroken);
  const listed = io.level === 'quiet' ? checks.filter(({ status }) => status === 'failed') : checks;
  if (options.json) printJson(io, { version: 1, ok, checks });
  else for (const line of lines(listed, createPaint(io.stdout, io.env), widthOf(io.stdout))) io.stdout.write(`${line}\n`);
  if (!options.json && io.level !== 'quiet') io.stdout.write(`${countByStatus(checks)}\n`);
  return ok ? 0 : 1;
}

const styles: Record<Status, 'red' | 'yellow' | 'dim'> = { ok: 'dim', warning: 'yellow', failed: 'red' };

/** Returns a row for each check. */
function lines(checks: readonly Check[], paint: Paint, width: number | undefined): string[] {
  const rows = checks.map(({ status, name, message, remedy }) => {
    const text = remedy === undefined ? message : `${message}; ${paint('cyan', 'remedy')}: ${remedy}`;
    return [
      paint(styles[status], status.padEnd('warning'.length)),
      name,
      text.replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks)),
    ];
  });
  return columns(rows, width);
}

function countByStatus(checks: readonly Check[]): string {
  return (['ok', 'warning', 'failed'] as const)
    .map((status) => `${checks.filter((each) => each.status === status).length} ${status}`)
    .join(', ');
}
