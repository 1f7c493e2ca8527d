/**
 * The W3C's tests of SHACL Core (https://w3c.github.io/data-shapes/data-shapes-test-suite/), from the source package of pySHACL:
 * `data validate` must report the same nodes as the suite. The shapes are loaded with an ontology of one class.
 * Code that is generated from the shapes must accept the records of all valid nodes. It must reject the record of an invalid
 * node if the record has all values of the node, and the report claims that all constraints of the shapes are enforced.
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, type Quad, type Term } from 'oxigraph';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { buildModel, policiesOf, variantOf } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { type EnforcingName, loadTarget } from '../../src/targets/index.ts';
import { recordedPart, recordPart } from '../conformance/record.ts';
import type { Corpus, Document } from '../differential/documents.ts';
import { layers } from '../differential/layers/index.ts';
import { clientMakers, describeWith } from '../support/judges.ts';
import { retargeted } from './rewrite-targets.ts';

const SH = 'http://www.w3.org/ns/shacl#';
const SHT = 'http://www.w3.org/ns/shacl-test#';
const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

const policies = { unstated: 'open', subclasses: 'several' };
const policyArguments = Object.entries(policies).flatMap(([name, value]) => ['--policy', `${name}=${value}`]);

/** Runs the program and returns its standard output. */
async function printed(...args: readonly string[]): Promise<string> {
  const texts: string[] = [];
  const io = { stdout: { write: (text: string) => texts.push(text) }, stderr: { write: () => undefined }, env: {} };
  await main([...args, ...policyArguments], io);
  return texts.join('');
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

interface Case {
  readonly name: string;
  readonly data: string;
  readonly shapes: string;
  /** Whether the data satisfy the shapes. */
  readonly conforms: boolean;
  readonly nodes: readonly string[];
}

/** Formats a node as `data validate` prints it, with all blank nodes equal. */
function written(term: Pick<Term, 'termType' | 'value'>): string {
  if (term.termType === 'BlankNode') return '_:';
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  return JSON.stringify(term.value);
}

const sorted = (nodes: Iterable<string>): readonly string[] => [...new Set(nodes)].sort();

/** Reads the tests of a file. Each test names its data and its shapes. */
function casesIn(file: string): Case[] {
  // A store would change the lexical form of numbers.
  const quads = parse(readFileSync(file, 'utf8'), { format: 'text/turtle', base_iri: `file://${file}` }) as Quad[];
  const objects = (subject: Term | undefined, predicate: string) =>
    quads.filter((quad) => quad.subject.equals(subject) && quad.predicate.value === predicate).map(({ object }) => object);
  const pathOf = ({ value }: Term) => new URL(value.replace(/#$/, '')).pathname;
  const tests = quads.filter(({ predicate, object }) => predicate.value === TYPE && object.value === `${SHT}Validate`);
  return tests.flatMap(({ subject }) => {
    const [action] = objects(subject, `${MF}action`);
    const [result] = objects(subject, `${MF}result`);
    const [data] = objects(action, `${SHT}dataGraph`);
    const [shapes] = objects(action, `${SHT}shapesGraph`);
    if (!data || !shapes || !result) return [];
    const nodes = objects(result, `${SH}result`).flatMap((one) => objects(one, `${SH}focusNode`));
    const name = `${path.basename(path.dirname(file))}/${path.basename(file, '.ttl')}`;
    const conforms = objects(result, `${SH}conforms`).some(({ value }) => value === 'true');
    return [{ name, data: pathOf(data), shapes: pathOf(shapes), conforms, nodes: sorted(nodes.map(written)) }];
  });
}

/** Returns the nodes that messages name. */
function nodesOf(diagnostics: readonly { readonly code: string; readonly message: string }[]): readonly string[] {
  const reported = diagnostics.filter(({ code }) => code === 'data-violation' || code === 'data-advice');
  return sorted(
    reported.map(({ message }) => {
      const [, node = ''] = message.match(/^(?:\w+ )?(<[^>]*>|_:|"(?:[^"\\]|\\.)*")/) ?? [];
      return node;
    }),
  );
}

function allCases(): readonly Case[] {
  const folder = clientMakers.shaclTests;
  // Tests are listed even if they are skipped.
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ttl'));
  return files.sort().flatMap((file) => casesIn(path.join(folder, file)));
}

describeWith(['shacl-tests'], 'SHACL Core, through data validate', () => {
  const cases = allCases();
  let work: string;
  beforeAll(() => {
    work = mkdtempSync(path.join(tmpdir(), 'codegen-shacl-'));
    writeFileSync(path.join(work, 'o.ttl'), '<http://test.example/C> a <http://www.w3.org/2002/07/owl#Class> .');
  });
  afterAll(() => rmSync(work, { recursive: true }));

  test('the suite is complete', () => {
    expect(cases.length).toBeGreaterThan(90);
  });

  /** The names of the tests with the result of the suite. */
  const passed = new Set<string>();

  test.each(cases)('$name', async ({ name, data, shapes, conforms, nodes }) => {
    const ontology = ['--ontology', path.join(work, 'o.ttl'), '--shapes', shapes];
    const { diagnostics } = JSON.parse(await printed('data', 'validate', data, ...ontology, '--format', 'json'));
    const found = nodesOf(diagnostics);
    expect(conforms).toBe(nodes.length === 0);
    expect(diagnostics.map(({ code }: { code: string }) => code)).not.toContain('data-shape-unjudged');
    expect(found).toEqual(nodes);
    passed.add(name);
  });

  test('the number of passed tests is as recorded in docs/reference/conformance.md', () => {
    const missing = cases.filter(({ name }) => !passed.has(name)).map(({ name }) => name);
    const document = suitesDocument(cases.length, missing);
    if (process.env['RECORD'] !== undefined) recordPart('suites', document);
    expect(document, 'record docs/reference/conformance.md anew with RECORD=1').toBe(recordedPart('suites'));
  });
});

function suitesDocument(count: number, missing: readonly string[]): string {
  const failed = missing.length === 0 ? 'All tests pass.' : `Not passed: ${missing.join(', ')}.`;
  return [
    '# Test suites of the W3C',
    '',
    '`data validate` runs the tests of SHACL Core (https://w3c.github.io/data-shapes/data-shapes-test-suite/): a test passes if',
    'the nodes at fault are those of the suite.',
    '',
    '|suite|tests|passed|',
    '|-|-|-|',
    `|SHACL Core|${count}|${count - missing.length}|`,
    '',
    failed,
    '',
  ].join('\n');
}

/** A record of a node of the suite. */
interface Recorded {
  readonly name: string;
  readonly document: Document;
  readonly isAtFault: boolean;
  /** Whether the record has all values that the shapes check. */
  readonly isWhole: boolean;
}

interface Axiom {
  readonly targets: Readonly<Record<string, { readonly status: string; readonly differences?: readonly string[] }>>;
}

const judged = ['typescript-models', 'python-pydantic', 'rust-models'] as const satisfies readonly EnforcingName[];

describeWith(['shacl-tests', 'pydantic', 'cargo'], 'SHACL Core, through what is generated', () => {
  const corpora: Corpus[] = [];
  const records: (readonly Recorded[])[] = [];
  /** For each case: whether a target claims to enforce all axioms. */
  const isEnforced: ((target: string) => boolean)[] = [];

  beforeAll(async () => {
    const work = mkdtempSync(path.join(tmpdir(), 'codegen-shacl-'));
    const write = (name: string, content: string) => {
      const file = path.join(work, name);
      writeFileSync(file, content);
      return file;
    };
    for (const [i, one] of allCases().entries()) {
      // This case is mostly about blank nodes, which records do not distinguish.
      if (one.name === 'complex/shacl-shacl') continue;
      const made = retargeted(readFileSync(one.shapes, 'utf8'), readFileSync(one.data, 'utf8'), `file://${one.data}`);
      const [file, shapes, data] = [
        write(`o${i}.ttl`, made.ontology),
        write(`s${i}.ttl`, made.shapes),
        write(`d${i}.ttl`, made.data),
      ];
      const { model } = await buildModel(await loadOntology(file, { shapes: [shapes] }), policiesOf(policies));
      const { axioms } = JSON.parse(await printed('graph', 'report', file, '--shapes', shapes, '--format', 'json'));
      const losses = path.join(work, `losses${i}.ndjson`);
      const arguments_ = ['--ontology', file, '--shapes', shapes, '--to', 'ndjson', '--losses', losses];
      const lines = await printed('data', 'convert', data, ...arguments_);
      const isAsked = (property = '') =>
        made.shapes.includes(`<${SH}path> ${property} `) || made.shapes.includes(`<${SH}closed> "true"`);
      const lost = linesOf(readFileSync(losses, 'utf8'))
        .map((line): string => JSON.parse(line).statement)
        .filter((statement) => isAsked(statement.split(' ')[1]));
      const all = linesOf(lines).map((line): Recorded => {
        const { '@id': id, '@type': types, '@iris': _, ...members } = JSON.parse(line);
        const cls = model.classes.find(({ name }) => name === [types].flat()[0]);
        if (!cls) throw new Error(`${one.name}: ${line}`);
        const text = JSON.stringify(members);
        const rest = { kind: 'object', cardinality: 'one', about: one.name, sample: text } as const;
        return {
          name: `${one.name} ${id}`,
          document: { variant: variantOf(cls, 'entity'), text, ...rest },
          isAtFault: one.nodes.includes(`<${id}>`),
          isWhole: !lost.some((statement) => statement.startsWith(`<${id}> `)),
        };
      });
      records.push(all);
      corpora.push({ slug: `case_${i}`, model, documents: all.map(({ document }) => document) });
      // Declared differences concern rare values, which the suite does not have.
      isEnforced.push((target) =>
        axioms.every(
          ({ targets }: Axiom) => targets[target]?.status === 'enforced' || targets[target]?.differences !== undefined,
        ),
      );
    }
    rmSync(work, { recursive: true });
  });

  test.each(judged)('%s accepts valid nodes and rejects invalid ones', async (name) => {
    const answers = await layers[name].read(corpora, await loadTarget(name));
    const refused = (i: number, n: number) => answers[i]?.[n]?.fault;
    const each = records.flatMap((all, i) => all.map((record, n) => ({ ...record, i, fault: refused(i, n) })));
    const reported = (all: typeof each) =>
      all.map(({ name, fault, document }) => `${name}: ${fault ?? 'taken'} ${document.text}`);
    expect(reported(each.filter(({ isAtFault, fault }) => !isAtFault && fault !== undefined))).toEqual([]);
    const held = each.filter(({ i, isAtFault, isWhole }) => isAtFault && isWhole && isEnforced[i]?.(name));
    expect(reported(held.filter(({ fault }) => fault === undefined))).toEqual([]);
    // Most of the suite is about dropped constraints, or about values that no record can have.
    expect(held.length).toBeGreaterThanOrEqual(8);
    expect(each.filter(({ isAtFault }) => !isAtFault).length).toBeGreaterThan(140);
  });
});
