import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isPolicyValue, policyNames, policySpecs } from '../src/model/index.ts';
import { templateNames } from '../src/targets/index.ts';
import { ontologyFile } from './support/ontologies.ts';
import { codegen, inFolder, messagesOf, readTree, root } from './support/program.ts';

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

const blog = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');
const minimal = 'ontology: blog.ttl\noutputs:\n  - template: rust-models\n    folder: src/models\n';

describe('init', () => {
  test('puts all outputs below generated/ if there is no project; after generate they are up to date', () => {
    inFolder((folder) => {
      put(folder, { 'blog.ttl': blog });
      const init = codegen(folder, ['init']);
      expect([init.status, init.stderr]).toEqual([0, '']);
      expect(init.stdout).toContain('next: codegen generate');
      const text = readFileSync(path.join(folder, 'codegen.yaml'), 'utf8');
      expect(text).toMatch(/^# yaml-language-server: \$schema=https:\/\/\S+\/docs\/codegen\.schema\.json\n/);
      const { ontology, outputs } = parse(text);
      expect(ontology).toBe('blog.ttl');
      expect(outputs.map(({ folder }: { folder: string }) => folder.split('/')[0])).toEqual(Array(6).fill('generated'));
      const stale = codegen(folder, ['generate', '--check']);
      expect([stale.status, messagesOf(stale)]).toEqual([1, expect.stringContaining('25 generated files are out of date')]);
      expect(codegen(folder, ['generate']).stdout).toContain('25 files created');
      expect(codegen(folder, ['generate', '--check'])).toMatchObject({ status: 0, stdout: '25 files unchanged\n' });
      const again = codegen(folder, ['init']);
      expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('a settings file exists already')]);
      expect(readFileSync(path.join(folder, 'codegen.yaml'), 'utf8')).toBe(text);
    });
  });

  test('uses only shapes of the ontology, and names the command for a file of shapes alone', () => {
    const shape = '@prefix sh: <http://www.w3.org/ns/shacl#> .\n@prefix c: <http://club.example/> .\nc:S a sh:NodeShape .\n';
    inFolder((folder) => {
      put(folder, { 'club.ttl': shape });
      expect(codegen(folder, ['init']).stderr).toContain('if club.ttl contains shapes, or imports its classes, run');
      put(folder, { 'blog.ttl': blog, 'more.ttl': `@prefix : <http://example.org/blog#> .\n${shape}` });
      const { stdout } = codegen(folder, ['init']);
      expect(stdout).toContain('from blog.ttl with the shapes more.ttl\n');
      expect(stdout).toContain('not used: club.ttl;');
    });
  });

  test('prints what it would write with --dry-run', () => {
    inFolder((folder) => {
      put(folder, { 'blog.ttl': blog });
      const dry = codegen(folder, ['init', '--dry-run']);
      expect([dry.status, dry.stderr, readdirSync(folder)]).toEqual([0, '', ['blog.ttl']]);
      codegen(folder, ['init']);
      expect(readFileSync(path.join(folder, 'codegen.yaml'), 'utf8')).toBe(dry.stdout);
    });
  });

  test('suggests the folders of existing projects', () => {
    inFolder((folder) => {
      put(folder, {
        'ontology/blog.ttl': blog,
        'ontology/blog-shapes.ttl': '@prefix sh: <http://www.w3.org/ns/shacl#> .\n[] a sh:NodeShape .\n',
        'Cargo.toml': '[package]\nname = "x"\n',
        'frontend/package.json': '{}',
        'service/pyproject.toml': '[project]\nname = "My-App"\n',
        'service/src/my_app/__init__.py': '',
        'migrations/000_first.sql': '',
        'node_modules/other/package.json': '{}',
      });
      const { status, stdout } = codegen(folder, ['init']);
      expect([status, stdout]).toEqual([
        0,
        expect.stringContaining('from ontology/blog.ttl with the shapes ontology/blog-shapes.ttl\n'),
      ]);
      expect(parse(readFileSync(path.join(folder, 'codegen.yaml'), 'utf8'))).toEqual({
        ontology: { file: 'ontology/blog.ttl', shapes: ['ontology/blog-shapes.ttl'] },
        outputs: [
          { template: 'rust-models', folder: 'src/models' },
          { template: 'typescript-models', folder: 'frontend/src/types' },
          { template: 'python-pydantic', folder: 'service/src/my_app/models' },
          { template: 'sql-schema', folder: 'generated/sql-schema' },
        ],
      });
      expect(codegen(folder, ['generate']).status).toBe(0);
      expect(readdirSync(path.join(folder, 'migrations'))).toEqual(['000_first.sql']);
    });
  });

  test('suggests the folder of the only member of a workspace, or generated/ for several members', () => {
    const suggested = (files: Record<string, string>) =>
      inFolder((folder) => {
        put(folder, { 'blog.ttl': blog, ...files });
        expect(codegen(folder, ['init']).status).toBe(0);
        const { outputs } = parse(readFileSync(path.join(folder, 'codegen.yaml'), 'utf8'));
        return outputs.map((output: { folder: string }) => output.folder);
      });
    const apps = { 'apps/api/package.json': '{}', 'apps/web/package.json': '{}', 'apps/web/node_modules/a/package.json': '{}' };
    const npm = { 'package.json': '{ "workspaces": ["apps/*"] }' };
    const crate = { 'crates/core/Cargo.toml': '[package]\nname = "core"\n' };
    const cargo = '[workspace]\nmembers = ["crates/*"]\n';
    expect(suggested({ ...npm, ...apps, 'Cargo.toml': cargo, ...crate })).toEqual([
      'crates/core/src/models',
      'generated/typescript-models',
    ]);
    expect(suggested({ 'package.json': '{}', 'pnpm-workspace.yaml': 'packages:\n  - web\n', 'web/package.json': '{}' })).toEqual([
      'web/src/types',
    ]);
    expect(suggested({ 'Cargo.toml': `[package]\nname = "x"\n${cargo}`, ...crate })).toEqual(['src/models']);
  });

  test('reports no or several ontologies, and accepts the one of --ontology', () => {
    inFolder((folder) => {
      const none = codegen(folder, ['init']);
      expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining('no-ontology-found') });
      expect(none.stderr).toContain(`cp '${path.join(root, 'examples/blog.ttl')}' .`);
      put(folder, { 'a.ttl': blog, 'b.ttl': blog, 'my data/c: d.ttl': blog, 'notes.ttl': '<a> <b> <c> .' });
      expect(codegen(folder, ['init'])).toMatchObject({ status: 2, stderr: expect.stringContaining('a.ttl, b.ttl') });
      expect(codegen(folder, ['init', '--ontology', 'my data/c: d.ttl']).status).toBe(0);
      expect(codegen(folder, ['generate']).status).toBe(0);
    });
  });
});

