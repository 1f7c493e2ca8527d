import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { root } from '../support/program.ts';
import { ofGraph, ofJson, ofXml } from './results.ts';
import { casesOf, unpack } from './suite.ts';

const turtle = unpack('turtle');
const sparql = unpack('sparql11');
afterAll(() => {
  for (const folder of [turtle, sparql]) rmSync(folder, { recursive: true });
});

async function run(...args: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const [stdout, stderr]: string[][] = [[], []];
  const into = (lines: string[] | undefined) => ({ write: (text: string) => lines?.push(text) });
  const status = await main(args, { stdout: into(stdout), stderr: into(stderr), env: {} });
  return { status, stdout: stdout?.join('') ?? '', stderr: stderr?.join('') ?? '' };
}

describe('Turtle, through graph load', () => {
  const cases = casesOf(path.join(turtle, 'turtle'));

  test('the suite is complete', () => {
    expect(cases.length).toBeGreaterThan(280);
  });

  test.each(cases)('$name', async ({ type, file, result }) => {
    const { status, stdout, stderr } = await run('graph', 'load', file, '--json');
    if (type.includes('Negative')) {
      expect(status).toBe(1);
      expect(stderr).toMatch(/\[(?:syntax-error|undefined-prefix)\]/);
      return;
    }
    expect(stderr).toBe('');
    expect(status).toBe(0);
    if (result === undefined) return;
    const expected = new Set(
      readFileSync(result, 'utf8')
        .split('\n')
        .filter((line) => /^\s*[^\s#]/.test(line)),
    );
    // The program counts a repeated statement twice.
    expect(JSON.parse(stdout).triples).toBeGreaterThanOrEqual(expected.size);
  });
});

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns sorted lines of CSV or TSV. The suite predates RDF 1.1, where literals without a datatype are xsd:string. */
const linesOf = (text: string) =>
  text.replaceAll('^^<http://www.w3.org/2001/XMLSchema#string>', '').replace(/_:\w+/g, '_:').split(/\r?\n/).sort();

/** Returns whether the result of a query is a graph. */
const isGraph = (file: string) => /^\s*(?:CONSTRUCT|DESCRIBE)\b/im.test(readFileSync(file, 'utf8'));

/** The number of known failures when the list was created. */
const MOST_FAILURES = 42;

/** Reads the tests that fail, with the reasons, from the reference of SPARQL. The list may only shrink. */
function knownFailures(): ReadonlyMap<string, string> {
  const text = readFileSync(path.join(root, 'docs/reference/sparql.md'), 'utf8');
  const table = text.split('<!-- sparql -->')[1] ?? '';
  const rows = [...table.matchAll(/^\| (`.+`) \| (.+) \|$/gm)];
  return new Map(
    rows.flatMap(([, names = '', why = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, why])),
  );
}

describe('SPARQL 1.1, through graph query', () => {
  const known = knownFailures();
  const cases = readdirSync(sparql).flatMap((folder) => casesOf(path.join(sparql, folder)));

  test('the suite is complete', () => {
    expect(cases.length).toBeGreaterThan(250);
    expect(known.size).toBeLessThanOrEqual(MOST_FAILURES);
    for (const name of known.keys()) expect(cases.map((each) => each.name)).toContain(name);
  });

  test.each(cases)('$name', async ({ name, type, file, data, graphs, result }) => {
    const passes = async () => {
      const empty = path.join(turtle, 'empty.ttl');
      writeFileSync(empty, '');
      const format = result?.match(/\.(csv|tsv)$/)?.[1] ?? (result?.match(/\.(ttl|rdf)$/) ? 'turtle' : 'json');
      const { status, stdout, stderr } = await run(
        ...[
          'graph',
          'query',
          data ?? empty,
          '--query-file',
          file,
          '--format',
          format === 'turtle' && !isGraph(file) ? 'json' : format,
        ],
      );
      if (type.startsWith('Negative')) return status === 1 && stderr.includes('[sparql');
      if (status !== 0 || graphs.length > 0) return false;
      if (result === undefined) return true;
      switch (path.extname(result)) {
        case '.srx':
          return same(ofJson(stdout), ofXml(readFileSync(result, 'utf8')));
        case '.srj':
          return same(ofJson(stdout), ofJson(readFileSync(result, 'utf8')));
        case '.ttl':
          return !isGraph(file) || same(ofGraph(result, 'text/turtle', stdout), ofGraph(result, 'text/turtle'));
        case '.rdf':
          return same(ofGraph(result, 'text/turtle', stdout), ofGraph(result, 'application/rdf+xml'));
        default:
          return same(linesOf(stdout), linesOf(readFileSync(result, 'utf8')));
      }
    };
    const passed = await passes();
    expect(passed, known.has(name) ? 'it passes, and stands in the list of those that do not' : undefined).toBe(!known.has(name));
  });
});
