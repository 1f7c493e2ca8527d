import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeWith, textlint } from './support/judges.ts';
import { root } from './support/program.ts';

/** The folder of textlint, its configuration, and the words that texts do not use (`terms.yml`). */
const folder = path.join(root, 'test/judges/prose');

/** Returns the findings of textlint in files or folders, one per line. */
function findings(files: readonly string[]): readonly string[] {
  const done = spawnSync(process.execPath, [textlint, '--format', 'unix', ...files], { cwd: folder, encoding: 'utf8' });
  if (done.status !== 0 && done.status !== 1) throw new Error(`${done.stdout}\n${done.stderr}`);
  return done.stdout.split('\n').filter((line) => /^\S+:\d+:\d+: /.test(line));
}

describeWith(['textlint'], 'the language of texts', () => {
  test('documents, the printed help among them, and the catalogue of messages use the standard terms', () => {
    const texts = readdirSync(root).filter((file) => file.endsWith('.md'));
    expect(findings([...texts, 'docs', 'src/diagnostics/messages'].map((file) => path.join(root, file)))).toEqual([]);
  });

  test('finds each word that texts do not use', () => {
    const temporary = mkdtempSync(path.join(os.tmpdir(), 'prose-'));
    try {
      const planted = [
        'Files are put back, and the user is told of it.',
        'PostgreSQL refuses null, and the rest is taken for a string.',
        'The file beside the settings is no ontology; somebody wrote it anew.',
      ];
      const file = path.join(temporary, 'page.md');
      writeFileSync(file, `# A page\n\n${planted.join('\n\n')}\n`);
      const words = findings([file]).map((line) => / (.+?) => /.exec(line)?.[1]);
      expect(words).toEqual(['put back', 'is told', 'refuses', 'taken for', 'beside', 'is no', 'somebody', 'anew']);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  });
});
