import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Diagnostic, DiagnosticError, formatDiagnostic } from '../diagnostics/index.ts';
import { type LoadOptions, loadOntology } from './index.ts';

vi.mock('node:os', async (original) => ({ ...(await original<typeof import('node:os')>()), homedir: vi.fn(() => '/nowhere') }));

const SECRET = 'https://user:hunter2@example.org';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-reach-'));
  write('secret/token', `${SECRET}\n`);
  write('secret/core.ttl', '<http://example.org/core> a <http://www.w3.org/2002/07/owl#Ontology> .');
});
afterEach(() => {
  vi.mocked(homedir).mockReturnValue('/nowhere');
  rmSync(folder, { recursive: true });
});

const at = (name: string) => path.join(folder, name);

function write(name: string, text: string): string {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
}

const importing = (iri: string, file = 'app/main.ttl') =>
  write(file, `@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<> a owl:Ontology ; owl:imports <${iri}> .\n`);

const catalogue = (file: string, entries: string) =>
  write(file, `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">\n${entries}\n</catalog>`);

async function read(main = at('app/main.ttl'), options?: LoadOptions): Promise<string[] | Diagnostic> {
  try {
    const { files } = await loadOntology(main, options);
    return files.map((file) => path.relative(folder, file));
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const [found] = error.diagnostics;
    expect(formatDiagnostic(found as Diagnostic)).not.toContain('hunter2');
    return found as Diagnostic;
  }
}

describe('rejects files outside the repository', () => {
  test.each([
    ['an absolute IRI', () => `file://${at('secret/token')}`],
    ['a relative IRI', () => '../secret/token'],
    ['an IRI with more steps than there are folders', () => `${'../'.repeat(40)}${at('secret/token').slice(1)}`],
    ['the local host', () => `file://localhost${at('secret/token')}`],
  ])('by %s', async (_, iri) => {
    importing(iri());
    expect(await read()).toMatchObject({ code: 'read-outside', severity: 'error', place: { line: 2 } });
  });

  test.each(['%2e%2e/secret/token', 'x/../../secret/token'])(
    'does not find %s, which resolves to a file that does not exist',
    async (iri) => {
      mkdirSync(at('app/x'), { recursive: true });
      importing(iri);
      expect(await read()).toEqual(['app/main.ttl']);
    },
  );

  test('through a symbolic link to a file or to a folder', async () => {
    importing('http://example.org/core');
    symlinkSync(at('secret/core.ttl'), at('app/core.ttl'));
    expect(await read()).toMatchObject({ code: 'read-outside', message: expect.stringContaining('a link to') });
    importing('lib/core.ttl');
    symlinkSync(at('secret'), at('app/lib'));
    expect(await read()).toMatchObject({ code: 'read-outside' });
  });

  test('through the catalogue next to the ontology', async () => {
    importing('http://example.org/core');
    catalogue('app/catalog-v001.xml', '<uri name="http://example.org/core" uri="../secret/token"/>');
    expect(await read()).toMatchObject({ code: 'read-outside' });
  });

  test('through a catalogue that is a symbolic link', async () => {
    importing('http://example.org/core');
    symlinkSync(catalogue('secret/c.xml', ''), at('app/catalog-v001.xml'));
    expect(await read()).toMatchObject({ code: 'read-outside' });
  });

  test('through an imported file or a file with shapes', async () => {
    importing('a.ttl');
    importing(`file://${at('secret/token')}`, 'app/a.ttl');
    expect(await read()).toMatchObject({ code: 'read-outside', place: { file: at('app/a.ttl') } });
    importing('http://example.org/none');
    expect(await read(undefined, { shapes: [at('app/a.ttl')] })).toMatchObject({ code: 'read-outside' });
  });

  test('in a folder whose name starts with the name of the allowed folder', async () => {
    write('app-more/core.ttl', '');
    importing('../app-more/core.ttl');
    expect(await read()).toMatchObject({ code: 'read-outside' });
  });

  test('in a repository at the home folder, which may contain secrets', async () => {
    vi.mocked(homedir).mockReturnValue(folder);
    mkdirSync(at('.git'));
    importing('../secret/core.ttl');
    expect(await read()).toMatchObject({ code: 'read-outside' });
  });
});

