import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program in a folder. */
export function codegen(cwd: string, args: readonly string[], env: Record<string, string> = {}): Outcome {
  const done = spawnSync(process.execPath, [path.join(root, 'bin/codegen.js'), ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
    maxBuffer: 1 << 28,
  });
  if (done.error) throw done.error;
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

/** Returns standard error without the lines that count axioms and assumptions. */
export function messagesOf({ stderr }: Pick<Outcome, 'stderr'>): string {
  return stderr.replace(/^(?:\d+ axioms? ha|\d+ assumptions?: ).+\n/gm, '');
}

/** Calls `use` with a temporary folder, a copy of another one if given, and deletes the folder afterwards. */
export function inFolder<T>(use: (folder: string) => T, copyOf?: string): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-'));
  try {
    if (copyOf !== undefined && existsSync(copyOf)) cpSync(copyOf, folder, { recursive: true });
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the text of every file below a folder by its path with `/`; for a symbolic link, the text of its target. */
export function readTree(folder: string, below = ''): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(path.join(folder, below)).sort()) {
    const relative = below === '' ? name : `${below}/${name}`;
    const stat = lstatSync(path.join(folder, relative), { throwIfNoEntry: false });
    // A lock file that was deleted after the folder was listed.
    if (stat === undefined) continue;
    if (stat.isDirectory()) Object.assign(files, readTree(folder, relative));
    else files[relative] = readFileSync(path.join(folder, relative), 'utf8');
  }
  return files;
}
