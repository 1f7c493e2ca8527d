import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { type Diagnostic, diagnostic, type Place } from './diagnostic.ts';
import { applyRules as applyAll, dataWarnings, type Elements, ontologyWarnings, type Rules } from './rules.ts';

const at = (line: number, file = 'sub/blog.ttl'): Place => ({ file, line });
const domain = (property: string, place?: Place) => diagnostic('property-without-domain', { names: [property] }, place);
const cycle = diagnostic('subclass-cycle', { classes: ':a' }, at(3));
const ruled = (...given: Parameters<typeof applyAll>) => applyAll(...given).reported;
const error = diagnostic('usage', { message: 'wrong' });

const elements: Elements = {
  resolve: (name) => (name.startsWith('ex:') ? `http://e/${name.slice(3)}` : undefined),
  places: (iri) => (iri === 'http://e/title' ? [at(7), at(8)] : []),
  names: (iri) => [iri.replace('http://e/', 'ex:')],
};

const written: Place = { file: 'codegen.yaml', line: 5 };
const silence = (code: string, where?: string) => ({ code, at: where, reason: 'known', place: written });
const rules = (more: Partial<Rules>): Rules => ({ errors: [], silences: [], folder: 'sub', ...more });
const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code, severity }) => `${severity} ${code}`);

test('changes nothing without rules', () => {
  const all = [domain('ex:title', at(7)), cycle, error];
  expect(ruled(all, rules({}), elements)).toEqual(all);
});

describe('a silence', () => {
  const all = [domain('ex:title', at(7)), domain('ex:other', at(9)), cycle, error];
  test.each([
    [undefined, 2],
    ['ex:title', 1],
    ['blog.ttl', 2],
    ['blog.ttl:7', 1],
  ])('at %s covers the diagnostics there', (where, count) => {
    const left = ruled(all, rules({ silences: [silence('property-without-domain', where)] }), elements);
    expect(left).toHaveLength(all.length - count);
    expect(left).toContain(cycle);
    expect(left).toContain(error);
  });

  test.each(['ex:nothing', 'other.ttl', 'blog.ttl:8', 'sub/blog.ttl:7'])('at %s covers nothing, and is reported', (where) => {
    const left = ruled(all, rules({ silences: [silence('property-without-domain', where)] }), elements);
    expect(left.slice(0, -1)).toEqual(all);
    expect(left.at(-1)).toMatchObject({ code: 'silence-unused', severity: 'warning', place: written });
  });

  test('keeps the silenced diagnostics with their reason', () => {
    const given = silence('property-without-domain', 'ex:title');
    expect(applyAll(all, rules({ silences: [given] }), elements).silenced).toEqual([{ ...all[0], by: given }]);
  });

  test('covers neither errors nor other codes', () => {
    const left = ruled(all, rules({ silences: [silence('usage'), silence('range-unreadable')] }), elements);
    expect(codes(left).filter((each) => each === 'warning silence-unused')).toHaveLength(2);
    expect(left).toContain(error);
  });

  test('finds an element by its name if diagnostics have no lines', () => {
    const unplaced = [domain('ex:title'), domain('ex:title2')];
    expect(ruled(unplaced, rules({ silences: [silence('property-without-domain', 'ex:title')] }), elements)).toEqual([
      unplaced[1],
    ]);
  });
});

test('turns warnings into errors, by code or all of them', () => {
  const all = [domain('ex:title', at(7)), cycle];
  expect(codes(ruled(all, rules({ errors: ['subclass-cycle'] }), elements))).toEqual([
    'warning property-without-domain',
    'error subclass-cycle',
  ]);
  const unused = silence('range-unreadable');
  expect(codes(ruled(all, rules({ errors: 'all', silences: [unused] }), elements))).toEqual([
    'error property-without-domain',
    'error subclass-cycle',
    'error silence-unused',
  ]);
});

test('lists exactly the documented warnings about ontologies', () => {
  const document = readFileSync(new URL('../../docs/reference/messages.md', import.meta.url), 'utf8');
  const parts = document
    .split(/^## /m)
    .filter((part) => /^(Reading an ontology|From the ontology to the domain model)\n/.test(part));
  expect(parts).toHaveLength(2);
  const documented = parts.flatMap((part) => [...part.matchAll(/^### (\S+)\n\n\*Warning/gm)].map(([, name]) => name));
  expect([...ontologyWarnings]).toEqual(documented);
  for (const name of ontologyWarnings) expect(catalogue[name].severity).toBe('warning');
});

test('lists all data warnings of the catalogue', () => {
  // Warnings about invented samples do not belong to data of the user.
  const isOfData = (name: string) => name.startsWith('data-') && !name.startsWith('data-sample');
  const declared = Object.entries(catalogue).filter(([name, { severity }]) => isOfData(name) && severity === 'warning');
  expect([...dataWarnings]).toEqual(declared.map(([name]) => name));
});

describe('rules for data', () => {
  const of = 'sub/people.ttl';
  const lost = (element: string) => diagnostic('data-property', { count: 2, element, why: undefined }, at(3, 'sub/people.ttl'));
  const all = [lost('ex:title'), lost('ex:other')];
  const left = (where?: string) =>
    codes(ruled(all, rules({ silences: [silence('data-property', where), silence('subclass-cycle')] }), elements, of));
  const warning = 'warning data-property';

  test.each([
    [undefined, []],
    ['people.ttl', []],
    ['people.ttl:3', []],
    ['ex:title', [warning]],
    ['ex:nothing', [warning, warning]],
    ['others.ttl', [warning, warning]],
    ['people.ttl:4', [warning, warning, 'warning silence-unused']],
  ])('a silence at %s covers the diagnostics there, and is unused only if it names the file', (where, expected) => {
    expect(left(where)).toEqual(expected);
  });

  test('does not report a silence for data as unused if only an ontology is read', () => {
    expect(ruled([cycle], rules({ silences: [silence('data-property')] }), elements)).toEqual([cycle]);
  });
});
