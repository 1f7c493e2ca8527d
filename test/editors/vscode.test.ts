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
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../support/judges.ts';
import { root } from '../support/program.ts';
import { EditorStub } from './vscode-stub.ts';

const extension = path.join(root, 'editors/vscode');
const manifest = JSON.parse(readFileSync(path.join(extension, 'package.json'), 'utf8'));
const BLOG = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');

interface Extension {
  readonly activate: (context: { readonly subscriptions: unknown[] }) => Promise<void>;
  readonly deactivate: () => Promise<void>;
}

test('what the manifest names exists, and no program of an untrusted folder is configured', () => {
  const { main, contributes, capabilities, activationEvents } = manifest;
  expect(main).toBe('./dist/extension.cjs');
  // Its bundle contains other packages, whose licences require their notices.
  expect(manifest.files).toContain('ThirdPartyNotices.txt');
  expect(activationEvents).toEqual(['onLanguage:turtle']);
  for (const { configuration } of contributes.languages) expect(existsSync(path.join(extension, configuration))).toBe(true);
  const listed = contributes.commands.map(({ command }: { command: string }) => command);
  const source = readFileSync(path.join(extension, 'src/extension.ts'), 'utf8');
  expect([...source.matchAll(/registerCommand\('([^']+)'/g)].map(([, name]) => name)).toEqual(listed);
  expect(capabilities.untrustedWorkspaces).toMatchObject({ supported: 'limited', restrictedConfigurations: ['codegen.path'] });
  expect(manifest.version).toBe(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version);
});

describeWith(['vscode'], 'the extension with the language server', () => {
  let code: string;
  let folder: string;
  let editor: EditorStub;
  let running: Extension;

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(extension, 'src/extension.ts')],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
      write: false,
    });
    code = outputFiles[0]?.text ?? '';
  });

  /** Activates the extension in an editor. */
  async function activate(): Promise<void> {
    const module = { exports: {} };
    const require = createRequire(import.meta.url);
    const load = (id: string) => (id === 'vscode' ? editor.module : require(id));
    new Function('module', 'exports', 'require', code)(module, module.exports, load);
    running = module.exports as Extension;
    await running.activate({ subscriptions: [] });
  }

  /** Runs a command of the extension. */
  async function execute(command: string, ...args: unknown[]): Promise<void> {
    await editor.commands.get(command)?.(...args);
  }

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'codegen-vscode-')));
    cpSync(path.join(root, 'examples/blog.ttl'), path.join(folder, 'blog.ttl'));
    writeFileSync(
      path.join(folder, 'codegen.yaml'),
      'ontology: blog.ttl\noutputs:\n  - { template: rust-models, folder: generated }\n',
    );
    mkdirSync(path.join(folder, 'node_modules'));
    symlinkSync(root, path.join(folder, 'node_modules/ontology-codegen'));
    editor = new EditorStub(folder);
  });

  afterEach(async () => {
    await running.deactivate();
    rmSync(folder, { recursive: true, force: true });
  });

  test('previews the class at the cursor, and follows unsaved changes', async () => {
    const document = editor.open(path.join(folder, 'blog.ttl'), BLOG, ':Comment a');
    await activate();
    expect(editor.errors).toEqual([]);
    editor.choice = 'python-pydantic';
    await execute('codegen.preview');
    await execute('codegen.preview', 'rust-models');
    expect(editor.errors).toEqual([]);
    const [python, rust] = editor.shown;
    expect(python?.document.uri.path).toBe('/python-pydantic/comment.py');
    expect(rust?.document.uri.path).toBe('/rust-models/comment.rs');
    expect(rust?.document.text.split('\n')[rust.options.selection?.start.line ?? -1]).toBe('pub struct Comment {');
    document.text = BLOG.replace('rdfs:label "text"', 'rdfs:label "body"');
    document.version = 2;
    editor.changed.fire({
      document,
      contentChanges: [{ range: editor.rangeOf(BLOG, 'rdfs:label "text"'), text: 'rdfs:label "body"' }],
    });
    if (!rust) throw new Error('no preview');
    await expect.poll(() => editor.textOf(rust.document.uri), { timeout: 10_000 }).toContain('pub body: String');
  });

  test('a command without a class, an ontology or a choice says what to do', async () => {
    editor.open(path.join(folder, 'blog.ttl'), BLOG, 'What the reader wrote');
    await activate();
    await execute('codegen.preview', 'rust-models');
    expect(editor.errors.pop()).toContain('Put the cursor on the name of a class');
    await execute('codegen.preview');
    expect(editor.shown).toEqual([]);
    editor.active = undefined;
    await execute('codegen.report');
    expect(editor.errors).toEqual(['codegen: No ontology is open. Open a Turtle file.']);
  });

  test('generates, shows the report, and shows the first error', async () => {
    editor.open(path.join(folder, 'blog.ttl'), BLOG);
    await activate();
    await execute('codegen.generate');
    expect(editor.messages).toEqual(['codegen: 7 files created']);
    expect(existsSync(path.join(folder, 'generated/comment.rs'))).toBe(true);
    await execute('codegen.report');
    expect(editor.shown[0]?.document.text).toContain('rust-models');
    writeFileSync(path.join(folder, 'blog.ttl'), ':broken');
    await execute('codegen.generate');
    expect(editor.errors.pop()).toMatch(/^codegen: .+\[undefined-prefix\]$/);
  });

  test('in restricted mode no program of the folder is run', async () => {
    editor.isTrusted = false;
    const trap = path.join(folder, 'trap.js');
    writeFileSync(trap, `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'ran'))}, '')`);
    editor.settings = { path: trap };
    editor.open(path.join(folder, 'blog.ttl'), BLOG);
    await activate();
    expect(editor.errors.pop()).toContain('in a folder that you do not trust');
    await execute('codegen.generate');
    expect(editor.errors.pop()).toContain('Trust the workspace');
    expect(existsSync(path.join(folder, 'ran'))).toBe(false);
    expect(existsSync(path.join(folder, 'generated'))).toBe(false);
    editor.isTrusted = true;
    editor.settings = {};
    editor.trusted.fire();
    await expect
      .poll(
        async () => {
          editor.errors.length = 0;
          await execute('codegen.preview', 'rust-models');
          return editor.errors[0];
        },
        { timeout: 10_000 },
      )
      .toContain('Put the cursor');
  });
});

