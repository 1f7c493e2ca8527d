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

test('the first migration creates the schema; nothing new is nothing to migrate', () => {
  const none = run('migrate', 'status', '--ontology', 'shop.ttl');
  expect([none.status, none.stderr]).toEqual([
    1,
    expect.stringMatching(/no migrations in migrations yet.*\n.*codegen migrate new/),
  ]);
  expect(next().stdout).toBe(
    'created migrations/001_create_shop_schema.sql\ncreated migrations/001_create_shop_schema.down.sql\n',
  );
  expect(files()).toEqual(['001_create_shop_schema.down.sql', '001_create_shop_schema.sql', 'codegen.schema.json']);
  expect(next().stdout).toBe('nothing to migrate: migrations is up to date\n');
  expect(run('migrate', 'status', '--ontology', 'shop.ttl', '--check').status).toBe(0);
});

test('migrations of an ontology that settings name are beside them, from whatever folder', () => {
  writeFileSync(path.join(folder, 'codegen.yaml'), 'ontology: shop.ttl\n');
  mkdirSync(path.join(folder, 'deep'));
  const from = (cwd: string, ...args: string[]) => codegen(path.join(folder, cwd), ['migrate', ...args]);
  expect(from('deep', 'new').stdout).toMatch(/^created \.\.\/migrations\/001_create_shop_schema\.sql\n/);
  expect(from('.', 'status').stdout).toMatch(/^up to date: migrations brings/);
  expect(from('migrations', 'status').stdout).toMatch(/^up to date: \. brings/);
  expect(from('deep', 'status', '--ontology', '../shop.ttl').stderr).toContain('[migration-none]');
});

