import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeWith } from '../support/judges.ts';
import { inFolder, root } from '../support/program.ts';

describeWith(['git'], 'the scripts of examples/hooks', () => {
  const run = (folder: string, command: string) => {
    const bin = path.join(folder, '.bin');
    if (!existsSync(bin)) {
      mkdirSync(bin);
      writeFileSync(path.join(bin, 'codegen'), `#!/bin/sh\nexec '${process.execPath}' '${root}bin/codegen.js' "$@"\n`);
      chmodSync(path.join(bin, 'codegen'), 0o755);
    }
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, NO_COLOR: '1' };
    return spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', env });
  };
  const examples = path.join(root, 'examples');
  const commit = 'git add blog.ttl && git -c user.name=A -c user.email=a@example.org commit --quiet --no-verify --message blog';

  test('before a commit, a breaking change is rejected, and another change is accepted', () =>
    inFolder((folder) => {
      const file = path.join(folder, 'blog.ttl');
      const blog = readFileSync(file, 'utf8');
      run(folder, 'git init --quiet');
      expect(run(folder, 'hooks/pre-commit.sh').status).toBe(0);
      expect(run(folder, commit).status).toBe(0);
      expect(run(folder, 'hooks/pre-commit.sh').status).toBe(0);
      writeFileSync(file, blog.replace('"Headline."', '"The headline."'));
      expect(run(folder, 'hooks/pre-commit.sh').status).toBe(0);
      writeFileSync(file, blog.replace('rdfs:label "title"', 'rdfs:label "headline"'));
      const done = run(folder, 'hooks/pre-commit.sh');
      expect(done.stderr).toContain('[diff-failed]');
      expect(done.status).toBe(1);
    }, examples));

  test('after a change of the ontology, the next migration is written', () =>
    inFolder((folder) => {
      expect(run(folder, 'hooks/on-ontology-change.sh blog.ttl').stdout).toContain(
        'created migrations/001_create_blog_schema.sql',
      );
      expect(run(folder, 'hooks/on-ontology-change.sh blog.ttl').stdout).toContain('nothing to migrate');
      run(folder, 'cat upvotes.ttl >>blog.ttl');
      const done = run(folder, 'hooks/on-ontology-change.sh blog.ttl');
      expect(done.stdout).toContain('created migrations/002_add_upvotes_to_comments.sql');
      expect(done.status).toBe(0);
    }, examples));
});
