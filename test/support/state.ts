import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Tests trust nothing, and make nothing trusted, for the user of this machine. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-state-'));
  process.env['XDG_STATE_HOME'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
