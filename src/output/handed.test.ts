import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { HandedTexts, TakenTexts } from './handed.ts';
import { applyPlan, planOutput } from './index.ts';
import { generated, temporary } from './testing.ts';

test('files that were handed over are planned and written as those that were not', () => {
  const files = generated({
    'a.rs': 'struct A;\n',
    'b.rs': '',
    'c/long.rs': `// ${'x😀'.repeat(500_000)}\n`,
    'd.rs': '// ü\n',
    'e.json': '{\n  "a": "ü"\n}\n',
    'f.py': '#!/usr/bin/env ünusual\nprint(1)\n',
    'g.rs': `// ${'ü'.repeat(200_000)}\n`,
    'h.rs': '// a\r\n',
    'i.rs': '\ufeff// a\n',
  });
  const file = openSync(path.join(temporary(), 'texts'), 'wx+');
  const texts = new HandedTexts(file);
  const read = new TakenTexts(file);
  const handed = files.map((each) => read.take(structuredClone(texts.put(each))));
  texts.flush();
  const [here, there] = [temporary(), temporary()];
  applyPlan(planOutput(here, files));
  applyPlan(planOutput(there, handed));
  for (const { path: name } of files) {
    expect(readFileSync(path.join(there, name)).equals(readFileSync(path.join(here, name))), name).toBe(true);
  }
  // What is there is known again, by either.
  for (const root of [here, there]) {
    for (const planned of [files, handed])
      expect(planOutput(root, planned).steps.map(({ kind }) => kind)).toEqual(files.map(() => 'unchanged'));
  }
  closeSync(file);
});
