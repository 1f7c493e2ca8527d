/** Helpers of the tests of `src/output`: temporary directories and snapshots of them. */

import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { PlannedFile } from '../../src/output/index.ts';

/** Creates a directory that is deleted after the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'codegen-output-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
}

/** Lists everything below a directory: folders as `true`, links as their targets, files with content, mode and time. */
export function snapshotOf(root: string): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const at = path.join(root, name);
    const stat = lstatSync(at, { bigint: true });
    if (stat.isDirectory()) out[name] = true;
    else if (stat.isSymbolicLink()) out[name] = readlinkSync(at);
    else out[name] = `${stat.mode.toString(8)} ${stat.mtimeNs} ${readFileSync(at, 'utf8')}`;
  }
  return out;
}

export const origin = { generator: 'rust-models', ontology: 'blog.ttl' };

export function planned(files: Readonly<Record<string, string>>, from = origin): PlannedFile[] {
  return Object.entries(files).map(([name, content]) => ({ path: name, content, origin: from }));
}
