import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codegen, root } from '../support/program.ts';

const FIRST = `@prefix : <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://example.org/shop> a owl:Ontology .
:Item a owl:Class .
:name a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:string .
:price a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range xsd:int .
`;

let folder: string;
const write = (text: string) => writeFileSync(path.join(folder, 'shop.ttl'), text);
const run = (...args: string[]) => codegen(folder, args);
const next = (...args: string[]) => run('migrate', 'new', '--ontology', 'shop.ttl', ...args);
const files = () => readdirSync(path.join(folder, 'migrations')).sort();
const textOf = (file: string) => readFileSync(path.join(folder, 'migrations', file), 'utf8');
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.email=a@example.org', '-c', 'user.name=A', ...args], { cwd: folder, stdio: 'pipe' });

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'codegen-migrate-')));
  write(FIRST);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('creates the schema in the first migration, and writes nothing without a change', () => {
  const none = run('migrate', 'status', '--ontology', 'shop.ttl');
  expect([none.status, none.stderr]).toEqual([
    1,
    expect.stringMatching(/migrations contains no migrations yet.*\n.*codegen migrate new/),
  ]);
  expect(next().stdout).toBe(
    'created migrations/001_create_shop_schema.sql\ncreated migrations/001_create_shop_schema.down.sql\n',
  );
  expect(files()).toEqual(['001_create_shop_schema.down.sql', '001_create_shop_schema.sql', 'codegen.schema.json']);
  expect(next().stdout).toBe('nothing to migrate: the files in migrations are up to date\n');
  expect(run('migrate', 'status', '--ontology', 'shop.ttl', '--check').status).toBe(0);
});

test('finds the migrations next to the settings from any folder', () => {
  writeFileSync(path.join(folder, 'codegen.yaml'), 'ontology: shop.ttl\n');
  mkdirSync(path.join(folder, 'deep'));
  const from = (cwd: string, ...args: string[]) => codegen(path.join(folder, cwd), ['migrate', ...args]);
  expect(from('deep', 'new').stdout).toMatch(/^created \.\.\/migrations\/001_create_shop_schema\.sql\n/);
  expect(from('.', 'status').stdout).toMatch(/^up to date: the migrations in migrations produce/);
  expect(from('migrations', 'status').stdout).toMatch(/^up to date: the migrations in \. produce/);
  expect(from('deep', 'status', '--ontology', '../shop.ttl').stderr).toContain('[migration-none]');
});