describe('generate', () => {
  test('lists the settings files in subfolders if none exist here', () => {
    inFolder((folder) => {
      put(folder, { 'shop/codegen.yaml': 'ontology: a.ttl\n', 'apps/blog/codegen.yml': '', 'node_modules/x/codegen.yaml': '' });
      const { status, stderr } = codegen(folder, ['generate']);
      expect(status).toBe(2);
      expect(stderr).toContain('no codegen.yaml here or above; below are shop/codegen.yaml, apps/blog/codegen.yml [no-settings]');
      expect(stderr).toContain('help: name the settings to use: codegen generate shop/codegen.yaml apps/blog/codegen.yml');
    });
  });

  test('reports missing settings and missing outputs', () => {
    inFolder((folder) => {
      expect(codegen(folder, ['generate'])).toMatchObject({ status: 2, stderr: expect.stringContaining('[no-settings]') });
      for (const args of [[], ['.'], ['--watch']]) {
        const refused = codegen(folder, ['generate', ...args, '--no-config']);
        expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('needs a settings file') });
      }
      put(folder, { 'codegen.yml': 'schema: a.graphql\ngenerates: {}\n' });
      expect(codegen(folder, ['generate']).stderr).toContain(
        'above; codegen.yml belongs to GraphQL Code Generator [no-settings]',
      );
      rmSync(path.join(folder, 'codegen.yml'));
      put(folder, { 'blog.ttl': blog, 'codegen.yaml': 'ontology: blog.ttl\n' });
      const { status, stderr } = codegen(folder, ['generate']);
      expect([status, stderr]).toEqual([1, expect.stringContaining('codegen.yaml:1:1: error: the settings lack outputs')]);
      expect(codegen(folder, ['graph', 'load']).status).toBe(0);
    });
  });

  test('writes to no folder if one has a conflict', () => {
    inFolder((folder) => {
      put(folder, {
        'blog.ttl': blog,
        'codegen.yaml': `${minimal}  - template: graphql-schema\n    folder: api\n`,
        'api/schema.graphql': 'type Mine { id: ID }\n',
      });
      const before = readTree(folder);
      expect(codegen(folder, ['generate'])).toMatchObject({ status: 1, stderr: expect.stringContaining('api/schema.graphql') });
      expect(readTree(folder)).toEqual(before);
    });
  });

  test('deletes the files of removed classes in each folder', () => {
    inFolder((folder) => {
      put(folder, { 'blog.ttl': blog, 'codegen.yaml': `${minimal}  - template: typescript-models\n    folder: ts\n` });
      codegen(folder, ['generate']);
      put(folder, { 'blog.ttl': blog.replace(/Comment/g, 'Remark') });
      const { stdout } = codegen(folder, ['generate', '--json']);
      const { outputs } = JSON.parse(stdout);
      expect(outputs.map(({ removed }: { removed: string[] }) => removed)).toEqual([
        ['comment.rs'],
        ['comment.ts', 'validation/comment.ts'],
      ]);
      expect(Object.keys(readTree(folder)).filter((file) => file.includes('comment'))).toEqual([]);
    });
  });

  test('finds the settings in a parent folder, and resolves paths relative to them', () => {
    inFolder((folder) => {
      put(folder, { 'a/blog.ttl': blog, 'a/codegen.yml': minimal, 'a/b/c/x': '' });
      expect(codegen(path.join(folder, 'a/b/c'), ['generate']).status).toBe(0);
      expect(codegen(path.join(folder, 'a/b/c'), ['explain', 'Post.title']).stdout).toContain('../../blog.ttl:');
      expect(codegen(folder, ['generate', '--config', 'a/codegen.yml', '--check']).status).toBe(0);
      expect(codegen(folder, ['explain', 'a/src/models/post.rs:18']).stdout).toContain('Post.title');
      put(folder, { 'a/b/.git/HEAD': '' });
      expect(codegen(path.join(folder, 'a/b/c'), ['generate', '--check'])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('no-settings'),
      });
      put(folder, { 'a/codegen.yaml': minimal });
      expect(codegen(path.join(folder, 'a'), ['generate'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('there are 2 settings files: codegen.yaml and codegen.yml'),
      });
    });
  });

  test('settings apply to their own ontology, to another one with --config, and to none with --no-config', () => {
    inFolder((folder) => {
      put(folder, { 'blog.ttl': blog, 'other.ttl': blog, 'codegen.yaml': `${minimal}policies: { unstated: open }\n` });
      const policies = (...args: string[]) => JSON.parse(codegen(folder, ['graph', 'load', '--json', ...args]).stdout).policies;
      expect(policies()).toEqual(['unstated=open']);
      expect(policies('./blog.ttl')).toEqual(['unstated=open']);
      expect(policies('other.ttl')).toEqual([]);
      expect(policies('other.ttl', '--config', 'codegen.yaml')).toEqual(['unstated=open']);
      expect(policies('blog.ttl', '--no-config')).toEqual([]);
      expect(policies('--policy', 'unstated=optional', '--policy', 'email=plain')).toEqual(['unstated=optional', 'email=plain']);
    });
  });

  test('a module in the settings runs only if the user trusts it', () => {
    inFolder((folder) => {
      const env = { XDG_STATE_HOME: path.join(folder, 'state') };
      put(folder, {
        'blog.ttl': blog,
        'codegen.yaml': 'ontology: blog.ttl\noutputs:\n  - template: ./mine.mjs\n    folder: out\n',
        'mine.mjs': `import { writeFileSync } from 'node:fs';
          writeFileSync('ran', '');
          const file = { path: 'a.ts', content: 'export {};\\n' };
          export default { name: 'mine', category: 'own', language: 'TypeScript', description: 'x', enforces: false,
            differences: [], emit: () => ({ files: () => [file], unprinted: () => [] }), generate: () => [file] };`,
      });
      const refused = codegen(folder, ['generate'], env);
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/codegen.yaml:3:15.*\[settings-not-trusted\]/)]);
      expect(Object.keys(readTree(folder))).not.toContain('ran');
      expect(codegen(folder, ['trust'], env).stdout).toContain('trusted the template');
      expect(codegen(folder, ['generate'], env).stdout).toContain('out/a.ts');
      codegen(folder, ['trust', '--revoke'], env);
      expect(codegen(folder, ['generate', '--check'], env).status).toBe(1);
      expect(codegen(folder, ['generate', '--check'], { ...env, CODEGEN_TRUST: '1' }).status).toBe(0);
    });
  });

  test('imports from outside of the project need trust, too', () => {
    inFolder((folder) => {
      const env = { XDG_STATE_HOME: path.join(folder, 'state') };
      put(folder, { 'p/blog.ttl': blog, 'p/codegen.yaml': 'ontology: { file: blog.ttl, allow-read: [..] }\n' });
      const load = (more: Record<string, string> = {}, ...args: string[]) =>
        codegen(path.join(folder, 'p'), ['graph', 'load', ...args], { ...env, ...more });
      expect(load()).toMatchObject({ status: 1, stderr: expect.stringContaining('[settings-not-trusted]') });
      expect(load({}, '--allow-read', '..').status).toBe(0);
      expect(load({ CODEGEN_TRUST: '1' }).status).toBe(0);
      codegen(path.join(folder, 'p'), ['trust'], env);
      expect(load().status).toBe(0);
    });
  });

  const secret = 'token = of-somebody';
  test.each([
    ['outside of the project', 'outside', '../secret'],
    ["in Git's own folder", 'hidden', '.git/config'],
    ['behind a link that leads outside', 'a link to', 'link.ttl'],
  ])('a file %s in the settings is neither read nor shown without trust', (_, messages, file) => {
    inFolder((folder) => {
      const env = { XDG_STATE_HOME: path.join(folder, 'state') };
      const project = path.join(folder, 'p');
      put(folder, { secret, 'p/.git/config': secret, 'p/blog.ttl': blog });
      symlinkSync('../secret', path.join(project, 'link.ttl'));
      for (const ontology of [
        file,
        `{ file: blog.ttl, shapes: [${file}] }`,
        `{ file: blog.ttl, imports: { 'urn:x': ${file} } }`,
      ]) {
        put(project, { 'codegen.yaml': `ontology: ${ontology}\n` });
        const { status, stderr } = codegen(project, ['graph', 'load'], env);
        expect([status, stderr]).toEqual([
          1,
          expect.stringMatching(/^codegen.yaml:1:11: error: the settings read .*\[settings-not-trusted\]/),
        ]);
        expect(stderr).toContain(messages);
        expect(stderr).not.toContain('somebody');
      }
      put(project, { 'codegen.yaml': `ontology: ${file}\n` });
      // The command line is the user's own choice, and so is trust.
      expect(codegen(project, ['graph', 'load', file], env).stderr).not.toContain('not-trusted');
      codegen(project, ['trust'], env);
      expect(codegen(project, ['graph', 'load'], env).stderr).not.toContain('not-trusted');
    });
  });

  test.each(['../home', '.git/hooks', 'link/deep/er'])('settings do not write to %s without trust', (out) => {
    inFolder((folder) => {
      const env = { XDG_STATE_HOME: path.join(folder, 'state') };
      const project = path.join(folder, 'p');
      put(folder, { 'home/.keep': '', 'p/.git/HEAD': '', 'p/blog.ttl': blog });
      symlinkSync('../home', path.join(project, 'link'));
      put(project, { 'codegen.yaml': `ontology: blog.ttl\noutputs:\n  - template: graphql-schema\n    folder: ${out}\n` });
      const { status, stderr } = codegen(project, ['generate'], env);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^codegen.yaml:4:13: error: the settings write to .*\[settings-not-trusted\]/),
      ]);
      expect(existsSync(path.join(project, out, 'schema.graphql'))).toBe(false);
      expect(codegen(project, ['trust'], env).stdout).toContain(`trusted writing to ${out}`);
      expect(codegen(project, ['generate'], env).status).toBe(0);
      expect(existsSync(path.join(project, out, 'schema.graphql'))).toBe(true);
    });
  });

  test('a project may read from and write to other folders of its repository', () => {
    inFolder((folder) => {
      put(folder, {
        '.git/HEAD': '',
        'shared/blog.ttl': blog,
        'api/codegen.yaml': 'ontology: ../shared/blog.ttl\noutputs:\n  - template: graphql-schema\n    folder: ../web\n',
      });
      expect(codegen(path.join(folder, 'api'), ['generate']).status).toBe(0);
    });
  });
});

