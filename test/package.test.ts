import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFullRun } from './support/ontologies.ts';
import { readTree, root } from './support/program.ts';

/** A temporary folder with the package as it would be published, and programs that use it. */
let folder: string;
let tarball: string;
let installed: string;

function run(command: string, args: readonly string[], cwd: string): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-package-'));
  expect(run(process.execPath, ['scripts/types.js'], root)).toEqual({ status: 0, output: '' });
  const { stdout } = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(stdout);
  tarball = path.join(folder, filename);
  // Installed as npm would do it, with the dependencies of this project.
  cpSync(path.join(root, 'examples/library'), path.join(folder, 'project'), { recursive: true });
  installed = path.join(folder, 'project/node_modules/ontology-codegen');
  mkdirSync(installed, { recursive: true });
  expect(run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], folder).status).toBe(0);
  const modules = realpathSync(path.join(root, 'node_modules'));
  symlinkSync(modules, path.join(installed, 'node_modules'));
  symlinkSync(path.join(modules, '@types'), path.join(folder, 'project/node_modules/@types'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the package contains all files that the README links to', () => {
  const readme = readFileSync(path.join(installed, 'README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(path.join(installed, link)))).toEqual([]);
});

test('the package contains no development files', () => {
  for (const name of ['src', 'test', 'scripts', 'website', 'node_modules/.package-lock.json', 'biome.json', '.ci']) {
    if (name.startsWith('node_modules')) continue;
    expect(existsSync(path.join(installed, name)), name).toBe(false);
  }
});

test('publint reports nothing', async () => {
  rmSync(path.join(installed, 'node_modules'));
  const { messages } = await publint({ pkgDir: installed, pack: false });
  symlinkSync(realpathSync(path.join(root, 'node_modules')), path.join(installed, 'node_modules'));
  expect(messages.filter(({ type }) => type !== 'suggestion')).toEqual([]);
});

test.each([
  ['the library, for every module system', ['--exclude-entrypoints', 'codegen.schema.json', 'model.schema.json', 'browser']],
  ['the library for browsers, for ES modules', ['--profile', 'esm-only', '--entrypoints', 'browser']],
])('the types resolve of %s', (_, options) => {
  const attw = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const { status, output } = run(process.execPath, [attw, tarball, '--no-emoji', ...options], folder);
  expect(status, output).toBe(0);
});

describe('the example project', () => {
  const project = () => path.join(folder, 'project');

  test.each(['nodenext', 'preserve'])('compiles without the types of Node.js, with modules as %s', (module) => {
    const file = path.join(project(), 'plain.mts');
    writeFileSync(
      file,
      "import { type DomainModel, generate, loadModel } from 'ontology-codegen';\n" +
        "import { type Hover, hover, loadModel as loadTexts } from 'ontology-codegen/browser';\n" +
        "export const found: Hover | undefined = await hover(await loadTexts({ 'a.ttl': '' }), '', 0);\n" +
        "const { model }: { readonly model: DomainModel } = await loadModel('blog.ttl');\n" +
        "export const paths = (await generate(model, { templates: ['rust-models'] })).map((file) => file.path);\n",
    );
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--ignoreConfig', '--strict', '--noEmit', '--lib', 'es2023,dom', '--target', 'es2023', '--types', ''];
    const done = run(process.execPath, [tsc, ...options, '--module', module, 'plain.mts'], project());
    rmSync(file);
    expect(done).toEqual({ status: 0, output: '' });
  });

  test('compiles, and works as an ES module', () => {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    expect(run(process.execPath, [tsc, '-p', '.'], project())).toEqual({ status: 0, output: '' });
    const expected = [
      'tables/columns.csv by csv-columns',
      'graphql-schema/schema.graphql by graphql-schema',
      'id;placed_by_id',
      '',
      'id;name',
    ].join('\n');
    const first = run(process.execPath, ['generate.mjs'], project());
    expect(first.output).toBe(`${expected}\n2 created, 0 unchanged\nundefined-prefix at broken.ttl:1:1\n`);
    expect(readFileSync(path.join(project(), 'out/tables/columns.csv'), 'utf8')).toContain(
      '# @generated by codegen (csv-columns) from shop.ttl with unstated=optional; do not edit columns.csv.',
    );
    expect(run(process.execPath, ['generate.mjs'], project()).output).toContain('0 created, 2 unchanged');
  });

  test('works as a CommonJS script', () => {
    const { status, output } = run(process.execPath, ['generate.cjs'], project());
    expect(output).toMatch(/^post\.ts\npage\.ts\nindex\.ts\n(validation\/[\w-]+\.ts\n)+true unknown-template\n$/);
    expect(status).toBe(0);
  });
});

test('npx finds the program by the name of the package, and starts a project in a folder with an ontology', () => {
  const { bin } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  // A name with blanks and characters that shells interpret, and line ends of Windows.
  const project = path.join(folder, "my project & 100% (new) 'x'");
  mkdirSync(path.join(project, 'node_modules/.bin'), { recursive: true });
  for (const [name, file] of Object.entries(bin))
    symlinkSync(path.join(installed, String(file)), path.join(project, 'node_modules/.bin', name));
  const text = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');
  const generated = (source: string) => {
    writeFileSync(path.join(project, 'blog.ttl'), source);
    const done = run('npx', ['--no', 'ontology-codegen', 'generate', '--quiet'], project);
    expect(done.status, done.output).toBe(0);
    return readTree(path.join(project, 'generated'));
  };
  writeFileSync(path.join(project, 'blog.ttl'), text);
  const { status, output } = run('npx', ['--no', 'ontology-codegen', 'init'], project);
  expect(output).toContain('wrote codegen.yaml: 6 outputs from blog.ttl');
  expect(status).toBe(0);
  const files = generated(text);
  expect(Object.keys(files)).toContain('python-pydantic/comment.py');
  rmSync(path.join(project, 'generated'), { recursive: true });
  expect(generated(text.replaceAll('\n', '\r\n'))).toEqual(files);
});

test('npm create copies the example to a folder without an ontology, and writes the settings', () => {
  const create = path.join(folder, 'project/node_modules/create-ontology-codegen');
  cpSync(path.join(root, 'create'), create, { recursive: true });
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const { version, dependencies } = read(path.join(create, 'package.json'));
  expect([version, dependencies['ontology-codegen']]).toEqual(Array(2).fill(read(path.join(installed, 'package.json')).version));
  const program = path.join(create, 'index.js');
  const first = run(process.execPath, [program, 'shop'], folder);
  expect(first.output).toContain('wrote codegen.yaml: 6 outputs from blog.ttl');
  expect(first.output).toContain('in the folder shop: npm install --save-dev ontology-codegen');
  mkdirSync(path.join(folder, 'own'));
  writeFileSync(path.join(folder, 'own/city.ttl'), readFileSync(path.join(root, 'examples/shop.ttl')));
  expect(run(process.execPath, [program, 'own'], folder).output).toContain('outputs from city.ttl');
  expect(existsSync(path.join(folder, 'own/blog.ttl'))).toBe(false);
  // Ontologies of installed packages and of other projects are not the ontology of this folder.
  for (const other of ['node_modules/other', 'my shop']) {
    mkdirSync(path.join(folder, 'new', other), { recursive: true });
    writeFileSync(path.join(folder, 'new', other, 'a.ttl'), readFileSync(path.join(root, 'examples/blog.ttl')));
  }
  expect(run(process.execPath, [program], path.join(folder, 'new')).output).toContain('outputs from blog.ttl');
  expect(run(process.execPath, [program, '--help'], folder)).toMatchObject({ status: 2 });
  expect(existsSync(path.join(folder, '--help'))).toBe(false);
});

test.runIf(isFullRun)(
  'a global installation has the command codegen',
  () => {
    const prefix = path.join(folder, 'prefix');
    const { status, output } = run(
      'npm',
      ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', tarball],
      folder,
    );
    expect(status, output).toBe(0);
    for (const name of ['codegen', 'ontology-codegen'])
      expect(run(path.join(prefix, 'bin', name), ['--version'], folder).output).toBe('2.5.0\n');
    const made = run(
      path.join(prefix, 'bin/codegen'),
      [
        'template',
        'generate-rdf',
        '--ontology',
        path.join(root, 'examples/blog.ttl'),
        '--template',
        path.join(prefix, 'lib/node_modules/ontology-codegen/examples/templates/go-structs'),
        '--output-dir',
        'go',
      ],
      folder,
    );
    expect(made.status, made.output).toBe(0);
  },
  300_000,
);
