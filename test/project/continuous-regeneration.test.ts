/** Continuous regeneration: a monitor runs, the ontology is edited, the example script regenerates the project and tests it. */

import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start, until } from '../hooks/support.ts';
import { codegenProcess as codegen, readTree, root } from '../support/program.ts';
import { environment } from './support.ts';

/** Replaces `cargo test` of a crate whose own code uses `User`. */
const CARGO = '#!/bin/sh\necho tested >>"$0.log"\ngrep -q "pub struct User " src/models/user.rs\n';

test('an edit reaches every part of the project, and an edit that breaks its tests is rolled back', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-story-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (...names: string[]) => path.join(folder, ...names);
  writeFileSync(at('blog.ttl'), readFileSync(path.join(root, 'examples/blog.ttl')));
  expect(codegen(folder, ['project', 'gen', 'app', '--graph', 'blog.ttl']).status).toBe(0);
  const app = at('app');
  const ontology = path.join(app, 'blog.ttl');
  writeFileSync(path.join(app, 'src/mine.rs'), '// mine\n');
  const hook = ['hook', 'create', '--event', 'on-ontology-change', '--script', 'examples/hooks/on-ontology-change.sh'];
  expect(codegen(app, hook).status).toBe(0);

  const env = { ...environment(at('bin'), { cargo: CARGO }), CODEGEN_FORCE: 'true' };
  const monitor = start(app, ['hook', 'monitor', '--graph', 'blog.ttl'], { env });
  onTestFinished(() => void monitor.child.kill('SIGTERM'));
  const said = () => `standard error of the monitor:\n${monitor.stderr}`;
  await until(() => monitor.stdout.endsWith('}\n'), said);
  const runs = () => (existsSync(at('bin/cargo.log')) ? readFileSync(at('bin/cargo.log'), 'utf8').split('\n').length - 1 : 0);
  const idle = () => !existsSync(path.join(app, '.codegen-regenerating'));

  appendFileSync(ontology, readFileSync(path.join(root, 'examples/upvotes.ttl')));
  await until(() => runs() === 1 && idle() && monitor.stderr.includes('passed'), said);
  for (const file of ['src/models/comment.rs', 'frontend/src/types/comment.ts', 'schema/openapi.yaml', 'schema/schema.graphql']) {
    expect(readFileSync(path.join(app, file), 'utf8')).toContain('upvotes');
  }
  const good = readFileSync(ontology, 'utf8');
  const before = readTree(app);

  writeFileSync(ontology, good.replaceAll(':User', ':Reader').replace('"User"', '"Reader"'));
  await until(() => runs() === 2 && idle() && monitor.stderr.includes('failed with exit status 1'), said);
  const after = readTree(app);
  const sources = (tree: Record<string, string>) =>
    Object.fromEntries(Object.entries(tree).filter(([file]) => /^(src|tests|frontend|migrations|schema|python)\//.test(file)));
  expect(sources(after)).toEqual(sources(before));

  monitor.child.kill('SIGTERM');
  expect((await monitor.ended).status).toBe(0);
});
