import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Gives the tests their own state folder: they neither use nor change what the user of this machine trusts. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-state-'));
  process.env['XDG_STATE_HOME'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
