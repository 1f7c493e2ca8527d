import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { matchesFingerprint } from './header.ts';
import { applyPlan, planOutput } from './index.ts';
import { generated, temporary } from './testing.ts';
import { WorkerOutputReader, WorkerOutputWriter } from './worker-output.ts';

test.each([
  ['l.rs', '// ü\n'],
  ['l.py', '#!/usr/bin/env ünusual\n# ü\n'],
  ['l.json', '{\n  "a": 1,\n'],
])('the text of %s may be passed on while it and other texts are printed', (name, start) => {
  const rest = `// ${'x😀'.repeat(50_000)}\n`;
  const text = start + rest.repeat(9);
  const file = openSync(path.join(temporary(), 'texts'), 'wx+');
  const texts = new WorkerOutputWriter(file);
  const [planned] = generated({ [name]: text });
  const [other] = generated({ 'other.rs': 'struct A;\n' });
  if (!planned || !other) throw new Error('there is no file');
  const taker = texts.taker();
  const room = Buffer.alloc(1 << 20);
  const add = (piece: string) => taker.add(room.subarray(0, room.write(piece)));
  add(start + rest);
  const before = texts.put(other);
  for (let i = 1; i < 9; i++) add(rest);
  const handed = [texts.put({ ...planned, pieces: () => taker }), before];
  texts.flush();
  const read = new WorkerOutputReader(file);
  const [here, there] = [temporary(), temporary()];
  applyPlan(planOutput(here, [planned, other]));
  const ready = handed.map((each) => read.take(structuredClone(each)));
  applyPlan(planOutput(there, ready));
  for (const each of [name, 'other.rs']) {
    expect(readFileSync(path.join(there, each)).equals(readFileSync(path.join(here, each))), each).toBe(true);
  }
  for (const { path: at, completeText } of ready) {
    const bytes = readFileSync(path.join(here, at));
    expect(matchesFingerprint(completeText.fingerprint, bytes)).toBe(true);
    for (const place of [0, 60, bytes.length / 2, bytes.length - 1]) {
      const other = Buffer.from(bytes);
      other[Math.floor(place)] = 0x7e;
      expect(matchesFingerprint(completeText.fingerprint, other)).toBe(false);
    }
    expect(matchesFingerprint(completeText.fingerprint, Buffer.concat([bytes, Buffer.from('\n')]))).toBe(false);
    expect(matchesFingerprint(completeText.fingerprint, bytes.subarray(0, -1))).toBe(false);
  }
  // The same file without a worker has the same fingerprint.
  const [step] = planOutput(temporary(), [{ ...planned, pieces: () => [Buffer.from(text)] }]).steps;
  expect(step).toHaveProperty('known', ready[0]?.completeText.fingerprint);
  closeSync(file);
});

test('files from a worker are planned and written like files from the main thread', () => {
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
  const texts = new WorkerOutputWriter(file);
  const read = new WorkerOutputReader(file);
  const handed = files.map((each) => read.take(structuredClone(texts.put(each))));
  texts.flush();
  const [here, there] = [temporary(), temporary()];
  applyPlan(planOutput(here, files));
  applyPlan(planOutput(there, handed));
  for (const { path: name } of files) {
    expect(readFileSync(path.join(there, name)).equals(readFileSync(path.join(here, name))), name).toBe(true);
  }
  // Both kinds of files are recognised as unchanged in both folders.
  for (const root of [here, there]) {
    for (const planned of [files, handed])
      expect(planOutput(root, planned).steps.map(({ kind }) => kind)).toEqual(files.map(() => 'unchanged'));
  }
  closeSync(file);
});

test('compares files from a worker with the disk by bytes, and by lines if line ends differ', () => {
  const lines = `// ${'ü'.repeat(40)}\n`;
  const files = generated({ 'a.rs': 'struct A;\n', 'long.rs': lines.repeat(30_000), 'crlf.rs': '// a\r\n// b\r\n' });
  const file = openSync(path.join(temporary(), 'texts'), 'wx+');
  const texts = new WorkerOutputWriter(file);
  const read = new WorkerOutputReader(file);
  const handed = files.map((each) => read.take(structuredClone(texts.put(each))));
  texts.flush();
  const root = temporary();
  applyPlan(planOutput(root, handed));
  const steps = () => planOutput(root, handed).steps.map(({ kind, edited }) => (edited ? `${kind} (edited)` : kind));
  const change = (name: string, edit: (text: string) => string) => {
    const at = path.join(root, name);
    const text = readFileSync(at, 'utf8');
    writeFileSync(at, edit(text));
    const [a, long, crlf] = steps();
    writeFileSync(at, text);
    return { 'a.rs': a, 'long.rs': long, 'crlf.rs': crlf }[name];
  };
  // Unchanged files are not converted to strings.
  const texted = vi.spyOn(Buffer.prototype, 'toString');
  expect(steps()).toEqual(['unchanged', 'unchanged', 'unchanged']);
  expect(texted).not.toHaveBeenCalled();
  texted.mockRestore();
  for (const { path: name } of files) {
    expect(change(name, (text) => `${text}// mine\n`)).toBe('replace (edited)');
    expect(change(name, (text) => text.slice(0, -4))).toBe('replace (edited)');
    expect(change(name, (text) => text.replaceAll('\r\n', '\n'))).toBe('unchanged');
    expect(change(name, (text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'))).toBe('unchanged');
  }
  closeSync(file);
});
