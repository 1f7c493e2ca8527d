import { styleText } from 'node:util';
import { plain } from '../diagnostics/index.ts';
import { type Check, examine, isBroken, toText } from '../doctor/index.ts';
import { hasColor, type Io } from './io.ts';
import { printJson } from './json.ts';
import { Progress } from './progress.ts';

/** `utils doctor` */
export async function doctor(io: Io, options: { readonly json?: boolean; readonly online?: boolean }): Promise<number> {
  const progress = new Progress(io.stderr, true);
  let checks: readonly Check[];
  try {
    await progress.step('looking at this machine');
    checks = await examine({ cwd: process.cwd(), env: io.env, online: options.online === true });
  } finally {
    progress.end();
  }
  const ok = !checks.some(isBroken);
  if (options.json) printJson(io, { version: 1, ok, checks });
  else io.stdout.write(toText(checks, hasColor(io.stdout, io.env) ? (style, text) => styleText(style, text) : plain));
  return ok ? 0 : 1;
}
