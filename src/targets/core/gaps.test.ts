import { expect, test } from 'vitest';
import type { Constraint, DomainClass, Field } from '../../model/index.ts';
import type { Support } from '../target.ts';
import { unenforcedNote } from './gaps.ts';

const cls = { name: 'Post', allFields: [] as readonly Field[] } as DomainClass;
const field = {
  name: 'title',
  minItems: 2,
  maxItems: 1,
  default: 'a b',
  constant: '5',
  contains: ['x', ''],
  type: {
    kind: 'scalar',
    scalar: 'string',
    minLength: 1,
    maxLength: 200,
    minimum: { value: '0', inclusive: false },
    maximum: { value: '9', inclusive: true },
    values: ['a', 'line\nbreak'],
  },
} as unknown as Field;

const pattern = { source: 'a\n\\d', flags: 'i', syntax: 'xpath' } as const;
const fields = [{ name: 'a' }, { name: 'b' }, { name: 'c' }] as Field[];
/** The cardinality of the field for these kinds of constraints; `one` for all others. */
const cardinalities: Readonly<Record<string, Field['cardinality']>> = {
  'min-items': 'many',
  'max-items': 'many',
  contains: 'many',
};
const of = (kind: string) => {
  const cardinality = cardinalities[kind] ?? 'one';
  const absent = kind === 'absent' ? { absent: true } : {};
  return {
    kind,
    class: cls,
    field: { ...field, cardinality, unique: true, irreflexive: true, ...absent },
  } as unknown as Constraint;
};

const dropped = (): Support => ({ status: 'dropped', why: 'because' });

test.each<[Constraint, string]>([
  [of('required'), 'has a value'],
  [of('absent'), 'has no value'],
  [of('min-items'), 'at least 2 values'],
  [of('max-items'), 'at most 1 value'],
  [of('min-length'), 'at least 1 character'],
  [of('max-length'), 'at most 200 characters'],
  [of('minimum'), 'more than 0'],
  [of('maximum'), 'at most 9'],
  [of('values'), 'one of a, "line break"'],
  [of('unique'), 'values are unique'],
  [of('default'), '"a b" by default'],
  [of('constant'), 'always 5'],
  [of('contains'), 'x, "" among the values'],
  [of('irreflexive'), 'never refers to the instance itself'],
  [{ kind: 'pattern', class: cls, field, pattern }, 'matches /a \\d/i'],
  [{ kind: 'key', class: cls, key: { fields } }, 'no two instances have the same a, b and c'],
  [
    { kind: 'choice', class: cls, choice: { name: 'x', typeName: 'X', fields, required: true } },
    'exactly one of a, b and c has a value',
  ],
  [
    { kind: 'comparison', class: cls, comparison: { lesser: fields[0] as Field, greater: fields[1] as Field, orEqual: true } },
    'the value of a is at most that of b',
  ],
  [{ kind: 'closed', class: cls }, 'there are no other fields'],
  [
    { kind: 'disjoint', class: cls, other: { name: 'User', allFields: [] as readonly Field[] } as DomainClass },
    'no instance is a User as well',
  ],
])('%#: %o is described in words', (constraint, words) => {
  expect(unenforcedNote([constraint], dropped)).toBe(`Not enforced here: ${words}.`);
});

test('enforced constraints and constraints without an effect on values have no text', () => {
  expect(unenforcedNote(undefined, dropped)).toBeUndefined();
  expect(unenforcedNote([of('unique')], () => ({ status: 'enforced' }))).toBeUndefined();
  expect(unenforcedNote(['member', 'type', 'single', 'inheritance', 'inverse', 'deprecated'].map(of), dropped)).toBeUndefined();
});

test('classes that a discriminator distinguishes are not listed as disjoint, unless they have a common subclass', () => {
  const allFields = [{ name: 'kind', discriminator: true, type: { kind: 'enumeration', enumeration: {} } }];
  const classOf = (name: string, ...children: readonly DomainClass[]) =>
    ({ name, allFields, children, ancestors: [] }) as unknown as DomainClass;
  const note = (one: DomainClass, other: DomainClass) => unenforcedNote([{ kind: 'disjoint', class: one, other }], dropped);
  expect(note(classOf('Van'), classOf('Truck'))).toBeUndefined();
  const common = classOf('PickUp');
  const words = 'Not enforced here: no instance is a Truck as well.';
  expect(note(classOf('Van', common), classOf('Truck', common))).toBe(words);
  expect(note({ ...classOf('Van'), allFields: [] }, classOf('Truck'))).toBe(words);
});

test('the document of an API states what the server checks, and does not mention ids of other classes', () => {
  const disjoint: Constraint = { kind: 'disjoint', class: cls, other: cls };
  const text = unenforcedNote([of('unique'), disjoint], () => ({ status: 'approximated', how: 'somehow' }), 'server');
  expect(text).toBe('The server also checks: values are unique.');
  expect(unenforcedNote([disjoint], dropped, 'server')).toBeUndefined();
});

test('each constraint is named once; those enforced in part are marked', () => {
  const support = ({ kind }: Constraint): Support =>
    kind === 'unique' ? { status: 'approximated', how: 'somehow' } : { status: 'dropped', why: 'because' };
  const text = unenforcedNote([of('unique'), of('max-items'), of('unique')], support);
  expect(text).toBe('Not enforced here: values are unique (in part); at most 1 value.');
});
