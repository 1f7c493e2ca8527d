/**
 * Defines for each kind of constraint the TypeScript code that enforces it, or the reason why none does: a maximum length of 80
 * becomes `s.maxLength(80)`.
 */

import type { Demand, Field, FieldType } from '../../model/index.ts';
import {
  type Answer,
  type Answers,
  answerTo,
  declared,
  enforced,
  inverseAnswer,
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

const quotedNames = (fields: readonly Field[]) => fields.map(({ name }) => `'${name}'`);

const otherInstancesAnswer = nothing('validation reads each instance alone, as one class');

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
    enforced(() => [call(required ? 'exactlyOneOf' : 'atMostOneOf', ...quotedNames(fields))]),
  total: ({ total: { fields, minItems, maxItems } }) =>
    enforced(() => [
      ...(minItems === undefined ? [] : [call('atLeastInAll', String(minItems), ...quotedNames(fields))]),
      ...(maxItems === undefined ? [] : [call('atMostInAll', String(maxItems), ...quotedNames(fields))]),
    ]),
  comparison: ({ comparison }) => enforced(() => [comparisonCall(comparison)]),
  // Replaces `s.object`.
  closed: enforced(() => ['s.strictObject']),
  default: ({ field, value }) => enforced(() => [literalOf(field.type, value)]),
  // Only counters start in the factory. The server assigns ids and times.
  generated: ({ value }) => (value === 'zero' ? enforced(() => ['0']) : declared),
  unique: uniquenessAnswer,
  key: uniquenessAnswer,
  disjoint: otherInstancesAnswer,
  'one-class': otherInstancesAnswer,
  deletion: nothing('the database applies the deletion rule'),
  deprecated: { achieves: 'approximated', how: '@deprecated, which editors and linters report' },
};

/** The schema of a type cannot distinguish all its values. */
function typeAnswer(field: Field): Answer<'type', Site, Code> {
  const print = (): Code => [typeSchema(field)];
  const { type } = field;
  if (type.kind === 'reference') {
    return { achieves: 'approximated', how: 'any UUID is accepted; the existence of the instance is not checked', print };
  }
  const why = type.kind === 'union' ? uncheckedPatternReason(type.union.members) : undefined;
  if (why !== undefined) return { achieves: 'approximated', how: `a pattern is not checked: ${why}`, print };
  const difference = differenceIn(type);
  return difference ? { achieves: 'approximated', ...difference, print } : enforced(print);
}

function differenceIn(type: FieldType) {
  const scalars = type.kind === 'union' ? type.union.members : type.kind === 'scalar' ? [type] : [];
  return scalars.map(({ scalar }) => typeScriptKinds[scalar].differs).find((differs) => differs !== undefined);
}

/** Returns the code of a constraint, only to compare it. Printers ask the ledger, which records what is printed. */
export function codeOf(demand: Demand): Code | undefined {
  const answer = answerTo(answers, demand);
  return 'print' in answer ? answer.print?.(undefined) : undefined;
}