/** What the test uses of vscode-textmate and vscode-oniguruma, which are packages of the extension. */
interface Textmate {
  readonly INITIAL: object;
  readonly parseRawGrammar: (text: string, file: string) => object;
  readonly Registry: new (options: object) => { readonly loadGrammar: (scope: string) => Promise<Grammar | null> };
}
interface Grammar {
  readonly tokenizeLine: (line: string, stack: object) => { readonly tokens: readonly Token[]; readonly ruleStack: object };
}
interface Token {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly scopes: readonly string[];
}
interface Oniguruma {
  readonly loadWASM: (wasm: Uint8Array) => Promise<void>;
  readonly OnigScanner: new (sources: string[]) => object;
  readonly OnigString: new (text: string) => object;
}

describeWith(['vscode'], 'the grammar', () => {
  test('gives each part of a statement its scope', async () => {
    const require = createRequire(path.join(extension, 'package.json'));
    const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate') as Textmate;
    const oniguruma = require('vscode-oniguruma') as Oniguruma;
    const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
    await oniguruma.loadWASM(wasm);
    const file = path.join(extension, 'syntaxes/turtle.tmLanguage.json');
    const registry = new Registry({
      onigLib: Promise.resolve({
        createOnigScanner: (sources: string[]) => new oniguruma.OnigScanner(sources),
        createOnigString: (text: string) => new oniguruma.OnigString(text),
      }),
      loadGrammar: async () => parseRawGrammar(readFileSync(file, 'utf8'), file),
    });
    const grammar = await registry.loadGrammar('source.turtle');
    let stack = INITIAL;
    const scopes = (line: string) => {
      const { tokens, ruleStack } = grammar?.tokenizeLine(line, stack) ?? { tokens: [], ruleStack: INITIAL };
      stack = ruleStack;
      return tokens
        .map(({ startIndex, endIndex, scopes: all }) => [line.slice(startIndex, endIndex), all.at(-1)?.replace(/\.turtle$/, '')])
        .filter(([text = '']) => text.trim() !== '');
    };
    expect(scopes('@prefix ex: <http://a.b/#c> . # note')).toEqual([
      ['@prefix', 'keyword.control.directive'],
      ['ex:', 'entity.name.namespace'],
      ['<http://a.b/#c>', 'constant.other.iri'],
      ['.', 'punctuation.separator'],
      ['# note', 'comment.line.number-sign'],
    ]);
    expect(scopes('ex:Größe-1 a owl:Class ; :n 1.5e3, true .')).toEqual([
      ['ex:', 'entity.name.namespace'],
      ['Größe-1', 'entity.name.type'],
      ['a', 'keyword.other.a'],
      ['owl:', 'entity.name.namespace'],
      ['Class', 'entity.name.type'],
      [';', 'punctuation.separator'],
      [':', 'entity.name.namespace'],
      ['n', 'entity.name.type'],
      ['1.5e3', 'constant.numeric'],
      [',', 'punctuation.separator'],
      ['true', 'constant.language.boolean'],
      ['.', 'punctuation.separator'],
    ]);
    expect(scopes('_:b1 rdfs:label "a # \\n"@de-AT, """b')).toMatchObject([
      ['_:', 'punctuation.definition.blank-node'],
      ['b1', 'variable.other.blank-node'],
      ['rdfs:', 'entity.name.namespace'],
      ['label', 'entity.name.type'],
      ['"', 'string.quoted.double'],
      ['a # ', 'string.quoted.double'],
      ['\\n', 'constant.character.escape'],
      ['"', 'string.quoted.double'],
      ['@de-AT', 'storage.modifier.language'],
      [',', 'punctuation.separator'],
      ['"""', 'string.quoted.triple'],
      ['b', 'string.quoted.triple'],
    ]);
    expect(scopes('c # no comment"""^^xsd:string .')[0]).toEqual(['c # no comment', 'string.quoted.triple']);
  });
});
