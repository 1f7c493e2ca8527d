/** What the types, the factory and the validator of a class do about demands, and the expressions by which they do it. */

import type { Demand, Field, FieldType } from '../../model/index.ts';
import { type Answer, type Answers, answerTo, declared, enforced, Ledger, nothing } from '../core/index.ts';
import { among, call, constantText, expressionOf, type Hoist, kindOfValues, maximum, minimum, missingPattern } from './checks.ts';
import { kindsInTypeScript } from './kinds.ts';
import type { CallText, Condition } from './layout.ts';
import { amongTest, ask, boundTest, constantTest, containsTest, fieldOfIt, patternTest, typeTests } from './tests.ts';
import { literalOf } from './types.ts';

/** What a demand becomes: checks or conditions in a validator, or the value that a factory supplies. */
export type Code = readonly Condition[];

/**
 * Where it stands: among the checks that tell what is wrong, or among the conditions that decide whether anything is, on a
 * value that an expression has. Constants are those of the module.
 */
export type Site =
  | { readonly as: 'check'; readonly hoist: Hoist }
  | { readonly as: 'test'; readonly value: string; readonly hoist: Hoist };

/** Where nothing depends on the place, or code is compared: constants stand for themselves. */
export const anywhere: Site = { as: 'check', hoist: (_, constant) => constantText(constant) };

/** The code that tells what is wrong, and the code that decides. */
function both(
  check: (hoist: Hoist) => readonly CallText[],
  test: (value: string, hoist: Hoist) => Code,
): { readonly achieves: 'enforced'; readonly print: (site: Site) => Code } {
  return enforced((site) => (site.as === 'check' ? check(site.hoist) : test(site.value, site.hoist)));
}

/** The fields of an object, as the conditions on it name them. */
const fieldsOfIt = (fields: readonly Field[]) => fields.map(fieldOfIt);

const uniqueness = nothing('uniqueness spans instances, which a type cannot see');
const oneClass = nothing('an instance is read as one class, and identities of others are not seen');

export const answers: Answers<Site, Code> = {
  inheritance: declared,
  member: declared,
  required: declared,
  single: declared,
  inverse: declared,
  type: ({ field }) => typeAnswer(field),
  absent: ({ field }) => {
    const name = field.cardinality === 'many' ? 'empty' : 'none';
    return both(
      () => [`check.${name}`],
      (value) => [ask(name, value)],
    );
  },
  minimum: ({ scalar, bound }) =>
    both(
      () => [minimum(scalar, bound)],
      (value, hoist) => [boundTest('minimum', scalar, bound, value, hoist)],
    ),
  maximum: ({ scalar, bound }) =>
    both(
      () => [maximum(scalar, bound)],
      (value, hoist) => [boundTest('maximum', scalar, bound, value, hoist)],
    ),
  'min-length': ({ length }) =>
    both(
      () => [call('minLength', String(length))],
      (value) => [ask('noShorter', value, String(length))],
    ),
  'max-length': ({ length }) =>
    both(
      () => [call('maxLength', String(length))],
      (value) => [ask('noLonger', value, String(length))],
    ),
  pattern: (demand) => {
    const search = expressionOf(demand.pattern);
    if ('why' in search) return nothing(search.why);
    return both(
      (hoist) => [call('matches', hoist('pattern', search.found))],
      (value, hoist) => [patternTest(search.found, value, hoist)],
    );
  },
  values: ({ field, values }) =>
    both(
      (hoist) => [among(field.type, values, hoist)],
      (value, hoist) => [amongTest(field.type, values, kindOfValues(field, hoist), value, hoist)],
    ),
  constant: ({ field, value: constant }) =>
    both(
      () => [call('always', literalOf(field.type, constant))],
      (value, hoist) => [constantTest(field, constant, value, hoist)],
    ),
  irreflexive: ({ field }) =>
    both(
      () => [call('notItself', `'${field.name}'`)],
      (value) => [ask('otherThan', 'it.id', value)],
    ),
  // Conditions on a list take its bounds as they are.
  'min-items': ({ length }) =>
    both(
      () => [call('minItems', String(length))],
      () => [String(length)],
    ),
  'max-items': ({ length }) =>
    both(
      () => [call('maxItems', String(length))],
      () => [String(length)],
    ),
  contains: ({ field, values }) =>
    both(
      () => values.map((value) => call('contains', literalOf(field.type, value))),
      (list, hoist) => values.map((value) => containsTest(field, value, list, hoist)),
    ),
  choice: ({ choice: { required, fields } }) =>
    both(
      () => [call(required ? 'exactlyOneOf' : 'atMostOneOf', ...fields.map(({ name }) => `'${name}'`))],
      () => [ask('counted', required ? '1' : '0', '1', ...fieldsOfIt(fields))],
    ),
  total: ({ total: { fields, minItems, maxItems } }) => {
    const names = fields.map(({ name }) => `'${name}'`);
    const least = minItems === undefined ? [] : [call('atLeastInAll', String(minItems), ...names)];
    const most = maxItems === undefined ? [] : [call('atMostInAll', String(maxItems), ...names)];
    return both(
      () => [...least, ...most],
      () => [ask('counted', String(minItems ?? 0), String(maxItems ?? Number.POSITIVE_INFINITY), ...fieldsOfIt(fields))],
    );
  },
  closed: () =>
    both(
      () => ['check.closed'],
      (objects) => [ask('onlyOf', 'it', objects)],
    ),
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
  const { print } = both(
    (hoist) => [kindOfValues(field, hoist)],
    (value, hoist) => typeTests(field, value, hoist),
  );
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
  return 'print' in answer ? answer.print?.(anywhere) : undefined;
}