describe('graph load of several ontologies', () => {
  const several = (use: (load: (...args: string[]) => ReturnType<typeof codegen>, folder: string) => void) =>
    inFolder((folder) => {
      put(folder, { 'a.ttl': blog, 'bad.ttl': 'x x\n', 'c.ttl': blog.replaceAll('example.org/blog', 'example.org/other') });
      use((...args) => codegen(folder, ['graph', 'load', ...args]), folder);
    });

  test('each is read by itself, and an invalid one does not stop the others', () => {
    several((load) => {
      const both = load('a.ttl', 'c.ttl', 'a.ttl');
      expect([both.status, both.stdout]).toEqual([0, load('a.ttl').stdout + load('c.ttl').stdout]);
      const { status, stdout, stderr } = load('a.ttl', 'bad.ttl', 'none.ttl', 'c.ttl');
      expect([status, stdout]).toEqual([1, both.stdout]);
      expect(stderr).toMatch(/^bad\.ttl:1:1: error: [\s\S]*none\.ttl/m);
    });
  });

  test('JSON and SARIF are one document for all', () => {
    several((load) => {
      const { status, stdout } = load('a.ttl', 'bad.ttl', '--json');
      expect([status, JSON.parse(stdout)]).toEqual([
        1,
        { ontologies: [JSON.parse(load('a.ttl', '--json').stdout), { file: 'bad.ttl', diagnostics: [expect.anything()] }] },
      ]);
      const { runs } = JSON.parse(load('bad.ttl', 'none.ttl', 'c.ttl', '--format', 'sarif').stdout);
      expect(runs).toHaveLength(1);
      expect(runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['syntax-error', 'file-not-found']);
    });
  });

  test('invalid settings are reported once', () => {
    several((load, folder) => {
      put(folder, { 'codegen.yaml': 'ontologie: a.ttl\n' });
      const { status, stderr } = load('a.ttl', 'c.ttl');
      expect([status, stderr]).toEqual([1, load('a.ttl').stderr]);
    });
  });
});

