import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { type Demand, type DemandKind, demandsOn } from '../../model/index.ts';
import { type Answers, declared, enforced, Ledger, nothing } from './answers.ts';
import { unenforcedNote } from './gaps.ts';

const { model } = await modelOfTurtle(`
  :A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .
  :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
  :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:minCount 1 ; sh:maxCount 1 ; sh:maxLength 9 ; sh:pattern "^a" ] .
  :T a sh:NodeShape ; sh:targetClass :B ; sh:property [ sh:path :p ; sh:maxLength 5 ] .`);

const kinds: readonly DemandKind[] = [
  ...(['member', 'type', 'required', 'single', 'absent', 'minimum', 'maximum', 'min-length', 'max-length', 'pattern'] as const),
  ...([
    'values',
    'constant',
    'irreflexive',
    'min-items',
    'max-items',
    'contains',
    'choice',
    'total',
    'comparison',
    'one-class',
    'closed',
    'inheritance',
  ] as const),
  ...(['unique', 'key', 'disjoint', 'inverse', 'deletion', 'default', 'generated', 'deprecated'] as const),
];

const answers = {
  ...Object.fromEntries(kinds.map((kind) => [kind, () => declared])),
  'max-length': ({ length }: Demand<'max-length'>) => enforced((site: string) => `${site}.length <= ${length}`),
  pattern: () => nothing('it knows no expressions'),
} as unknown as Answers<string, string>;

const all = model.classes.flatMap((cls) => [...demandsOn(cls).fields.values()].flatMap(({ each }) => each));
const lengths = all.filter((demand) => demand.kind === 'max-length');

test('demandsOn lists constraints with the values that they have in each class', () => {
  expect(lengths.map((demand) => [demand.class.name, demand.length])).toEqual([
    ['A', 9],
    ['B', 5],
  ]);
});

test('the ledger lists constraints that are claimed to be enforced but were not printed', () => {
  const ledger = new Ledger(answers);
  expect(ledger.unprinted(model)).toEqual(lengths);
  const [a, b] = lengths as [Demand, Demand];
  expect(ledger.print(a, 'p')).toBe('p.length <= 9');
  expect(ledger.unprinted(model)).toEqual([b]);
  expect(ledger.printAll([a, b], 'q')).toEqual(['q.length <= 9', 'q.length <= 5']);
  expect(ledger.unprinted(model)).toEqual([]);
});

test('a constraint that is not enforced has no code', () => {
  const ledger = new Ledger(answers);
  const pattern = all.find((demand) => demand.kind === 'pattern') as Demand;
  expect(ledger.print(pattern, 'p')).toBeUndefined();
  expect(ledger.achieved(pattern)).toEqual({ status: 'dropped', why: 'it knows no expressions' });
  expect(
    unenforcedNote(
      model.axioms.flatMap((axiom) => axiom.constraints),
      (demand) => ledger.achieved(demand),
    ),
  ).toBe('Not enforced here: matches /^a/.');
});
