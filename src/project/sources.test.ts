import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildModel } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import { text } from '../targets/text/index.ts';
import type { ServiceKind } from './files.ts';
import { type PlacedSources, type ProjectSources, placeOntology, placeSources } from './ontology.ts';
import { hookFiles } from './scaffold/hooks.ts';
import { shellWords } from './scaffold/project.ts';
import { readmeFile } from './scaffold/readme.ts';
import { serviceFiles } from './scaffold/service.ts';
import { pagesOf, serviceModules } from './service/index.ts';
import { useDeclarations } from './service/layout.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'codegen-sources-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => path.join(folder, name);

function write(name: string, text: string): string {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
}

function place(main: string, sources: Partial<ProjectSources>): PlacedSources {
  return placeSources(at('app'), placeOntology(at('app'), at(main)), { imports: [], named: {}, ...sources });
}

const OWL = '@prefix owl: <http://www.w3.org/2002/07/owl#> .';

test('a project has copies of all its sources in its own folder', async () => {
  write('main.ttl', `${OWL} <x:main> a owl:Ontology ; owl:imports <x:a&b> , <core.ttl> . <x:A> a owl:Class .`);
  write('lib/core.ttl', `${OWL} <x:B> a owl:Class ; owl:imports <x:a&b> .`);
  write('core.ttl', `${OWL} <x:C> a owl:Class .`);
  write('shapes 1.ttl', `${OWL} <x:D> a owl:Class .`);
  const given = { shapes: [at('shapes 1.ttl')], imports: [{ iri: 'x:a&b', file: at('lib/core.ttl') }] };
  const before = await loadOntology(at('main.ttl'), given);
  const { options, copies } = place('main.ttl', { imports: before.imports, named: given });
  expect(options).toEqual(['--shapes', 'ontology/shapes 1.ttl']);
  expect(copies.map((copy) => copy.path)).toEqual([
    'ontology/core.ttl',
    'ontology/core-2.ttl',
    'ontology/shapes 1.ttl',
    'catalog-v001.xml',
  ]);

  write('app/main.ttl', `${OWL} <x:main> a owl:Ontology ; owl:imports <x:a&b> , <core.ttl> . <x:A> a owl:Class .`);
  for (const copy of copies) write(`app/${copy.path}`, copy.content);
  const after = await loadOntology(at('app/main.ttl'), { shapes: [at('app/ontology/shapes 1.ttl')] });
  expect(after.diagnostics).toEqual([]);
  expect(after.files.map((file) => path.relative(at('app'), file))).toEqual([
    'main.ttl',
    'ontology/core.ttl',
    'ontology/core-2.ttl',
    'ontology/shapes 1.ttl',
  ]);
  expect(after.typed).toEqual(before.typed);
});

test('copies neither an ontology in the project nor its additional inputs', () => {
  write('app/main.ttl', OWL);
  write('app/s.ttl', OWL);
  write('core.ttl', OWL);
  write('c.xml', '');
  const imports = [{ iri: 'x:a=b', file: at('core.ttl') }];
  const given = { shapes: [at('app/s.ttl')], imports, catalog: at('c.xml') };
  expect(place('app/main.ttl', { imports, named: given })).toEqual({
    options: ['--shapes', 's.ttl', '--import', '<x:a=b>=../core.ttl', '--catalog', '../c.xml'],
    copies: [],
  });
});

test('adds no catalogue and no options without additional inputs', () => {
  write('main.ttl', OWL);
  expect(place('main.ttl', {})).toEqual({ options: [], copies: [] });
});

test('renames files with unusual names, and copies a file once that is both imported and shapes', () => {
  write('main.ttl', OWL);
  const odd = write('con.ttl', OWL);
  const { options, copies } = place('main.ttl', { imports: [{ iri: 'x:a', file: odd }], named: { shapes: [odd, odd] } });
  expect(options).toEqual(['--shapes', 'ontology/part.ttl', '--shapes', 'ontology/part.ttl']);
  expect(copies.map((copy) => copy.path)).toEqual(['ontology/part.ttl', 'catalog-v001.xml']);
});

const app = {
  ...{
    name: 'App',
    cargo: 'app',
    npm: 'app',
    distribution: 'app',
    pythonPackage: 'app',
    ontology: 'main.ttl',
    sourceOptions: [],
  },
  migration: { up: 'up.sql', down: 'down.sql' },
  ...{ crates: new Set<never>(), service: 'none' as const, resources: [] },
  firstRequests: { create: { path: '/things', json: '{"name":"it\'s"}' }, list: '/things', query: '{ things { total } }' },
  pages: { docs: '/docs', health: '/health', metrics: '/metrics', ready: '/ready' },
  operation: { operationId: 'listThings' } as never,
};

