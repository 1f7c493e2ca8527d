import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { python, run } from '../support/judges.ts';
import { type Judge, outcomes, readings } from './judge.ts';

const program = fileURLToPath(new URL('read_instances.py', import.meta.url));

/** Reads instances from JSON with the generated models of all cases. */
export const pydantic: Judge = async (cases, target) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-conformance-'));
  try {
    for (const { slug, model } of cases) {
      mkdirSync(path.join(folder, slug, '_variants'), { recursive: true });
      for (const { path: file, content } of target.generate(model)) writeFileSync(path.join(folder, slug, file), content);
    }
    const printed = run(python, [program], {
      cwd: folder,
      env: { PYTHONDONTWRITEBYTECODE: '1' },
      input: JSON.stringify(readings(cases)),
    });
    return outcomes(cases, JSON.parse(printed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
