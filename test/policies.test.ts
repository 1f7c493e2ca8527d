import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codegen, root } from './support/program.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-policies-'));
  cpSync(path.join(root, 'examples/blog.ttl'), path.join(folder, 'blog.ttl'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) => codegen(folder, args);
const rust = ['template', 'generate-rdf', '--ontology', 'blog.ttl', '--template', 'rust-models', '--output-dir', 'out'];
const open = ['--policy', 'unstated=open'];
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** The closing line of a generation. */
const CLOSING = /^(\d+) assumptions: (.+); list them with (codegen graph report .+)$/m;

/** An ontology that states everything, so that nothing is assumed. */
const COMPLETE = `
  @prefix : <http://example.org/complete#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  :Thing a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :code ; owl:cardinality 1 ] .
  :code a owl:DatatypeProperty ; rdfs:domain :Thing ; rdfs:range xsd:string .
`;

describe('the closing line', () => {
  test('counts assumptions by kind, the most frequent first, and its command lists exactly those', () => {
    const { status, stderr } = run(...rust);
    expect(status).toBe(0);
    const [, total, kinds = '', command = ''] = CLOSING.exec(stderr) ?? [];
    const counts = kinds.split(', ').map((each) => Number(each.split(' ')[0]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(total));
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const listed = run(...command.split(' ').slice(1));
    expect(listed.status).toBe(0);
    expect(listed.stdout.split('\n')[0]).toBe(`blog.ttl: ${total} assumptions: ${kinds}`);
    expect(listed.stdout.match(/^ {2}blog\.ttl:\d+:\d+ {2}\S+$/gm)).toHaveLength(Number(total));
  });

  test('quotes paths with spaces in its command, and repeats the options', () => {
    cpSync(path.join(folder, 'blog.ttl'), path.join(folder, 'my blog.ttl'));
    const { stderr } = run(...rust, '--ontology', 'my blog.ttl', '--policy', 'owner=none');
    expect(CLOSING.exec(stderr)?.[3]).toBe("codegen graph report 'my blog.ttl' --assumed --policy owner=none");
  });

  test('is missing if nothing is assumed, or with --quiet', () => {
    writeFileSync(path.join(folder, 'complete.ttl'), COMPLETE);
    expect(run(...rust, '--ontology', 'complete.ttl')).toMatchObject({ status: 0, stderr: '' });
    expect(run('project', 'gen', 'app', '--graph', 'blog.ttl', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(run('project', 'gen', 'app', '--graph', 'blog.ttl', '--force').stderr).toMatch(CLOSING);
  });

  test('is part of the JSON output', () => {
    const of = (...args: readonly string[]) => JSON.parse(run(...args, '--json').stdout);
    const [, total] = CLOSING.exec(run(...rust).stderr) ?? [];
    for (const args of [rust, ['project', 'gen', 'app', '--graph', 'blog.ttl'], ['graph', 'load', 'blog.ttl']]) {
      const { assumed, policies } = of(...args);
      expect(assumed.total, args.join(' ')).toBe(Number(total));
      expect(Object.values<number>(assumed.by_kind).reduce((sum, count) => sum + count, 0)).toBe(Number(total));
      expect(policies).toEqual([]);
      expect(of(...args, '--policy', 'email=plain', ...(args[0] === 'project' ? ['--force'] : []))).toMatchObject({
        policies: ['email=plain'],
        assumed: { total: Number(total) - 1 },
      });
    }
  });
});

describe('--strict', () => {
  test('fails, writes nothing, and reports each assumption with location, reason and remedy', () => {
    const { status, stdout, stderr } = run(...rust, '--strict');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(existsSync(path.join(folder, 'out'))).toBe(false);
    const [, total] = CLOSING.exec(stderr) ?? [];
    expect(
      stderr.match(/^blog\.ttl:\d+:\d+: error: \S+ .+, because .+ \[assumed\]\n {2}help: .*choose --policy /gm),
    ).toHaveLength(Number(total));
  });

  test('overwrites no existing file, and its errors are part of the JSON output', () => {
    run(...rust);
    const before = readdirSync(path.join(folder, 'out')).map((file) => [file, read(`out/${file}`)]);
    const { status, stdout } = run(...rust, '--strict', '--policy', 'unstated=open', '--json');
    expect(status).toBe(1);
    const data = JSON.parse(stdout);
    expect([data.created, data.updated, data.removed]).toEqual([[], [], []]);
    expect(data.diagnostics.filter((each: { code: string }) => each.code === 'assumed')).toHaveLength(data.assumed.total);
    expect(readdirSync(path.join(folder, 'out')).map((file) => [file, read(`out/${file}`)])).toEqual(before);
  });

  test('with kinds fails only for those kinds, and not for decisions of the user', () => {
    const { stderr, status } = run('graph', 'load', '--strict=unique,directions', 'blog.ttl');
    expect(status).toBe(1);
    expect(stderr.match(/\[assumed\]/g)).toHaveLength(2);
    expect(run('graph', 'load', '--strict=unique', 'blog.ttl', '--policy', 'email=unique').status).toBe(0);
    expect(run('graph', 'load', '--strict=zero', 'blog.ttl').status).toBe(0);
  });

  test('applies to whole projects', () => {
    const { status, stderr } = run('project', 'gen', 'app', '--graph', 'blog.ttl', '--strict=deletion');
    expect(status).toBe(1);
    expect(stderr).toContain('[assumed]');
    expect(existsSync(path.join(folder, 'app'))).toBe(false);
    const decided = ['--policy', 'on-delete=restrict', '--strict=deletion'];
    expect(run('project', 'gen', 'app', '--graph', 'blog.ttl', ...decided).status).toBe(0);
  });

  test('passes if the ontology states everything', () => {
    writeFileSync(path.join(folder, 'complete.ttl'), COMPLETE);
    expect(run(...rust, '--ontology', 'complete.ttl', '--strict').status).toBe(0);
    expect(existsSync(path.join(folder, 'out/thing.rs'))).toBe(true);
  });

  test('with an unknown kind is a wrong command line', () => {
    const { status, stderr } = run(...rust, '--strict=requird');
    expect(status).toBe(2);
    expect(stderr).toContain('did you mean required?');
    expect(stderr).not.toContain('assumed:');
  });
});

describe('a policy', () => {
  test('other than the default is in the header, so that explain finds the line', () => {
    run(...rust, ...open);
    expect(read('out/post.rs')).toContain(
      '// @generated by codegen (rust-models) from blog.ttl with unstated=open; do not edit post.rs.\n',
    );
    const line =
      read('out/post.rs')
        .split('\n')
        .findIndex((text) => text.includes('pub title:')) + 1;
    const explained = JSON.parse(run('explain', `out/post.rs:${line}`, '--json').stdout);
    expect(explained.name).toBe('Post.title');
    const decided = explained.decided.filter((each: { policy: string }) => each.policy === 'unstated');
    expect(decided.length).toBeGreaterThan(0);
    expect(decided.every((each: { value: string }) => each.value === 'open')).toBe(true);
    expect(explained.targets.find((each: { target: string }) => each.target === 'rust-models').line).toBe(line);
  });

  test('with its default value is not in the header, and leads to the same files', () => {
    run(...rust);
    const before = statSync(path.join(folder, 'out/post.rs')).mtimeMs;
    expect(run(...rust, '--policy', 'unstated=required').stdout).toMatch(/^\d+ files unchanged\n$/);
    expect(statSync(path.join(folder, 'out/post.rs')).mtimeMs).toBe(before);
    expect(read('out/post.rs')).toContain(' from blog.ttl; do not edit post.rs.\n');
  });

  test('may change between runs: files are recognized, and --check and --dry-run use the new value', () => {
    run(...rust);
    expect(run(...rust, '--check').status).toBe(0);
    expect(run(...rust, '--check', ...open).status).toBe(1);
    expect(run(...rust, '--dry-run', ...open).stdout).toMatch(/updated .*nothing was written/s);
    const { status, stdout, stderr } = run(...rust, ...open);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^updated /m);
    expect(stderr).not.toMatch(/warning|error/);
    expect(run(...rust, '--check', ...open).status).toBe(0);
    expect(run(...rust, '--check').status).toBe(1);
  });

  test('of a project is in the commands of its README', () => {
    const policies = [...open, '--policy', 'on-delete=restrict'];
    run('project', 'gen', 'app', '--graph', 'blog.ttl', ...policies);
    const command = '--policy unstated=open --policy on-delete=restrict';
    expect(read('app/README.md')).toMatch(new RegExp(`codegen project gen \\. --graph \\S+ ${command} --force\n`));
    const graph = readdirSync(path.join(folder, 'app')).find((file) => file.endsWith('.ttl')) as string;
    const app = path.join(folder, 'app');
    expect(codegen(app, ['project', 'gen', '.', '--graph', graph, ...policies, '--check']).status).toBe(0);
    expect(codegen(app, ['project', 'gen', '.', '--graph', graph, '--check']).status).toBe(1);
  });

  test('reaches every command that builds a model', () => {
    const visualize = (...args: readonly string[]) =>
      run('graph', 'visualize', 'blog.ttl', '--format', 'mermaid', ...args).stdout;
    expect(visualize(...open)).not.toBe(visualize());
    const dictionary = (...args: readonly string[]) =>
      run('ai', 'generate', 'Write the data dictionary', '--project', '.', ...args).stdout;
    expect(dictionary(...open)).not.toBe(dictionary());
    const load = (...args: readonly string[]) => run('graph', 'load', 'blog.ttl', ...args).stdout;
    expect(load()).toContain('--policy unstated=open allows any number');
    expect(load(...open)).not.toContain('allows any number');
    for (const command of [
      [...rust],
      ['graph', 'load', 'blog.ttl'],
      ['graph', 'report', 'blog.ttl'],
      ['graph', 'visualize', 'blog.ttl'],
      ['project', 'gen', 'app', '--graph', 'blog.ttl'],
      ['explain', 'Post', '--ontology', 'blog.ttl'],
      ['ai', 'generate', 'Write the data dictionary'],
    ]) {
      const { status, stderr } = run(...command, '--policy', 'unstated=opn');
      expect(status, command.join(' ')).toBe(2);
      expect(stderr).toContain('the policy unstated has no value "opn"; did you mean open? [unknown-policy-value]');
      expect(stderr).toContain('unstated=required, unstated=optional or unstated=open');
    }
  });
});

test('the report separates axioms from assumptions in every format', () => {
  const json = JSON.parse(run('graph', 'report', 'blog.ttl', '--format', 'json').stdout);
  const only = JSON.parse(run('graph', 'report', 'blog.ttl', '--format', 'json', '--assumed').stdout);
  expect(only).toEqual({ ontology: 'blog.ttl', assumptions: json.assumptions, policies: [], diagnostics: [] });
  expect(json.assumptions.length).toBeGreaterThan(0);
  expect(JSON.stringify(json.axioms)).not.toContain('does not state');
  const total = Object.values(json.totals as Record<string, Record<string, number>>).map((each) =>
    Object.values(each).reduce((sum, count) => sum + count, 0),
  );
  expect(new Set(total)).toEqual(new Set([json.axioms.length]));

  const text = run('graph', 'report', 'blog.ttl').stdout;
  const [axioms = '', assumed = ''] = text.split('\nAssumptions\n');
  expect(axioms).not.toContain('does not state');
  expect(assumed).toMatch(/^\d+ assumptions: /m);
  const html = run('graph', 'report', 'blog.ttl', '--format', 'html', '--assumed').stdout;
  expect(html).toContain('"part":"assumptions"');
  expect(run('graph', 'report', 'blog.ttl', '--format', 'html').stdout).toContain('"part":"report"');
});

test('the help of a command names the help of policies', () => {
  expect(run('graph', 'load', '--help').stdout.replaceAll(/\s+/g, ' ')).toContain('see "codegen help policies"');
  const { status, stdout } = run('help', 'policies');
  expect(status).toBe(0);
  expect(stdout).toContain('unstated=required\n');
});