describe('generate of several settings files', () => {
  const outputs = (folder: string) => `outputs: [{ template: graphql-schema, folder: ${folder} }]\n`;
  const script = '#!/bin/sh\necho "$CODEGEN_OUTPUT_DIR" >> "$LOG"\n';
  const several = (use: (folder: string) => void) =>
    inFolder((folder) => {
      for (const name of ['a', 'b', 'c'])
        put(folder, { [`${name}/blog.ttl`]: blog, [`${name}/codegen.yaml`]: `ontology: blog.ttl\n${outputs('api')}` });
      use(folder);
    });

  test('each is named by its file or folder, and generated once', () => {
    several((folder) => {
      symlinkSync('a', path.join(folder, 'link'));
      const made = codegen(folder, ['generate', 'b', 'a/codegen.yaml', 'link', './b/']);
      expect([made.status, made.stdout]).toEqual([
        0,
        'created b/api/schema.graphql\nb/codegen.yaml: 1 file created\ncreated a/api/schema.graphql\na/codegen.yaml: 1 file created\n',
      ]);
      expect(made.stderr).toContain('list them with codegen graph report a/blog.ttl --assumed --config a/codegen.yaml');
      expect(existsSync(path.join(folder, 'c/api'))).toBe(false);
    });
  });

  test('an error in one does not stop the others, but the run fails', () => {
    several((folder) => {
      put(folder, { 'b/blog.ttl': `${blog}\nx x` });
      const made = codegen(folder, ['generate', 'a', 'b', 'c']);
      expect([made.status, made.stdout.split('\n').filter((line) => !line.startsWith('created'))]).toEqual([
        1,
        ['a/codegen.yaml: 1 file created', 'b/codegen.yaml: nothing was written', 'c/codegen.yaml: 1 file created', ''],
      ]);
      expect(made.stderr).toMatch(/^b\/blog\.ttl:\d+:1: error: /m);
      expect(codegen(folder, ['generate', 'a', 'b', 'c', '--quiet']).stdout).toBe('');
    });
  });

  test('--check reports which are not up to date, in every format', () => {
    several((folder) => {
      codegen(folder, ['generate', 'a', 'c']);
      const check = (...args: string[]) => codegen(folder, ['generate', '--check', 'a', 'b', 'c', ...args]);
      const text = check();
      expect([text.status, text.stderr]).toEqual([
        1,
        expect.stringContaining('error: 1 generated file of b/codegen.yaml is out of date'),
      ]);
      const json = check('--json');
      const { projects } = JSON.parse(json.stdout);
      expect(json.status).toBe(1);
      expect(
        projects.map(({ settings, outputs, diagnostics }: Record<string, unknown[]>) => [
          settings,
          outputs?.length,
          diagnostics?.length,
        ]),
      ).toEqual([
        ['a/codegen.yaml', 1, 0],
        ['b/codegen.yaml', 1, 1],
        ['c/codegen.yaml', 1, 0],
      ]);
      const sarif = JSON.parse(check('--format', 'sarif').stdout);
      expect(sarif.runs).toHaveLength(1);
      expect(sarif.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['output-stale']);
      expect(check('--format', 'github').stdout).toContain(
        '::error title=output-stale::1 generated file of b/codegen.yaml is out of date',
      );
      expect(existsSync(path.join(folder, 'b/api'))).toBe(false);
      codegen(folder, ['generate', 'b']);
      expect([check().status, check('--json').status]).toEqual([0, 0]);
    });
  });

  test('the document includes settings that cannot be read', () => {
    several((folder) => {
      put(folder, { 'b/codegen.yaml': 'ontology: blog.ttl\noutput: []\n' });
      const made = codegen(folder, ['generate', 'a', 'b', '--json']);
      const { projects } = JSON.parse(made.stdout);
      expect([made.status, projects.length]).toEqual([1, 2]);
      expect(projects[0].outputs[0].created).toEqual(['schema.graphql']);
      expect(projects[1]).toEqual({
        settings: 'b/codegen.yaml',
        diagnostics: [expect.objectContaining({ file: 'b/codegen.yaml', line: 2, severity: 'error' })],
      });
    });
  });

  test.each([
    ['../lib', '../lib', 'is the folder'],
    ['../lib', '../lib/b', 'lies within the folder'],
    ['../lib/a', '../LIB', 'contains the folder'],
  ])('%s and %s overlap, so the second is not written', (first, second, relation) => {
    several((folder) => {
      put(folder, { '.git/HEAD': '' });
      put(folder, { 'a/codegen.yaml': `ontology: blog.ttl\n${outputs(first)}` });
      put(folder, { 'b/codegen.yaml': `ontology: blog.ttl\n${outputs(second)}` });
      const made = codegen(folder, ['generate', 'a', 'b']);
      expect([made.status, made.stdout]).toEqual([1, expect.stringContaining('b/codegen.yaml: nothing was written')]);
      expect(made.stderr).toMatch(/^b\/codegen\.yaml:2:47: error: outputs\[0\]\.folder is .*\[settings-value\]/m);
      expect(made.stderr).toContain(`${relation} of graphql-schema, ${path.join('a', first)} (a/codegen.yaml:2:47)`);
      expect(codegen(folder, ['generate', 'a']).status).toBe(0);
    });
  });

  test('wrong arguments are reported before anything is generated', () => {
    several((folder) => {
      put(folder, { 'empty/x': '', 'two/codegen.yaml': '', 'two/codegen.yml': '' });
      const before = readTree(folder);
      const missing = codegen(folder, ['generate', 'a', 'none/codegen.yaml', 'empty']);
      expect(missing.status).toBe(2);
      expect(missing.stderr).toMatch(/settings file none\/codegen\.yaml .*[\s\S]*settings file empty\/codegen\.yaml /);
      expect(codegen(folder, ['generate', 'a', 'two']).stderr).toContain('there are 2 settings files: two/codegen.yaml and two/');
      const both = codegen(folder, ['generate', 'a', '--config', 'b/codegen.yaml']);
      expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('as arguments or by --config')]);
      expect(readTree(folder)).toEqual(before);
    });
  });

  test('hooks run after everything is generated, only for successful projects', () => {
    several((folder) => {
      const log = path.join(folder, 'log');
      for (const name of ['a', 'b', 'c']) {
        put(folder, { [`${name}/log.sh`]: script });
        chmodSync(path.join(folder, name, 'log.sh'), 0o755);
        const env = { XDG_STATE_HOME: path.join(folder, 'state') };
        expect(
          codegen(path.join(folder, name), ['hook', 'create', '--event', 'post-generate', '--script', 'log.sh'], env).status,
        ).toBe(0);
      }
      put(folder, { 'b/blog.ttl': 'x' });
      const env = { XDG_STATE_HOME: path.join(folder, 'state'), LOG: log };
      const { status, stdout } = codegen(folder, ['generate', 'a', 'b', 'c', '--json'], env);
      expect([status, JSON.parse(stdout).projects.length]).toEqual([1, 3]);
      expect(readFileSync(log, 'utf8').split('\n')).toEqual([path.join(folder, 'a'), path.join(folder, 'c'), '']);
    });
  });
});

