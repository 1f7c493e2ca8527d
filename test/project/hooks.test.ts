/** Tests `post-generate` and the example scripts of a project, which the hook system runs. */

import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { codegenProcess as codegen, inFolder, type Outcome, readTree, root } from '../support/program.ts';
import { environment, writeScript } from './support.ts';

const blog = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');
const upvotes = `
:upvotes a owl:DatatypeProperty ; rdfs:label "upvotes" ; rdfs:domain :Comment ; rdfs:range xsd:integer .
`;

/** Calls `use` with a temporary folder that has an ontology and the project `app` generated from it. */
function withProject<T>(use: (folder: string, at: (...names: string[]) => string) => T): T {
  return inFolder((folder) => {
    const at = (...names: string[]) => path.join(folder, ...names);
    writeFileSync(at('blog.ttl'), blog);
    expect(gen(folder).status).toBe(0);
    return use(folder, at);
  });
}

const gen = (folder: string, ...args: string[]): Outcome =>
  codegen(folder, ['project', 'gen', 'app', '--graph', 'blog.ttl', ...args]);

function create(folder: string, event: string, script: string): void {
  expect(codegen(folder, ['hook', 'create', '--event', event, '--script', script]).status).toBe(0);
}

test('the script for a changed ontology saves every generated file except the ontology', () => {
  withProject((_, at) => {
    const [, listed = ''] = /^parts='([^']*)'/m.exec(readFileSync(at('app/examples/hooks/on-ontology-change.sh'), 'utf8')) ?? [];
    const parts = listed.split(/\s+/);
    const isSaved = (file: string) => parts.some((part) => file === part || file.startsWith(`${part}/`));
    const files = Object.keys(readTree(at('app')));
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter((file) => !isSaved(file))).toEqual(['blog.ttl']);
    expect(parts.filter((part) => !files.some((file) => file === part || file.startsWith(`${part}/`)))).toEqual([]);
  });
});

