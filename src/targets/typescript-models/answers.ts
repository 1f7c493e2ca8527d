/** What the types, the factory and the validator of a class do about demands, and the expressions by which they do it. */

import type { Demand, Field, FieldType } from '../../model/index.ts';
import { type Answer, type Answers, answerTo, declared, enforced, Ledger, nothing } from '../core/index.ts';
import { among, call, kindOfValues, maximum, minimum, missingPattern, pattern } from './checks.ts';
import { kindsInTypeScript } from './kinds.ts';
import type { CallText } from './layout.ts';
import { literalOf } from './types.ts';

/** What a demand becomes: checks in a validator, or the value that a factory supplies. */
export type Code = readonly CallText[];

/** The same wherever it stands. */
export type Site = undefined;

const uniqueness = nothing('uniqueness spans instances, which a type cannot see');
const oneClass = nothing('an instance is read as one class, and identities of others are not seen');

export const answers: Answers<Site, Code> = {
  inheritance: declared,
  member: declared,
  required: declared,
  single: declared,
  inverse: declared,
  type: ({ field }) => typeAnswer(field),
  absent: ({ field }) => enforced(() => [field.cardinality === 'many' ? 'check.empty' : 'check.none']),
  minimum: ({ scalar, bound }) => enforced(() => [minimum(scalar, bound)]),
  maximum: ({ scalar, bound }) => enforced(() => [maximum(scalar, bound)]),
  'min-length': ({ length }) => enforced(() => [call('minLength', String(length))]),
  'max-length': ({ length }) => enforced(() => [call('maxLength', String(length))]),
  pattern: (demand) => {
    const search = pattern(demand.pattern);
    return 'found' in search ? enforced(() => [search.found]) : nothing(search.why);
  },
  values: ({ field, values }) => enforced(() => [among(field.type, values)]),
  constant: ({ field, value }) => enforced(() => [call('always', literalOf(field.type, value))]),
  irreflexive: ({ field }) => enforced(() => [call('notItself', `'${field.name}'`)]),
  'min-items': ({ length }) => enforced(() => [call('minItems', String(length))]),
  'max-items': ({ length }) => enforced(() => [call('maxItems', String(length))]),
  contains: ({ field, values }) => enforced(() => values.map((value) => call('contains', literalOf(field.type, value)))),
  choice: ({ choice: { required, fields } }) =>
    enforced(() => [call(required ? 'exactlyOneOf' : 'atMostOneOf', ...fields.map(({ name }) => `'${name}'`))]),
  total: ({ total: { fields, minItems, maxItems } }) => {
    const names = fields.map(({ name }) => `'${name}'`);
    const least = minItems === undefined ? [] : [call('atLeastInAll', String(minItems), ...names)];
    const most = maxItems === undefined ? [] : [call('atMostInAll', String(maxItems), ...names)];
    return enforced(() => [...least, ...most]);
  },
  closed: () => enforced(() => ['check.closed']),
  default: ({ field, value }) => enforced(() => [literalOf(field.type, value)]),
  // An id and a time are assigned later, and are no business of the factory.
  generated: ({ value }) => (value === 'zero' ? enforced(() => ['0']) : declared),
  unique: () => uniqueness,
  key: () => uniqueness,
  disjoint: () => oneClass,
  'one-class': () => oneClass,
  deletion: nothing('what is stored is deleted by the database'),
  deprecated: { achieves: 'approximated', how: '@deprecated, which editors and linters point out' },
};

/** The kind of values, and what it cannot tell apart. */
function typeAnswer(field: Field): Answer<'type', Site, Code> {
  const print = () => [kindOfValues(field)];
  const { type } = field;
  if (type.kind === 'reference') {
    return { achieves: 'approximated', how: 'the text is a UUID; whether an instance has it is not looked up', print };
  }
  const why = type.kind === 'union' ? missingPattern(type.union.members) : undefined;
  if (why !== undefined) return { achieves: 'approximated', how: `a pattern is not searched for: ${why}`, print };
  const differs = differenceIn(type);
  return differs ? { achieves: 'approximated', ...differs, print } : enforced(print);
}

function differenceIn(type: FieldType) {
  const scalars = type.kind === 'union' ? type.union.members : type.kind === 'scalar' ? [type] : [];
  return scalars.map(({ scalar }) => kindsInTypeScript[scalar].differs).find((differs) => differs !== undefined);
}

export function ledger(): Ledger<Site, Code> {
  return new Ledger(answers);
}

/** The code of a demand, for comparing: it is printed through the ledger. */
export function codeOf(demand: Demand): Code | undefined {
  const answer = answerTo(answers, demand);
  return 'print' in answer ? answer.print?.(undefined) : undefined;
}
