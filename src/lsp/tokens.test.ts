import { describe, expect, test } from 'vitest';
import { nameAt, resolveName, scan } from './tokens.ts';

/** Returns the names of a text with their roles. */
function roles(text: string): string[] {
  return scan(text).names.map(({ text: name, role, depth }) => `${role} ${name}${depth > 0 ? ` ${depth}` : ''}`);
}

describe('recognizes the roles of names', () => {
  test('in statements', () => {
    expect(roles('ex:a a owl:Class ; rdfs:label "x.y"@en , "z" ; ex:p ex:b , ex:c . ex:d ex:e 1.5 .')).toEqual([
      'subject ex:a',
      'predicate a',
      'object owl:Class',
      'predicate rdfs:label',
      'predicate ex:p',
      'object ex:b',
      'object ex:c',
      'subject ex:d',
      'predicate ex:e',
    ]);
  });

  test('in brackets and lists', () => {
    expect(roles('ex:a ex:p [ a ex:B ; ex:q ( ex:c [ ex:r ex:d ] ) ] ; ex:s <x> .')).toEqual([
      'subject ex:a',
      'predicate ex:p',
      'predicate a 1',
      'object ex:B 1',
      'predicate ex:q 1',
      'object ex:c 2',
      'predicate ex:r 3',
      'object ex:d 3',
      'predicate ex:s',
      'object <x>',
    ]);
  });

  test('with datatypes, numbers and dots in names', () => {
    expect(roles('ex:v1.2 ex:p "a"^^xsd:date , -1.5e3 , true . ex:b a ex:C.')).toEqual([
      'subject ex:v1.2',
      'predicate ex:p',
      'object xsd:date',
      'object true',
      'subject ex:b',
      'predicate a',
      'object ex:C',
    ]);
  });
});

test('reads prefixes in Turtle and SPARQL syntax', () => {
  const { prefixes, names } = scan(
    '@prefix ex: <http://e/> .\nPREFIX : <http://d/>\n@base <http://b/> .\nBASE <http://c/>\nex:a :b <c> .',
  );
  expect([...prefixes]).toEqual([
    ['ex', 'http://e/'],
    ['', 'http://d/'],
  ]);
  expect(names.map(({ text }) => text)).toEqual(['ex:a', ':b', '<c>']);
  expect(resolveName('ex:a\\,b', prefixes)).toBe('http://e/a,b');
  expect(resolveName(':b', prefixes)).toBe('http://d/b');
  expect(resolveName('<http://x>', prefixes)).toBe('http://x');
  expect(resolveName('no:a', prefixes)).toBeUndefined();
});

test.each([
  ['ex:a ', 'predicate', true],
  ['ex:a rdfs:domain ', 'object', true],
  ['ex:a rdfs:domain ex:b ;\n ', 'predicate', true],
  ['ex:a ex:p [ ', 'predicate', true],
  ['ex:a . ', 'subject', true],
  ['ex:a ex:p "half', 'object', false],
  ['ex:a ex:p "half\n', 'object', true],
  ['ex:a ex:p """half\n\n', 'object', false],
  ['ex:a ex:p "whole"', 'object', true],
  ['# half', 'subject', false],
  ['# whole\n', 'subject', true],
  ['ex:a <http://', 'object', false],
])('knows the role at the end of %j', (text, role, isFree) => {
  const { end } = scan(text);
  expect(end.isFree).toBe(isFree);
  if (isFree) expect(end.role).toBe(role);
});

test('finds a name at an offset in it or right after it', () => {
  const text = 'ex:a a ex:B .';
  const scanned = scan(text);
  for (const offset of [7, 9, 11]) expect(nameAt(scanned, offset)?.text).toBe('ex:B');
  expect(nameAt(scanned, 12)).toBeUndefined();
});

test.each([
  ['a text without an end', `ex:a ex:p """${'x" '.repeat(500_000)}`],
  ['a text of one line', `ex:a ex:p "${'x'.repeat(2_000_000)}"`],
  ['brackets', '['.repeat(500_000)],
  ['dots', '.'.repeat(500_000)],
  ['a name', `ex:${'a.'.repeat(500_000)}`],
  ['angles', '<'.repeat(500_000)],
  ['quotes', '"'.repeat(500_000)],
  ['colons', ':'.repeat(500_000)],
])('scans %s of any length in linear time', (_, text) => {
  // The CPU time of this process, because other processes may delay it for longer.
  const start = process.cpuUsage();
  scan(text);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(3000);
});