describe('a second version', () => {
  beforeEach(() => void next());

  test('of two at once, one writes its migration, and the other writes none or the next one', async () => {
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
        let told = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          told += text;
        });
        const [status] = (await once(child, 'close')) as [number];
        if (status !== 0) expect(told).toContain('[migration-meanwhile]');
        return status;
      }),
    );
    expect(statuses).toContain(0);
    const numbers = files().flatMap((file) => /^(\d+)_(?!.*\.down\.sql$).*\.sql$/.exec(file)?.[1] ?? []);
    expect(new Set(numbers).size, files().join(' ')).toBe(numbers.length);
    // The folder is in order, and nothing else was left in it.
    expect(run('migrate', 'status', '--ontology', 'shop.ttl').status).toBe(0);
    expect(files().filter((file) => !file.endsWith('.sql'))).toEqual(['codegen.schema.json']);
  });

  test('a new label is a rename, and earlier files stay', () => {
    const before = textOf('001_create_shop_schema.sql');
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    expect(run('migrate', 'status', '--ontology', 'shop.ttl', '--check').status).toBe(1);
    expect(next().status).toBe(0);
    expect(textOf('001_create_shop_schema.sql')).toBe(before);
    expect(textOf('002_rename_name_to_heading.sql')).toContain('ALTER TABLE items RENAME COLUMN name TO heading;');
    expect(textOf('002_rename_name_to_heading.down.sql')).toContain('ALTER TABLE items RENAME COLUMN heading TO name;');
    expect(run('migrate', 'status', '--ontology', 'shop.ttl', '--check').status).toBe(0);
  });

  test('a field of another type is told by its name, with the types', () => {
    write(FIRST.replace(/(:name a[^\n]*rdfs:range )xsd:\w+/, '$1xsd:integer'));
    expect(next().stderr).toMatch(/no longer has items\.name as \w+(?:\(\d+\))? \(it is INTEGER now\) \[migration-loses-data\]/);
    const { loses } = JSON.parse(next('--json').stdout);
    expect(loses).toEqual(['items.name']);
  });

  test('what would lose data is written only if it is allowed, in a file of its own', () => {
    write(FIRST.replace(/:price.*\n/, ''));
    const refused = next();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('no longer has items.price [migration-loses-data]');
    expect(files()).toHaveLength(3);
    expect(next('--allow-data-loss', '--json').status).toBe(0);
    const contract = textOf('002_contract_drop_price_of_items.sql');
    expect(contract).toContain(
      'CREATE TABLE codegen_kept.m2_items_price AS SELECT id, price FROM items WHERE price IS NOT NULL;',
    );
    expect(textOf('002_contract_drop_price_of_items.down.sql')).toContain('ALTER TABLE items ADD COLUMN price INTEGER;');
  });

  test('what is lost is called as it was, also where the new version has something of the same name', () => {
    write(FIRST.replace('@prefix : <http', '@prefix : <https'));
    expect(next().stderr).toContain('no longer has items [migration-loses-data]');
  });

  test('an IRI that is another one is a rename if the user says so', () => {
    write(FIRST.replace(':price', ':cost'));
    expect(next().status).toBe(1);
    expect(next('--renamed', 'http://example.org/shop#price=:cost').status).toBe(0);
    expect(textOf('002_rename_price_to_cost.sql')).toContain('ALTER TABLE items RENAME COLUMN price TO cost;');
  });

  test('a required column has a place to fill in', () => {
    write(`${FIRST}:code a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:string .\n`);
    const { stderr, status } = next('--tool', 'flyway', '--name', 'codes');
    expect(status).toBe(0);
    expect(stderr).toContain('rows of items need a value for code');
    expect(textOf('V2__codes.sql')).toContain('ADD COLUMN code TEXT;');
    expect(textOf('V3__fill_codes.sql')).toContain('-- Fill in: rows of items that are there already need a value for code');
    expect(textOf('V5__check_codes.sql')).toContain('ALTER TABLE items ALTER COLUMN code SET NOT NULL;');
  });

  test('a record that was edited is refused, and can be made anew from a revision', () => {
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

describe('a folder that is not what its record says', () => {
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

  test('two branches: their migrations go one after the other, as the messages say', () => {
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

  test('a migration that was removed is missed, and its record goes with it', () => {
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

  test('names that are exchanged are told, and a name between the same neighbours is none of it', () => {
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
    // Names of the right order, and other ones.
    renameSync(at(second), at('009_second.sql'));
    renameSync(at(third), at('008_first.sql'));
    expect(status().status).toBe(0);
    renameSync(at('008_first.sql'), at('010_first.sql'));
    expect(status().stderr).toContain('[migration-order]');
  });

  test('a migration of another branch under the next number is told, and one that was written by hand is not', () => {
    const record = textOf('codegen.schema.json');
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    next();
    const [second = ''] = files().filter((file) => /^002_\w+\.sql$/.test(file));
    const at = (file: string) => path.join(folder, 'migrations', file);
    writeFileSync(at('003_own.sql'), 'CREATE TABLE own ();');
    expect(status().status).toBe(0);
    // The record of the other side, which knows of none.
    writeFileSync(at('codegen.schema.json'), record);
    for (const refused of [status(), next(), run('migrate', 'verify', '--ontology', 'shop.ttl')]) {
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(`${path.join('migrations', second)} was written by codegen migrate new`);
      expect(refused.stderr).toContain('[migration-unknown]');
    }
    expect(next('--since', 'shop.ttl').stdout).toMatch(/^created migrations\/codegen\.schema\.json\n/);
    expect(status().status).toBe(0);
  });

  test('one of the first is missed as the last is, until the record is made without it', () => {
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

  test('where nothing is to be migrated, --since makes the record alone', () => {
    const record = path.join(folder, 'migrations/codegen.schema.json');
    const before = readFileSync(record, 'utf8');
    expect(next('--since', 'shop.ttl').stdout).toBe('nothing to migrate: migrations is up to date\n');
    expect(readFileSync(record, 'utf8')).toBe(before);
    writeFileSync(record, before.replace('"price"', '"cost"'));
    expect(next('--since', 'shop.ttl', '--dry-run').stdout).toContain('nothing was written');
    expect(status().status).toBe(1);
    expect(next('--since', 'git:HEAD').stdout).toMatch(/^created migrations\/codegen\.schema\.json\n/);
    expect(status().status).toBe(0);
  });
});

describe('a project with migrations of migrate new', () => {
  const gen = (...more: string[]) => run('project', 'gen', '.', '--graph', 'shop.ttl', '--force', '--no-hooks', ...more);
  beforeEach(() => {
    gen();
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
  });

  test('what would be lost is told with the command that may take it away, and then stays as that wrote it', () => {
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

  test('what was told of renames is not forgotten before it is committed', () => {
    write(FIRST.replace(':price a', ':cost a'));
    expect(gen().stderr).toContain('[migration-loses-data]');
    expect(next('--renamed', ':price=:cost').status).toBe(0);
    const written = files();
    expect(gen().status).toBe(0);
    expect(files()).toEqual(written);
  });

  test('a migration that was removed before it was committed is made anew', () => {
    write(FIRST.replace(':name a', ':name rdfs:label "heading" ; a'));
    gen();
    const written = files();
    for (const file of written.filter((each) => each.startsWith('002'))) rmSync(path.join(folder, 'migrations', file));
    expect(gen().status).toBe(0);
    expect(files()).toEqual(written);
  });
});

test('a project whose first migration is committed gets another one, which is made anew until it is committed, too', () => {
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
