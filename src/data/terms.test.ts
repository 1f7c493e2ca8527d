import { expect, test } from 'vitest';
import { XSD } from '../ontology/index.ts';
import { packString, packTerm, type Term, unpackString, unpackTerm } from './terms.ts';

test('packs any string into one part of a line, and back', () => {
  for (const text of ['', 'a', 'tab\tbreak\nend', 'back\\slash \\t \\n \\u0041', '\ud800 alone', '"quoted"@en']) {
    const packed = packString(text);
    expect(packed).not.toMatch(/[\t\n]/);
    expect(unpackString(packed)).toBe(text);
  }
});

test('packs nodes and literals, and back', () => {
  const terms: Record<string, Term> = {
    'http://x/a': 'http://x/a',
    '_:n1': '_:n1',
    '"a"': { value: 'a', datatype: `${XSD}string`, language: '' },
    '"say "no""@en': {
      value: 'say "no"',
      datatype: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString',
      language: 'en',
    },
    [`"1"${XSD}int`]: { value: '1', datatype: `${XSD}int`, language: '' },
  };
  for (const [packed, term] of Object.entries(terms)) {
    expect(packTerm(term)).toBe(packed);
    expect(unpackTerm(packed)).toEqual(term);
  }
});