/** Any combination of policies. */
const policies = fc.record(
  Object.fromEntries(
    policyNames.map((name) => {
      const { values }: { values: readonly string[] } = policySpecs[name];
      return [
        name,
        fc.constantFrom(...(values.length === 0 ? ['en', 'de', 'pt-BR'] : values)).filter((value) => isPolicyValue(name, value)),
      ];
    }),
  ),
  { requiredKeys: [] },
);

const full = process.env['CODEGEN_TEST_FULL'] === '1';

test('settings and an equivalent command line generate the same bytes', () => {
  const ontologies = ['blog', 'constraints', 'torture'].map((name) => ontologyFile(name));
  fc.assert(
    fc.property(
      fc.constantFrom(...ontologies),
      policies,
      fc.uniqueArray(fc.constantFrom(...templateNames), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('.', 'deep/er'),
      (ontology, chosen, templates, cwd) =>
        inFolder((folder) => {
          const file = path.basename(ontology);
          cpSync(ontology, path.join(folder, file));
          const outputs = templates.map((template) => ({ template, folder: `generated/${template}` }));
          put(folder, { 'codegen.yaml': JSON.stringify({ ontology: file, policies: chosen, outputs }), 'deep/er/x': '' });
          const made = codegen(path.join(folder, cwd), ['generate']);
          expect([made.status, made.stderr]).toEqual([0, expect.any(String)]);
          const bySettings = readTree(path.join(folder, 'generated'));
          rmSync(path.join(folder, 'generated'), { recursive: true });
          rmSync(path.join(folder, 'codegen.yaml'));
          for (const { template, folder: to } of outputs) {
            const words = Object.entries(chosen).flatMap(([name, value]) => ['--policy', `${name}=${value}`]);
            const args = ['--ontology', file, '--template', template, '--output-dir', to, ...words];
            expect(codegen(folder, ['template', 'generate-rdf', ...args]).status).toBe(0);
          }
          expect(readTree(path.join(folder, 'generated'))).toEqual(bySettings);
        }),
    ),
    { numRuns: full ? 40 : 4 },
  );
});

describe('generate --watch', () => {
  /** Starts it in a folder; `shows` and `tells` wait for text on standard output and standard error. */
  function watching(folder: string, env: Readonly<Record<string, string>> = {}, named: readonly string[] = []) {
    const child = spawn(process.execPath, [path.join(root, 'bin/codegen.js'), 'generate', '--watch', ...named], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
    });
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    return { child, ended, shows: reading(child.stdout), tells: reading(child.stderr) };
  }

  /** Returns a function that waits for a text in a stream, after the text that it waited for before. */
  function reading(stream: NodeJS.ReadableStream) {
    let left = '';
    let wake = () => {};
    stream.on('data', (part: Buffer) => {
      left += part;
      wake();
    });
    return async (wanted: RegExp) => {
      for (let found = wanted.exec(left); ; found = wanted.exec(left)) {
        if (found) {
          left = left.slice(found.index + found[0].length);
          return;
        }
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`no ${wanted} in: ${left}`)), 120_000);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    };
  }

  test.each(['SIGINT', 'SIGTERM'] as const)('reports each save in one line, also with errors, until %s', async (signal) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-watch-'));
    put(folder, {
      'blog.ttl': blog,
      'codegen.yaml': 'ontology: { file: blog.ttl, shapes: [shapes.ttl] }\noutputs: [{ template: rust-models, folder: src }]\n',
      'shapes.ttl': '# none yet\n',
    });
    const { child, ended, shows, tells } = watching(folder);
    try {
      await shows(/7 files created in \d+ ms\n/);
      put(folder, { 'blog.ttl': blog.replace('rdfs:label "title"', 'rdfs:label "headline"') });
      await shows(/blog\.ttl changed: 2 files updated, 5 unchanged in \d+ ms\n/);
      expect(readFileSync(path.join(folder, 'src/post.rs'), 'utf8')).toContain('headline');
      put(folder, { 'blog.ttl': `${blog}\nx x` });
      await tells(/blog\.ttl:\d+:1: error: /);
      await shows(/blog\.ttl changed: nothing was written\n/);
      put(folder, { 'blog.ttl': blog });
      await shows(/blog\.ttl changed: 2 files updated, 5 unchanged/);
      const shape =
        '@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix : <http://example.org/blog#> .\n[] sh:targetClass :Post ; sh:property [ sh:path :title ; sh:maxLength 7 ] .\n';
      put(folder, { 'shapes.ttl': shape });
      await shows(/shapes\.ttl changed: \d files? updated/);
      put(folder, { 'codegen.yaml': 'ontology: blog.ttl\noutputs: [{ template: rust-model, folder: src }]\n' });
      await tells(/codegen\.yaml:2:\d+: error: [\s\S]*did you mean rust-models\?/);
      await shows(/codegen\.yaml changed: nothing was written\n/);
      put(folder, { 'codegen.yaml': 'ontology: blog.ttl\noutputs: [{ template: graphql-schema, folder: api }]\n' });
      await shows(/codegen\.yaml changed: 1 file created/);
      rmSync(path.join(folder, 'blog.ttl'));
      await tells(/cannot find blog\.ttl/);
      await shows(/blog\.ttl changed: nothing was written\n/);
      put(folder, { 'blog.ttl': blog.replace('rdfs:label "title"', 'rdfs:label "headline"') });
      await shows(/blog\.ttl changed: 1 file updated/);
      child.kill(signal);
      await tells(new RegExp(`stopped by ${signal}`));
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('watches the files of own templates', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-watch-'));
    const module = (text: string) => `const file = { path: 'a.ts', content: 'export const ${text} = 1;\\n' };
      export default { name: 'mine', category: 'own', language: 'TypeScript', description: 'x', enforces: false,
        differences: [], emit: () => ({ files: () => [file], unprinted: () => [] }), generate: () => [file] };`;
    cpSync(path.join(root, 'examples/templates/go-structs'), path.join(folder, 'go-structs'), { recursive: true });
    put(folder, {
      'blog.ttl': blog,
      'mine.mjs': module('first'),
      'codegen.yaml':
        'ontology: blog.ttl\noutputs: [{ template: ./mine.mjs, folder: a }, { template: ./go-structs, folder: b }]\n',
    });
    const { child, ended, shows, tells } = watching(folder, { CODEGEN_TRUST: '1' });
    try {
      await shows(/created in \d+ ms\n/);
      put(folder, { 'mine.mjs': module('second') });
      await shows(/mine\.mjs changed: 1 file updated/);
      expect(readFileSync(path.join(folder, 'a/a.ts'), 'utf8')).toContain('second');
      const template = readFileSync(path.join(folder, 'go-structs/struct.liquid'), 'utf8');
      put(folder, { 'go-structs/struct.liquid': `${template}\n// more\n` });
      await shows(/go-structs\/struct\.liquid changed: \d files? updated/);
      put(folder, { 'mine.mjs': 'export default 1;' });
      await tells(/error: /);
      await shows(/mine\.mjs( and 1 more)? changed: nothing was written\n/);
      child.kill('SIGINT');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('notices a missing import that appears, and a correction of any input file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-watch-'));
    const importing = `${blog}\n<http://example.org/blog> <http://www.w3.org/2002/07/owl#imports> <lib/core.ttl> .\n`;
    const core = '<http://example.org/core#Core> a <http://www.w3.org/2002/07/owl#Class> .\n';
    put(folder, { 'blog.ttl': importing, 'lib/core.ttl': 'x x', 'codegen.yaml': minimal });
    const { child, ended, shows, tells } = watching(folder);
    try {
      await tells(/core\.ttl:1:1: error: /);
      await shows(/nothing was written\n/);
      put(folder, { 'blog.ttl': blog });
      await shows(/blog\.ttl changed: \d+ files? created/);
      put(folder, { 'blog.ttl': importing });
      await shows(/blog\.ttl changed: nothing was written\n/);
      put(folder, { 'lib/core.ttl': core });
      await shows(/1 file created, 1 updated/);
      rmSync(path.join(folder, 'lib'), { recursive: true });
      await shows(/1 file updated, 1 removed/);
      put(folder, { 'lib/core.ttl': core });
      await shows(/core\.ttl changed: 1 file created, 1 updated/);
      child.kill('SIGINT');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('watches several settings files, and generates each after changes of its inputs', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-watch-'));
    put(folder, {
      'a/blog.ttl': blog,
      'a/codegen.yaml': minimal,
      'b/blog.ttl': blog,
      'b/codegen.yaml': minimal,
      '.git/HEAD': '',
    });
    const { child, ended, shows, tells } = watching(folder, {}, ['a', 'b']);
    try {
      await shows(/ a\/codegen\.yaml: 7 files created in \d+ ms\n/);
      await shows(/ b\/codegen\.yaml: 7 files created in \d+ ms\n/);
      put(folder, { 'b/blog.ttl': blog.replace('rdfs:label "title"', 'rdfs:label "headline"') });
      await shows(/^\d\d:\d\d:\d\d b\/codegen\.yaml: b\/blog\.ttl changed: 2 files updated, 5 unchanged in \d+ ms\n$/);
      put(folder, { 'b/codegen.yaml': minimal.replace('src/models', '../a/src') });
      await tells(
        /b\/codegen\.yaml:4:13: error: outputs\[0\]\.folder is a\/src, which contains the folder of rust-models, a\/src\/models/,
      );
      await shows(/^\d\d:\d\d:\d\d b\/codegen\.yaml: b\/codegen\.yaml changed: nothing was written/);
      put(folder, { 'a/blog.ttl': blog.replace('rdfs:label "title"', 'rdfs:label "headline"') });
      await shows(/ a\/codegen\.yaml: a\/blog\.ttl changed: 2 files updated/);
      child.kill('SIGINT');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('rejects options that it cannot be combined with', () => {
    inFolder((folder) => {
      put(folder, { 'blog.ttl': blog, 'codegen.yaml': minimal });
      for (const other of ['--check', '--dry-run', '--json'])
        expect(codegen(folder, ['generate', '--watch', other]).status, other).toBe(2);
    });
  });
});
