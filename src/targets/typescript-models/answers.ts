/** States how types, factories and schemas enforce each kind of demand, and prints the code for it. */

import type { Demand, Field, FieldType } from '../../model/index.ts';
import {
  type Answer,
  type Answers,
  answerTo,
  declared,
  enforced,
  inverseAnswer,
  Ledger,
  nothing,
  uniquenessAnswer,
} from '../core/index.ts';
import {
  bound,
  call,
  comparisonCall,
  contains,
  patternConstraint,
  typeSchema,
  uncheckedPatternReason,
  valuesSchema,
} from './field-schemas.ts';
import { kindsInTypeScript } from './kinds.ts';
import type { CallText } from './layout.ts';
import { literalOf } from './types.ts';

/** The code for a demand: schemas and checks, or the default value in a factory. */
export type Code = readonly CallText[];

/** Code does not depend on where it is printed. */
export type Site = undefined;

const quoted = (fields: readonly Field[]) => fields.map(({ name }) => `'${name}'`);

const oneClass = nothing('an instance is read as one class; other instances with the same id are not known');

export const answers: Answers<Site, Code> = {
  inheritance: declared,
  member: declared,
  required: declared,
  single: declared,
  inverse: inverseAnswer,
  type: ({ field }) => typeAnswer(field),
  absent: ({ field }) => enforced(() => [field.cardinality === 'many' ? 's.empty' : 's.none']),
  minimum: ({ scalar, bound: least }) => enforced(() => [bound('minimum', scalar, least)]),
  maximum: ({ scalar, bound: most }) => enforced(() => [bound('maximum', scalar, most)]),
  'min-length': ({ length }) => enforced(() => [call('minLength', String(length))]),
  'max-length': ({ length }) => enforced(() => [call('maxLength', String(length))]),
  pattern: ({ pattern }) => {
    const searched = patternConstraint(pattern);
    return 'why' in searched ? nothing(searched.why) : enforced(() => [searched.found]);
  },
  values: ({ field, values }) => enforced(() => [valuesSchema(field.type, values)]),
  constant: ({ field, value }) => enforced(() => [valuesSchema(field.type, [value])]),
  irreflexive: ({ field }) => enforced(() => [call('notItself', `'${field.name}'`)]),
  'min-items': ({ length }) => enforced(() => [call('minItems', String(length))]),
  'max-items': ({ length }) => enforced(() => [call('maxItems', String(length))]),
  contains: ({ field, values }) => enforced(() => values.map((value) => contains(field.type, value))),
  choice: ({ choice: { required, fields } }) =>
    enforced(() => [call(required ? 'exactlyOneOf' : 'atMostOneOf', ...quoted(fields))]),
  total: ({ total: { fields, minItems, maxItems } }) =>
    enforced(() => [
      ...(minItems === undefined ? [] : [call('atLeastInAll', String(minItems), ...quoted(fields))]),
      ...(maxItems === undefined ? [] : [call('atMostInAll', String(maxItems), ...quoted(fields))]),
    ]),
  comparison: ({ comparison }) => enforced(() => [comparisonCall(comparison)]),
  // The function that replaces `object`.
  closed: () => enforced(() => ['s.strictObject']),
  default: ({ field, value }) => enforced(() => [literalOf(field.type, value)]),
  // An id and a time are assigned later, not by the factory.
  generated: ({ value }) => (value === 'zero' ? enforced(() => ['0']) : declared),
  unique: uniquenessAnswer,
  key: uniquenessAnswer,
  disjoint: () => oneClass,
  'one-class': () => oneClass,
  deletion: nothing('the database does it'),
  deprecated: { achieves: 'approximated', how: '@deprecated, which editors and linters report' },
};

/** Returns the answer for the type of a field, including values that its schema cannot distinguish. */
function typeAnswer(field: Field): Answer<'type', Site, Code> {
  const { print } = enforced<Site, Code>(() => [typeSchema(field)]);
  const { type } = field;
  if (type.kind === 'reference') {
    return { achieves: 'approximated', how: 'any UUID is accepted; the existence of the instance is not checked', print };
  }
  const why = type.kind === 'union' ? uncheckedPatternReason(type.union.members) : undefined;
  if (why !== undefined) return { achieves: 'approximated', how: `a pattern is not searched for: ${why}`, print };
  const differs = differenceIn(type);
  return differs ? { achieves: 'approximated', ...differs, print } : enforced(print);
}

function differenceIn(type: FieldType) {
  const scalars = type.kind === 'union' ? type.union.members : type.kind === 'scalar' ? [type] : [];
  return scalars.map(({ scalar }) => kindsInTypeScript[scalar].differs).find((differs) => differs !== undefined);
}

/** Returns a new ledger, which records what the TypeScript code achieves for each constraint. */
export function createLedger(): Ledger<Site, Code> {
  return new Ledger(answers);
}

/** Returns the code of a demand for comparison only: code is printed through the ledger. */
export function codeOf(demand: Demand): Code | undefined {
  const answer = answerTo(answers, demand);
  return 'print' in answer ? answer.print?.(undefined) : undefined;
}