describe('a second version', () => {
  beforeEach(() => void next());

  test('concurrent runs never write two migrations with the same number', async () => {
    const versions = ['note', 'hint', 'mark'].map((name) => {
      const file = `${name}.ttl`;
      const more = `:${name} a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range xsd:string .\n`;
      writeFileSync(path.join(folder, file), FIRST + more);
      return file;
    });
    const statuses = await Promise.all(
      versions.map(async (file) => {
        const child = spawn(
          process.execPath,
          [path.join(root, 'bin/codegen.js'), 'migrate', 'new', '--allow-data-loss', '--ontology', file],
          {
            cwd: folder,
            stdio: ['ignore', 'ignore', 'pipe'],
          },
        );
        let reported = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          reported += text;
        });
        const [status] = (await once(child, 'close')) as [number];
        if (status !== 0) expect(reported).toContain('[migration-meanwhile]');
        return status;
      }),
    );
    expect(statuses).toContain(0);
    const numbers = files().flatMap((file) => /^(\d+)_(?!.*\.down\.sql$).*\.sql$/.exec(file)?.[1] ?? []);
    expect(new Set(numbers).size, files().join(' ')).toBe(numbers.length);
    // The folder is valid and contains no temporary files.
    expect(run('migrate', 'status', '--ontology', 'shop.ttl').status).toBe(0);
    expect(files().filter((file) => !file.endsWith('.sql'))).toEqual(['codegen.schema.json']);
  });

  test('renames a column when its label changes, and keeps earlier files', () => {
    const before = textOf('001_create_shop_schema.sql');
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    expect(run('migrate', 'status', '--ontology', 'shop.ttl', '--check').status).toBe(1);
    expect(next().status).toBe(0);
    expect(textOf('001_create_shop_schema.sql')).toBe(before);
    expect(textOf('002_rename_name_to_heading.sql')).toContain('ALTER TABLE items RENAME COLUMN name TO heading;');
    expect(textOf('002_rename_name_to_heading.down.sql')).toContain('ALTER TABLE items RENAME COLUMN heading TO name;');
    expect(run('migrate', 'status', '--ontology', 'shop.ttl', '--check').status).toBe(0);
  });

  test('reports a changed type with the name of the column and both types', () => {
    write(FIRST.replace(/(:name a[^\n]*rdfs:range )xsd:\w+/, '$1xsd:integer'));
    expect(next().stderr).toMatch(
      /items\.name changes from \w+(?:\(\d+\))? to INTEGER, and the new column cannot hold all old values \[migration-loses-data\]\n {2}help: keep the datatype, or add --allow-data-loss/,
    );
    const { loses } = JSON.parse(next('--json').stdout);
    expect(loses).toEqual(['items.name']);
  });

  test('writes a step that loses data only with --allow-data-loss, in a file of its own', () => {
    write(FIRST.replace(/:price.*\n/, ''));
    const refused = next();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('no longer has items.price [migration-loses-data]');
    expect(refused.stderr).toContain('neither: give the same --shapes files as for the last migration');
    expect(files()).toHaveLength(3);
    expect(next('--allow-data-loss', '--json').status).toBe(0);
    const contract = textOf('002_contract_drop_price_of_items.sql');
    expect(contract).toContain(
      'CREATE TABLE codegen_kept.m2_items_price AS SELECT id, price FROM items WHERE price IS NOT NULL;',
    );
    expect(textOf('002_contract_drop_price_of_items.down.sql')).toContain('ALTER TABLE items ADD COLUMN price INTEGER;');
  });

  test('reports a lost table by its name, even if the new version has a table of the same name', () => {
    write(FIRST.replace('@prefix : <http', '@prefix : <https'));
    expect(next().stderr).toContain('no longer has items [migration-loses-data]');
  });

  test('warns if an enumeration loses a value', () => {
    const states = (values: string) => `${FIRST}@prefix sh: <http://www.w3.org/ns/shacl#> .
:state a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Item .
:S a sh:NodeShape ; sh:targetClass :Item ; sh:property [ sh:path :state ; sh:in ( ${values} ) ] .\n`;
    write(states('"new" "old"'));
    expect(next().stderr).not.toContain('warning');
    write(states('"new" "used"'));
    expect(next().stderr).toContain(
      "warning: items.state no longer accepts 'old': after the migration, PostgreSQL rejects updates of rows with such a value [migration-removes-value]",
    );
    expect(
      files()
        .map((file) => textOf(file))
        .join(''),
    ).toContain("-- SELECT * FROM items WHERE state IN ('old');");
  });

  test('renames a column when its IRI changes and --renamed states so', () => {
    write(FIRST.replace(':price', ':cost'));
    expect(next().status).toBe(1);
    expect(next('--renamed', 'http://example.org/shop#price=:cost').status).toBe(0);
    expect(textOf('002_rename_price_to_cost.sql')).toContain('ALTER TABLE items RENAME COLUMN price TO cost;');
  });

  test('leaves the value of a new required column to be filled in', () => {
    write(`${FIRST}:code a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:string .\n`);
    const { stderr, status } = next('--tool', 'flyway', '--name', 'codes');
    expect(status).toBe(0);
    expect(stderr).toContain('rows of items need a value for code');
    expect(textOf('V2__codes.sql')).toContain('ADD COLUMN code TEXT;');
    expect(textOf('V3__fill_codes.sql')).toContain('-- Fill in: existing rows of items need a value for code');
    expect(textOf('V5__check_codes.sql')).toContain('ALTER TABLE items ALTER COLUMN code SET NOT NULL;');
  });

  test('rejects an edited record and recreates it from a revision', () => {
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    const record = path.join(folder, 'migrations/codegen.schema.json');
    writeFileSync(record, readFileSync(record, 'utf8').replace('"price"', '"cost"'));
    write(FIRST.replace('xsd:int', 'xsd:long'));
    expect(next().stderr).toContain('[migration-record-edited]');
    rmSync(record);
    expect(next().stderr).toContain('[migration-no-record]');
    expect(next('--since', 'git:HEAD').status).toBe(0);
    expect(
      files()
        .map((file) => textOf(file))
        .join('\n'),
    ).toContain('ALTER COLUMN price TYPE BIGINT');
  });
});

