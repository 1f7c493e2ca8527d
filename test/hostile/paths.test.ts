import { chmodSync, copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codegen, inFolder, root } from '../support/program.ts';

const tooLong = 'n'.repeat(300);

/** Paths that cannot be resolved, with the reason that the message gives. */
const barred: readonly (readonly [path: string, reason: RegExp])[] = [
  ['blog.ttl/inner.ttl', /cannot find|a part of the path is a file|nothing is there/],
  ['circle', /its symbolic links go round in a circle/],
  ['circle/inner.ttl', /its symbolic links go round in a circle/],
  [tooLong, /the name is too long for the file system/],
  [`${tooLong}/inner.ttl`, /the name is too long for the file system/],
];

/** Commands; `@` stands for the path. */
const commands: readonly (readonly string[])[] = [
  ['template', 'generate-rdf', '--ontology', '@', '--template', 'all', '--output-dir', 'out'],
  ['template', 'generate-rdf', '--ontology', '@', '--template', 'rust-models', '--output-dir', 'out'],
  ['template', 'generate-rdf', '--ontology', 'blog.ttl', '--shapes', '@', '--template', 'rust-models', '--output-dir', 'out'],
  ['template', 'generate-rdf', '--ontology', 'blog.ttl', '--template', './@', '--output-dir', 'out'],
  ['template', 'check', '@'],
  ['graph', 'query', '@', '--sparql', 'SELECT * { ?s ?p ?o }'],
  ['graph', 'model', '@'],
  ['explain', 'User', '--ontology', '@'],
  ['docs', '@', '--output', 'site'],
  ['diff', '@', 'blog.ttl'],
  ['diff', 'blog.ttl', '@'],
  ['data', 'validate', '@', '--ontology', 'blog.ttl'],
  ['migrate', 'status', '--ontology', '@'],
  ['ai', 'analyze', '--project', '@'],
];

test.skipIf(process.platform === 'win32')('reports why a path cannot be resolved', () =>
  inFolder((folder) => {
    copyFileSync(path.join(root, 'examples/blog.ttl'), path.join(folder, 'blog.ttl'));
    symlinkSync('circle', path.join(folder, 'circle'));
    for (const [at, reason] of barred) {
      for (const command of commands) {
        const { status, stderr } = codegen(
          folder,
          command.map((word) => word.replace('@', at)),
        );
        const shown = `${command.join(' ')} with ${at.slice(0, 20)}`;
        expect(stderr, shown).not.toContain('codegen itself failed');
        expect(stderr, shown).toMatch(reason);
        expect([1, 2], shown).toContain(status);
      }
    }
  }),
);

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('reports folders without read permission', () =>
  inFolder((folder) => {
    mkdirSync(path.join(folder, 'project', 'locked'), { recursive: true });
    chmodSync(path.join(folder, 'project', 'locked'), 0);
    const inside = codegen(folder, ['ai', 'analyze', '--project', 'project']);
    expect(JSON.parse(inside.stdout)).toMatchObject({ skipped: [{ path: 'locked/', reason: 'unreadable' }] });
    const whole = codegen(folder, ['ai', 'analyze', '--project', 'project/locked']);
    expect(whole.status).toBe(1);
    expect(whole.stderr).toContain('permission denied');
    chmodSync(path.join(folder, 'project', 'locked'), 0o700);
  }),
);