describe('post-generate', () => {
  /** A hook that logs its event and its output folder. */
  const note = '#!/bin/sh\necho "$CODEGEN_EVENT $CODEGEN_OUTPUT_DIR" >>"$0.log"\necho noted\n';

  test('runs after the files are written, and not if nothing is generated', () => {
    withProject((folder, at) => {
      writeScript(at('note.sh'), `${note}test -f app/codegen.lock\n`);
      create(folder, 'post-generate', './note.sh');
      rmSync(at('app'), { recursive: true });
      const { status, stdout } = gen(folder);
      expect(status).toBe(0);
      expect(stdout).toMatch(/\bapp: \d+ files created\nnoted\n$/);
      gen(folder, '--dry-run');
      gen(folder, '--check');
      appendFileSync(at('blog.ttl'), upvotes);
      expect(gen(folder).status).toBe(1);
      expect(readFileSync(at('note.sh.log'), 'utf8')).toBe(`post-generate ${at('app')}\n`);
    });
  });

  test('runs the hooks of the generated project, if it has any', () => {
    withProject((folder, at) => {
      writeScript(at('app/note.sh'), note);
      writeScript(at('other.sh'), note);
      create(at('app'), 'post-generate', './note.sh');
      create(folder, 'post-generate', './other.sh');
      mkdirSync(at('elsewhere'));
      const done = codegen(at('elsewhere'), ['project', 'gen', '../app', '--graph', '../app/blog.ttl', '--force']);
      expect(done.status).toBe(0);
      expect(readFileSync(at('app/note.sh.log'), 'utf8')).toBe(`post-generate ${at('app')}\n`);
      expect(existsSync(at('other.sh.log'))).toBe(false);
    });
  });

  test('keeps the files if a hook fails, and reports the failure with exit status 1', () => {
    withProject((folder, at) => {
      writeScript(at('fail.sh'), '#!/bin/sh\necho shown\nexit 3\n');
      create(folder, 'post-generate', './fail.sh');
      rmSync(at('app'), { recursive: true });
      const { status, stderr } = gen(folder, '--quiet');
      expect(status).toBe(1);
      expect(stderr).toMatch(/fail\.sh.*\b3\b/);
      expect(existsSync(at('app/codegen.lock'))).toBe(true);
      const json = gen(folder, '--force', '--json');
      expect(json.status).toBe(1);
      expect(JSON.parse(json.stdout).unchanged).toContain('Cargo.toml');
    });
  });

  test('prints nothing with --quiet if its hooks pass', () => {
    withProject((folder, at) => {
      writeScript(at('note.sh'), note);
      create(folder, 'post-generate', './note.sh');
      expect(gen(folder, '--force', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
    });
  });
});

describe('the example scripts', () => {
  const script = (event: string) => `app/examples/hooks/${event}.sh`;

  /** Runs a script of the project from another folder. */
  function start(at: (...names: string[]) => string, event: string, args: readonly string[], env: Record<string, string>) {
    const done = spawnSync(at(script(event)), args, {
      cwd: at('.'),
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    return { status: done.status, stdout: done.stdout, stderr: done.stderr };
  }

  const passing = { cargo: '#!/bin/sh\nexit 0\n' };
  const failing = { cargo: '#!/bin/sh\necho "tests failed" >&2\nexit 101\n' };

  describe('on-ontology-change', () => {
    const event = 'on-ontology-change';

    test('regenerates from the ontology that changed', () => {
      withProject((_, at) => {
        const env = { ...environment(at('bin'), passing), CODEGEN_FORCE: 'true' };
        appendFileSync(at('app/blog.ttl'), upvotes);
        expect(start(at, event, ['app/blog.ttl'], env).status).toBe(0);
        expect(readFileSync(at('app/src/models/comment.rs'), 'utf8')).toContain('upvotes');
        expect(existsSync(at('app/.codegen-regenerating'))).toBe(false);
      });
    });

    test('takes the ontology from CODEGEN_GRAPH, and replaces nothing unless CODEGEN_FORCE is true', () => {
      withProject((_, at) => {
        const env = environment(at('bin'), passing);
        writeFileSync(at('app/next.ttl'), blog + upvotes);
        const before = readTree(at('app'));
        const refused = start(at, event, [], { ...env, CODEGEN_GRAPH: 'next.ttl' });
        expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('--force')]);
        expect(readTree(at('app'))).toEqual(before);
        expect(start(at, event, [], { ...env, CODEGEN_GRAPH: 'next.ttl', CODEGEN_FORCE: 'true' }).status).toBe(0);
        expect(readFileSync(at('app/src/models/comment.rs'), 'utf8')).toContain('upvotes');
      });
    });

    test("restores everything, including the user's code, if the tests fail", () => {
      withProject((_, at) => {
        writeFileSync(at('app/src/mine.rs'), '// mine\n');
        appendFileSync(at('app/blog.ttl'), upvotes);
        const before = readTree(at('app'));
        const done = start(at, event, [at('app/blog.ttl')], { ...environment(at('bin'), failing), CODEGEN_FORCE: 'true' });
        expect(done.status).toBe(1);
        expect(done.stderr).toContain('tests failed');
        expect(readTree(at('app'))).toEqual(before);
      });
    });

    test('keeps files that the user saves during the tests', () => {
      withProject((_, at) => {
        appendFileSync(at('app/blog.ttl'), upvotes);
        const cargo = '#!/bin/sh\necho "// mine" >>src/lib.rs\necho "// new" >src/new.rs\nexit 1\n';
        const before = readTree(at('app'));
        const lib = readFileSync(at('app/src/lib.rs'), 'utf8');
        expect(start(at, event, [], { ...environment(at('bin'), { cargo }), CODEGEN_FORCE: 'true' }).status).toBe(1);
        expect(readFileSync(at('app/src/lib.rs'), 'utf8')).toBe(`${lib}// mine\n`);
        expect(readFileSync(at('app/src/new.rs'), 'utf8')).toBe('// new\n');
        writeFileSync(at('app/src/lib.rs'), lib);
        rmSync(at('app/src/new.rs'));
        expect(readTree(at('app'))).toEqual(before);
      });
    });

    /** A `cp` that fails for the folder of the generated sources, if the condition holds. */
    const failingCopy = (condition: string) =>
      `#!/bin/sh\ncase "$*" in */after/src) if ${condition}; then exit 1; fi ;; esac\nexec /bin/cp "$@"\n`;

    test('restores everything if it could not copy the generated files at first', () => {
      withProject((_, at) => {
        appendFileSync(at('app/blog.ttl'), upvotes);
        const before = readTree(at('app'));
        const cp = failingCopy('mkdir "$0.failed" 2>/dev/null');
        const done = start(at, event, [], { ...environment(at('bin'), { ...passing, cp }), CODEGEN_FORCE: 'true' });
        expect(done.status).toBe(1);
        expect(existsSync(at('bin/cp.failed'))).toBe(true);
        expect(readTree(at('app'))).toEqual(before);
      });
    });

    test('keeps the files from before, and prints their folder, if it cannot restore them', () => {
      withProject((_, at) => {
        appendFileSync(at('app/blog.ttl'), upvotes);
        mkdirSync(at('tmp'));
        const lib = readFileSync(at('app/src/lib.rs'), 'utf8');
        const env = { ...environment(at('bin'), { ...passing, cp: failingCopy('true') }), TMPDIR: at('tmp') };
        const done = start(at, event, [], { ...env, CODEGEN_FORCE: 'true' });
        expect(done.status).toBe(1);
        const [, folder = ''] = /files from before are in (.*)$/m.exec(done.stderr) ?? [];
        expect(readFileSync(path.join(folder, 'src/lib.rs'), 'utf8')).toBe(lib);
        expect(existsSync(at('app/.codegen-regenerating'))).toBe(false);
      });
    });

    test('does not run recursively', () => {
      withProject((_, at) => {
        const env = { ...environment(at('bin'), passing), CODEGEN_FORCE: 'true' };
        writeScript(at('app/again.sh'), '#!/bin/sh\necho again >>again.log\nexec ./examples/hooks/on-ontology-change.sh\n');
        create(at('app'), 'post-generate', './again.sh');
        expect(start(at, event, [], env).status).toBe(0);
        expect(readFileSync(at('app/again.log'), 'utf8')).toBe('again\n');
      });
    });

    test('restores everything if it is stopped', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-'));
      try {
        const at = (...names: string[]) => path.join(folder, ...names);
        writeFileSync(at('blog.ttl'), blog);
        gen(folder);
        appendFileSync(at('app/blog.ttl'), upvotes);
        const before = readTree(at('app'));
        const env = environment(at('bin'), { cargo: '#!/bin/sh\ntouch "$0.started"\nsleep 60\n' });
        const child = spawn(at(script(event)), [], { env: { ...process.env, ...env, CODEGEN_FORCE: 'true' }, detached: true });
        const status = new Promise((resolve) => child.on('exit', resolve));
        while (!existsSync(at('bin/cargo.started'))) await sleep(20);
        expect(readFileSync(at('app/src/models/comment.rs'), 'utf8')).toContain('upvotes');
        process.kill(-(child.pid as number), 'SIGTERM');
        expect(await status).toBe(1);
        expect(readTree(at('app'))).toEqual(before);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });

  test('pre-commit passes only if the files are up to date', () => {
    withProject((_, at) => {
      const env = environment(at('bin'));
      appendFileSync(at('app/README.md'), 'mine\n');
      expect(start(at, 'pre-commit', [], env)).toEqual({ status: 0, stdout: '', stderr: '' });
      appendFileSync(at('app/blog.ttl'), upvotes);
      expect(start(at, 'pre-commit', [], env).status).toBe(1);
      writeFileSync(at('app/blog.ttl'), 'broken');
      expect(start(at, 'pre-commit', [], env).stderr).toContain('blog.ttl:1:');
    });
  });

  test('pre-build generates the project', () => {
    withProject((_, at) => {
      const env = environment(at('bin'));
      appendFileSync(at('app/blog.ttl'), upvotes);
      expect(start(at, 'pre-build', [], env).status).toBe(1);
      expect(start(at, 'pre-build', [], { ...env, CODEGEN_FORCE: 'true' }).status).toBe(0);
      expect(readFileSync(at('app/src/models/comment.rs'), 'utf8')).toContain('upvotes');
    });
  });

  test('post-generate fails if the generated code does not compile', () => {
    withProject((folder, at) => {
      create(folder, 'post-generate', script('post-generate'));
      const run = (commands: Record<string, string>) =>
        codegen(folder, ['project', 'gen', 'app', '--graph', 'blog.ttl', '--force'], environment(at('bin'), commands)).status;
      expect(run({ cargo: '#!/bin/sh\npwd >"$0.log"\n' })).toBe(0);
      expect(readFileSync(at('bin/cargo.log'), 'utf8')).toBe(`${at('app')}\n`);
      expect(run(failing)).toBe(1);
    });
  });

  test('post-deploy and on-test-fail get their arguments from the event', () => {
    withProject((_, at) => {
      create(at('app'), 'post-deploy', 'examples/hooks/post-deploy.sh');
      create(at('app'), 'on-test-fail', 'examples/hooks/on-test-fail.sh');
      expect(codegen(at('app'), ['hook', 'run', 'post-deploy', 'staging', '1.2.0']).status).toBe(0);
      expect(readFileSync(at('app/deployments.log'), 'utf8')).toMatch(/^\S+Z staging 1\.2\.0 ontology \d+\n$/);
      expect(codegen(at('app'), ['hook', 'run', 'on-test-fail', 'one failed\n$(x)']).status).toBe(0);
      expect(readFileSync(at('app/test-failure.log'), 'utf8')).toBe('one failed\n$(x)\n');
    });
  });
});