describe('a folder that does not match its record', () => {
  const status = () => run('migrate', 'status', '--ontology', 'shop.ttl', '--check');
  const commit = (name: string) => {
    git('add', '.');
    git('commit', '--quiet', '-m', name);
  };
  beforeEach(() => {
    next();
    git('init', '--quiet', '--initial-branch', 'main');
    commit('first');
  });

  test('guides the maintainer through the merge of migrations of two branches', () => {
    git('switch', '--quiet', '--create', 'other');
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    next();
    commit('rename');
    git('switch', '--quiet', 'main');
    const more = ':note a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range xsd:string .\n';
    write(FIRST + more);
    next();
    commit('note');
    expect(() => git('merge', 'other')).toThrow();
    for (const refused of [status(), next()]) {
      expect([refused.status, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain('git checkout <branch> -- migrations/codegen.schema.json');
      expect(refused.stderr).toContain('[migration-record-merged]');
    }
    git('checkout', 'main', '--', 'migrations/codegen.schema.json');
    for (const refused of [status(), next(), run('migrate', 'verify', '--ontology', 'shop.ttl')]) {
      expect(refused.status).toBe(1);
      expect(refused.stderr).toMatch(
        /number: migrations\/002_add_\S+\.sql, migrations\/002_rename_\S+\.sql \[migration-number-twice\]/,
      );
    }
    for (const file of files().filter((each) => each.startsWith('002_rename'))) rmSync(path.join(folder, 'migrations', file));
    expect(next().stdout).toMatch(/^created migrations\/003_rename_name_to_heading\.sql\n/);
    expect(status().status).toBe(0);
  });

  test('reports a deleted migration, and writes it again after the earlier record is restored', () => {
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    next();
    const [up = '', down = ''] = ['002_rename_name_to_heading.sql', '002_rename_name_to_heading.down.sql'];
    const at = (file: string) => path.join(folder, 'migrations', file);
    rmSync(at(down));
    expect(status().status, "a way back is nobody's duty").toBe(0);
    renameSync(at(up), at('20260101000000_heading.sql'));
    expect(status().status, 'called otherwise').toBe(0);
    rmSync(at('20260101000000_heading.sql'));
    for (const refused of [status(), next()]) {
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(`${path.join('migrations', up)} is missing`);
      expect(refused.stderr).toContain('[migration-missing]');
    }
    git('checkout', 'HEAD', '--', 'migrations/codegen.schema.json');
    expect(next().stdout).toMatch(/^created migrations\/002_rename/);
  });

  test('reports files in another order, and accepts new names in the same order', () => {
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    next();
    write(FIRST.replace(':name a', ':name rdfs:label "title" ; a'));
    next();
    const at = (file: string) => path.join(folder, 'migrations', file);
    const [second = '', third = ''] = files().filter((file) => /^00[23]_\w+\.sql$/.test(file));
    renameSync(at(second), at('x'));
    renameSync(at(third), at(second));
    renameSync(at('x'), at(third));
    for (const refused of [status(), next(), run('migrate', 'verify', '--ontology', 'shop.ttl')]) {
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(`lists ${second} before ${third}, but their files are now in the other order`);
      expect(refused.stderr).toContain('[migration-order]');
    }
    // New names in the recorded order, then in another one.
    renameSync(at(second), at('009_second.sql'));
    renameSync(at(third), at('008_first.sql'));
    expect(status().status).toBe(0);
    renameSync(at('008_first.sql'), at('010_first.sql'));
    expect(status().stderr).toContain('[migration-order]');
  });

  test('reports a generated migration that the record does not list, and accepts one written by hand', () => {
    const record = textOf('codegen.schema.json');
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    next();
    const [second = ''] = files().filter((file) => /^002_\w+\.sql$/.test(file));
    const at = (file: string) => path.join(folder, 'migrations', file);
    writeFileSync(at('003_own.sql'), 'CREATE TABLE own ();');
    expect(status().status).toBe(0);
    // The record of the other branch does not list the second migration.
    writeFileSync(at('codegen.schema.json'), record);
    for (const refused of [status(), next(), run('migrate', 'verify', '--ontology', 'shop.ttl')]) {
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(`${path.join('migrations', second)} was written by codegen migrate new`);
      expect(refused.stderr).toContain('[migration-unknown]');
    }
    expect(next('--since', 'shop.ttl').stdout).toMatch(/^created migrations\/codegen\.schema\.json\n/);
    expect(status().status).toBe(0);
  });

  test('reports a deleted first migration until the record is recreated without it', () => {
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    next();
    const [first = ''] = files().filter((file) => /^001\w+\.sql$/.test(file));
    const at = (file: string) => path.join(folder, 'migrations', file);
    renameSync(at(first), at('001_all.sql'));
    expect(status().status, 'called otherwise').toBe(0);
    rmSync(at('001_all.sql'));
    for (const refused of [status(), next(), run('migrate', 'verify', '--ontology', 'shop.ttl')]) {
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(`${path.join('migrations', first)} is missing`);
      expect(refused.stderr).toContain('[migration-missing]');
    }
    expect(next('--since', 'shop.ttl').stdout).toMatch(/^created migrations\/codegen\.schema\.json\n/);
    expect(status().status).toBe(0);
  });

  test('--since only recreates the record if there is nothing to migrate', () => {
    const record = path.join(folder, 'migrations/codegen.schema.json');
    const before = readFileSync(record, 'utf8');
    expect(next('--since', 'shop.ttl').stdout).toBe('nothing to migrate: the files in migrations are up to date\n');
    expect(readFileSync(record, 'utf8')).toBe(before);
    writeFileSync(record, before.replace('"price"', '"cost"'));
    expect(next('--since', 'shop.ttl', '--dry-run').stdout).toContain('nothing was written');
    expect(status().status).toBe(1);
    expect(next('--since', 'git:HEAD').stdout).toMatch(/^created migrations\/codegen\.schema\.json\n/);
    expect(status().status).toBe(0);
  });
});

describe('a project with migrations written by migrate new', () => {
  const gen = (...more: string[]) => run('project', 'gen', '.', '--graph', 'shop.ttl', '--force', '--no-hooks', ...more);
  beforeEach(() => {
    gen();
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
  });

  test('reports a data loss with the command that allows it, and keeps what that command wrote', () => {
    const less = FIRST.replace(/:price a .*\n/, '');
    write(less);
    const refused = gen();
    expect(refused.status).toBe(1);
    const command = /codegen (migrate new --ontology \S+) --allow-data-loss/.exec(refused.stderr)?.[1]?.split(' ') ?? [];
    expect(run(...command, '--allow-data-loss').status).toBe(0);
    const written = files();
    expect(written).toContain('002_contract_drop_price_of_items.sql');
    expect(gen().status).toBe(0);
    expect(gen('--check').status).toBe(0);
    expect(files()).toEqual(written);
    write(less.replace(':name a', ':name rdfs:label "heading" ; a'));
    expect(gen().status).toBe(0);
    expect(files()).toEqual([
      ...written.slice(0, -1),
      '003_rename_name_to_heading.down.sql',
      '003_rename_name_to_heading.sql',
      ...written.slice(-1),
    ]);
  });

  test('keeps a rename from --renamed before it is committed', () => {
    write(FIRST.replace(':price a', ':cost a'));
    expect(gen().stderr).toContain('[migration-loses-data]');
    expect(next('--renamed', ':price=:cost').status).toBe(0);
    const written = files();
    expect(gen().status).toBe(0);
    expect(files()).toEqual(written);
  });

  test('recreates a migration that was deleted before it was committed', () => {
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    gen();
    const written = files();
    for (const file of written.filter((each) => each.startsWith('002'))) rmSync(path.join(folder, 'migrations', file));
    expect(gen().status).toBe(0);
    expect(files()).toEqual(written);
  });
});

test('a project replaces its last migration until a maintainer commits or edits it', () => {
  const gen = () => run('project', 'gen', '.', '--graph', 'shop.ttl', '--force', '--no-hooks');
  gen();
  expect(files()).toEqual(['001_create_shop_schema.down.sql', '001_create_shop_schema.sql', 'codegen.schema.json']);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  const first = textOf('001_create_shop_schema.sql');
  const change = (label: string) => {
    write(FIRST.replace(':name a', `:name rdfs:label "${label}" ; a`));
    expect(gen().status).toBe(0);
    expect(run('project', 'gen', '.', '--graph', 'shop.ttl', '--check', '--no-hooks').status).toBe(0);
  };
  change('heading');
  expect(files()).toContain('002_rename_name_to_heading.sql');
  change('headline');
  expect(files().filter((file) => file.startsWith('002'))).toEqual([
    '002_rename_name_to_headline.down.sql',
    '002_rename_name_to_headline.sql',
  ]);
  writeFileSync(
    path.join(folder, 'migrations/002_rename_name_to_headline.sql'),
    `${textOf('002_rename_name_to_headline.sql')}-- mine\n`,
  );
  change('title');
  expect(files()).toContain('003_rename_headline_to_title.sql');
  expect(textOf('002_rename_name_to_headline.sql')).toMatch(/-- mine\n$/);
  expect(textOf('001_create_shop_schema.sql')).toBe(first);
});
