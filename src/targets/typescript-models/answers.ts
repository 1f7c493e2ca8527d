/**
 * The answers of TypeScript to each kind of constraint, by types, factories and schemas: a maximum length of 80 becomes
 * `s.maxLength(80)` in a schema.
 */

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
  boundCall,
  call,
  comparisonCall,
  containsCall,
  patternCall,
  typeSchema,
  uncheckedPatternReason,
  valuesSchema,
} from './field-schemas.ts';
import { typeScriptKinds } from './kinds.ts';
import type { CallText } from './layout.ts';
import { literalOf } from './types.ts';

/** The code for a constraint: schemas and checks, or the default value in a factory. */
export type Code = readonly CallText[];

/** Printers need no context: the code is the same everywhere. */
export type Site = undefined;

const quoted = (fields: readonly Field[]) => fields.map(({ name }) => `'${name}'`);

const otherInstancesAnswer = nothing('an instance is read as one class; other instances with the same id are not known');

export const answers: Answers<Site, Code> = {
  inheritance: declared,
  member: declared,
  required: declared,
  single: declared,
  inverse: inverseAnswer,
  type: ({ field }) => typeAnswer(field),
  absent: ({ field }) => enforced(() => [field.cardinality === 'many' ? 's.empty' : 's.none']),
  minimum: ({ scalar, bound }) => enforced(() => [boundCall('minimum', scalar, bound)]),
  maximum: ({ scalar, bound }) => enforced(() => [boundCall('maximum', scalar, bound)]),
  'min-length': ({ length }) => enforced(() => [call('minLength', String(length))]),
  'max-length': ({ length }) => enforced(() => [call('maxLength', String(length))]),
  pattern: ({ pattern }) => {
    const translation = patternCall(pattern);
    return 'why' in translation ? nothing(translation.why) : enforced(() => [translation.call]);
  },
  values: ({ field, values }) => enforced(() => [valuesSchema(field.type, values)]),
  constant: ({ field, value }) => enforced(() => [valuesSchema(field.type, [value])]),
  irreflexive: ({ field }) => enforced(() => [call('notItself', `'${field.name}'`)]),
  'min-items': ({ length }) => enforced(() => [call('minItems', String(length))]),
  'max-items': ({ length }) => enforced(() => [call('maxItems', String(length))]),
  contains: ({ field, values }) => enforced(() => values.map((value) => containsCall(field.type, value))),
  choice: ({ choice: { required, fields } }) =>
    enforced(() => [call(required ? 'exactlyOneOf' : 'atMostOneOf', ...quoted(fields))]),
  total: ({ total: { fields, minItems, maxItems } }) =>
    enforced(() => [
      ...(minItems === undefined ? [] : [call('atLeastInAll', String(minItems), ...quoted(fields))]),
      ...(maxItems === undefined ? [] : [call('atMostInAll', String(maxItems), ...quoted(fields))]),
    ]),
  comparison: ({ comparison }) => enforced(() => [comparisonCall(comparison)]),
  // The function that replaces `object`.
  closed: enforced(() => ['s.strictObject']),
  default: ({ field, value }) => enforced(() => [literalOf(field.type, value)]),
  // An id and a time are assigned later, not by the factory.
  generated: ({ value }) => (value === 'zero' ? enforced(() => ['0']) : declared),
  unique: uniquenessAnswer,
  key: uniquenessAnswer,
  disjoint: otherInstancesAnswer,
  'one-class': otherInstancesAnswer,
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
  return scalars.map(({ scalar }) => typeScriptKinds[scalar].differs).find((differs) => differs !== undefined);
}

/** Returns a new ledger, which records what the TypeScript code achieves for each constraint. */
export function createLedger(): Ledger<Site, Code> {
  return new Ledger(answers);
}

/** Returns the code of a constraint for comparison only; printers use the ledger, which records what is printed. */
export function codeOf(demand: Demand): Code | undefined {
  const answer = answerTo(answers, demand);
  return 'print' in answer ? answer.print?.(undefined) : undefined;
}