test('the README shows a request that the service answers', () => {
  const readme = (service: ServiceKind) => readmeFile({ ...app, service }).content;
  const rest = 'curl localhost:8080/things';
  const create = `curl -i localhost:8080/things -H 'content-type: application/json' -d '{"name":"it'\\''s"}'`;
  const graphql = 'curl localhost:8080/graphql';
  expect(readme('none')).not.toContain('curl');
  expect(readme('rest')).toContain(create);
  expect(readme('rest')).toContain('docker compose up --build');
  expect(readme('rest')).toContain("add `-H 'authorization: Bearer …'`");
  expect([readme('rest').includes(rest), readme('rest').includes(graphql)]).toEqual([true, false]);
  expect([readme('graphql').includes(rest), readme('graphql').includes(graphql)]).toEqual([false, true]);
  expect([readme('all').includes(rest), readme('all').includes(graphql)]).toEqual([true, true]);
});

test('the pages of a service have other paths than its classes', async () => {
  const classes = `${OWL}\n<http://example.org/Doc> a owl:Class . <http://example.org/Health> a owl:Class .`;
  const { model } = await buildModel(await loadOntology(write('docs.ttl', classes)));
  const pages = pagesOf(model);
  expect(pages).toEqual({ docs: '/api/docs', health: '/api/health', metrics: '/metrics', ready: '/ready' });
  const files = new Map(serviceFiles({ ...app, service: 'all', pages }).map(({ path, content }) => [path, content]));
  expect(files.get('src/app.rs')).toContain('.route("/api/health", get(StatusCode::NO_CONTENT))');
  expect(files.get('src/main.rs')).toContain('than `/api/health`\n//! and `/ready`');
  const [root] = serviceModules(model, []);
  expect(root?.content).toMatch(/\.route\("\/api\/docs", get\(docs::page\)\)[\s\S]*\.merge\(doc::routes\(\)\)/);
});

test('./dev finds a PostgreSQL server also if packages of clients are installed', () => {
  const [client, newClient, server] = ['client', '17', '15'].map((name) => path.join(folder, name)) as [string, string, string];
  for (const bin of [client, newClient, server]) mkdirSync(bin);
  writeFileSync(path.join(server, 'initdb'), '', { mode: 0o755 });
  const dev = serviceFiles({ ...app, service: 'rest', resources: ['Thing'] }).find((file) => file.path === 'dev')?.content ?? '';
  const [loop = ''] = / {2}for bin in [\s\S]*?\n {2}done\n/.exec(dev) ?? [];
  const script = `set -euo pipefail; pg_config() { echo '${client}'; }
ls() { printf '%s\\n' '${server}' '${newClient}'; }
${loop}
printf %s "\${PATH##*:}"`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(server);
});

test('a module imports what its code uses, not what its strings name', () => {
  const code = 'const COLUMNS: &[Column] = &[("kind", "kind", Kind::OneOf(&["OwnHooks", "Query"]))];';
  expect(text(useDeclarations(code))).toBe('use super::filters::{Column, Kind};\nuse crate::models;\n');
});

test('adds the options to all commands of README and hooks', () => {
  const sourceOptions = ['--shapes', 'ontology/my shapes.ttl', '--import', 'x:a=b.ttl'];
  const words = ` --shapes 'ontology/my shapes.ttl' --import 'x:a=b.ttl'`;
  expect(shellWords(sourceOptions)).toBe(words);
  expect(shellWords(['--shapes', '--$(date).ttl'])).toBe(` --shapes '--$(date).ttl'`);
  const project = { ...app, sourceOptions, service: 'rest' as const };
  expect(readmeFile(project).content).toContain(`codegen project gen . --graph main.ttl${words} --force\n`);
  expect(readmeFile(project).content).toContain(`\`codegen migrate new --ontology main.ttl${words}\` writes the next migration.`);
  const scripts = hookFiles(project).map(({ content }) => content);
  const commands = scripts.flatMap((text) => text.match(/^ *codegen (?:graph load|project gen) .*/gm) ?? []);
  expect(commands).toHaveLength(6);
  for (const command of commands) expect(command).toContain(`"$graph"${words}`);
});