test('does not show content of an allowed file outside the repository', async () => {
  importing('../secret/token');
  expect(await read(undefined, { allowRead: [at('secret')] })).toMatchObject({ code: 'foreign-unreadable' });
  importing('http://example.org/core');
  const catalog = catalogue('other/c.xml', '<uri name="http://example.org/core" uri="../secret/token"/>');
  expect(await read(undefined, { catalog })).toMatchObject({ code: 'foreign-unreadable' });
});

describe('accepts files', () => {
  test('anywhere in the repository', async () => {
    mkdirSync(at('.git'));
    importing('../secret/core.ttl');
    expect(await read()).toEqual(['app/main.ttl', 'secret/core.ttl']);
  });

  test('anywhere in a work tree whose .git is a file', async () => {
    write('.git', 'gitdir: elsewhere');
    importing('../secret/core.ttl');
    expect(await read()).toEqual(['app/main.ttl', 'secret/core.ttl']);
  });

  test('in allowed folders, also through symbolic links', async () => {
    importing('../secret/core.ttl');
    expect(await read(undefined, { allowRead: [at('secret')] })).toEqual(['app/main.ttl', 'secret/core.ttl']);
    symlinkSync(at('secret'), at('link'));
    expect(await read(undefined, { allowRead: [at('link')] })).toEqual(['app/main.ttl', 'secret/core.ttl']);
    expect(await read(undefined, { allowRead: [at('none')] })).toMatchObject({ code: 'file-not-found' });
  });

  test('named on the command line, or by a catalogue that is named there', async () => {
    importing('http://example.org/core');
    const core = { iri: 'http://example.org/core', file: at('secret/core.ttl') };
    expect(await read(undefined, { imports: [core] })).toEqual(['app/main.ttl', 'secret/core.ttl']);
    expect(await read(undefined, { shapes: [core.file] })).toEqual(['app/main.ttl', 'secret/core.ttl']);
    const catalog = catalogue('other/c.xml', '<uri name="http://example.org/core" uri="../secret/core.ttl"/>');
    expect(await read(undefined, { catalog })).toEqual(['app/main.ttl', 'secret/core.ttl']);
  });

  test('in other folders only by name: no file name is guessed there', async () => {
    importing('http://example.org/core');
    importing('http://other.example/extra', 'secret/core.ttl');
    write('secret/extra.ttl', '');
    const catalog = catalogue('other/c.xml', '<uri name="http://example.org/core" uri="../secret/core.ttl"/>');
    expect(await read(undefined, { catalog })).toEqual(['app/main.ttl', 'secret/core.ttl']);
    const all = { catalog, allowRead: [at('secret')] };
    expect(await read(undefined, all)).toEqual(['app/main.ttl', 'secret/core.ttl', 'secret/extra.ttl']);
  });

  test('if the ontology itself is a symbolic link', async () => {
    write('secret/main.ttl', '');
    mkdirSync(at('app'));
    symlinkSync(at('secret/main.ttl'), at('app/main.ttl'));
    expect(await read()).toEqual(['app/main.ttl']);
  });
});

describe('rejects file IRIs that are not local paths', () => {
  test.each([
    ['file://fileserver/core.ttl', /another machine, fileserver/],
    ['file:///lib%2Fcore.ttl', /encoded slash/],
    ['a%2fb.ttl', /encoded slash/],
    ['file:///core%00.ttl', /NUL/],
    ['file:///%C3.ttl', /percent-encoding/],
  ])('%s as an import', async (iri, reason) => {
    importing(iri);
    expect(await read()).toMatchObject({
      code: 'import-no-path',
      severity: 'error',
      message: expect.stringMatching(reason),
      place: { line: 2, column: 33 },
    });
  });

  test('but not those that name this machine', async () => {
    write('app/core.ttl', '');
    importing(`file://localhost${at('app/core.ttl')}`);
    expect(await read()).toEqual(['app/main.ttl', 'app/core.ttl']);
  });

  test.each(['file://fileserver/core.ttl', 'lib%2Fcore.ttl'])('%s in a catalogue', async (uri) => {
    importing('http://example.org/core');
    catalogue('app/catalog-v001.xml', `<uri name="http://example.org/core" uri="${uri}"/>`);
    expect(await read()).toMatchObject({ code: 'catalog-unreadable', place: { file: at('app/catalog-v001.xml'), line: 2 } });
  });
});
