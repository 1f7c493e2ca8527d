/**
 * The answers of JSON Schema to each kind of constraint, for the OpenAPI document and the JSON Schema files: `sh:minInclusive 18`
 * becomes `{ minimum: 18 }`.
 */

import {
  type Bound,
  type Demand,
  type Field,
  type FieldType,
  isJsonNumber,
  kindOf,
  type ScalarKind,
  type Total,
} from '../../../model/index.ts';
import { type Answer, type Answers, declared, enforced, nothing, uniquenessAnswer } from '../../core/index.ts';
import type { TreeMap } from '../../shared/tree/index.ts';
import { translatePattern } from '../../text/index.ts';
import { schemaComparisons, schemaKinds } from './kinds.ts';
import { hasOneSpelling, jsonNumber, jsonValue } from './values.ts';

/** The schema that a constraint is printed for: of a whole instance, or of an update. */
export type Site = 'record' | 'change';

/** Keywords of a value, a list or an object. */
export type Keywords = TreeMap;

const otherClasses = nothing('validation reads each instance alone, as one class');

export const schemaAnswers: Answers<Site, Keywords> = {
  member: declared,
  required: declared,
  single: declared,
  closed: declared,
  absent: declared,
  generated: declared,
  inverse: declared,
  inheritance: ({ parent }) => (parent.closed ? repeatedFieldsAnswer('superclass') : declared),
  type: ({ type }) => typeAnswer(type),
  minimum: ({ scalar, bound }) => boundAnswer(scalar, bound, 'minimum', 'exclusiveMinimum'),
  maximum: ({ scalar, bound }) => boundAnswer(scalar, bound, 'maximum', 'exclusiveMaximum'),
  'min-length': ({ length }) => enforced(() => ({ minLength: length })),
  'max-length': ({ length }) => enforced(() => ({ maxLength: length })),
  pattern: ({ pattern }) => {
    const translation = translatePattern(pattern, 'ecmascript');
    if (!translation.ok) return nothing(`no equal expression in JavaScript: ${translation.reason}`);
    return enforced(() => ({ pattern: translation.source }));
  },
  values: ({ field, values }) => valuesAnswer(field, values),
  constant: ({ field, value }) => {
    const schema = constantSchema(field.type, value);
    return schema ? enforced(() => schema) : lexicalFormsAnswer;
  },
  contains: ({ field, values }) => {
    const schemas = values.map((value) => constantSchema(field.type, value));
    if (!schemas.every((schema) => schema !== undefined)) return lexicalFormsAnswer;
    // A pattern ignores values that are not strings, so the type is added.
    const rules = schemas.map((schema) => ({ contains: 'pattern' in schema ? { type: 'string', ...schema } : schema }));
    return enforced(() => (rules.length > 1 ? { allOf: rules } : (rules[0] as Keywords)));
  },
  'min-items': ({ length }) => enforced(() => ({ minItems: length })),
  'max-items': ({ length }) => enforced(() => ({ maxItems: length })),
  choice: ({ choice }) => enforced((site) => choiceRule(choice.fields, choice.required && site === 'record')),
  total: totalAnswer,
  comparison: nothing('JSON Schema does not compare one value with another', schemaComparisons),
  default: ({ field, value }) => {
    if (field.discriminator) return { achieves: 'approximated', how: 'the server sets the class of a new instance' };
    return {
      achieves: 'approximated',
      how: 'the keyword `default`, which servers should apply',
      print: () => ({ default: jsonValue(field.type, value) }),
    };
  },
  deletion: nothing('a schema describes instances, not operations on them'),
  deprecated: { achieves: 'approximated', how: '`deprecated`, which documentation and code generators show' },
  irreflexive: nothing('JSON Schema does not compare one value with another', schemaComparisons),
  unique: uniquenessAnswer,
  key: uniquenessAnswer,
  disjoint: () => otherClasses,
  'one-class': declared,
};

/** Returns the answer if the schema of a class does not extend that of its superclass, because one of both is closed. */
export function repeatedFieldsAnswer(closed: 'superclass' | 'class'): Answer<'inheritance', Site, Keywords> {
  const fields = closed === 'superclass' ? 'the fields of the superclass, which is closed,' : 'the fields of the superclass';
  const inClass = closed === 'superclass' ? '' : ' in the class, which is closed';
  return { achieves: 'approximated', how: `${fields} are repeated${inClass}; the schemas are not linked` };
}

const lexicalFormsAnswer = nothing('a value has several lexical forms, and JSON Schema compares strings', schemaComparisons);

function typeAnswer(type: FieldType): Answer<'type', Site, Keywords> {
  if (type.kind === 'reference') {
    return { achieves: 'approximated', how: 'any UUID is accepted; the existence of the instance is not checked' };
  }
  const members = type.kind === 'scalar' ? [type] : type.kind === 'union' ? type.union.members : [];
  const differs = members.map(({ scalar }) => schemaKinds[scalar].differs).find((difference) => difference !== undefined);
  return differs ? { achieves: 'approximated', ...differs } : declared;
}

function boundAnswer(
  scalar: ScalarKind,
  bound: Bound,
  inclusive: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): Answer<'minimum', Site, Keywords> & Answer<'maximum', Site, Keywords> {
  if (!isJsonNumber(scalar)) return nothing('it is a string in JSON, and JSON Schema compares only numbers', schemaComparisons);
  const print = () => ({ [bound.inclusive ? inclusive : exclusive]: jsonNumber(scalar, bound.value) });
  // Validators use doubles: a double may lie between the bound and the next single.
  if (scalar === 'float32')
    return { achieves: 'approximated', how: 'it compares in double precision', difference: schemaComparisons, print };
  return enforced(print);
}

function valuesAnswer({ type }: Field, values: readonly string[]): Answer<'values', Site, Keywords> {
  if (type.kind === 'enumeration' || hasOneSpelling(type))
    return enforced(() => ({ enum: values.map((value) => jsonValue(type, value)) }));
  if (type.kind === 'scalar' && type.scalar === 'decimal') return enforced(() => ({ pattern: decimalPattern(values) }));
  return lexicalFormsAnswer;
}

/** Returns the schema of one value in all its spellings; undefined if JSON Schema cannot express them. */
function constantSchema(type: FieldType, value: string): TreeMap | undefined {
  if (hasOneSpelling(type)) return { const: jsonValue(type, value) };
  return type.kind === 'scalar' && type.scalar === 'decimal' ? { pattern: decimalPattern([value]) } : undefined;
}

/** Returns a regular expression for all spellings of decimals, which may end in zeros: `1.5` becomes `^(1\\.50*)$`. */
export function decimalPattern(values: readonly string[]): string {
  const alternatives = values.map((value) => {
    const [whole = '', fraction] = value.replace('-', '').split('.');
    const sign = value.startsWith('-') ? '-' : value === '0' ? '-?' : '';
    return `${sign}${whole}${fraction === undefined ? '(\\.0+)?' : `\\.${fraction}0*`}`;
  });
  return `^(${alternatives.join('|')})$`;
}

const isNull = { type: 'null' };

/**
 * Returns the rule that at most one of the fields has a value; exactly one if required. Absent or null means no value. The rule
 * for two optional fields of strings is `{ not: { required: ['a', 'b'], properties: { a: { type: 'string' }, … } } }`. The
 * properties are below `not`, so that the rule does not evaluate them: Redocly's validator would otherwise report the other
 * properties as unknown.
 */
function choiceRule(fields: readonly Field[], isRequired: boolean): TreeMap {
  const types = fields.map(typeOfValue);
  if (!isRequired && fields.length === 2 && !types.includes(undefined)) {
    const properties = Object.fromEntries(fields.map(({ name }, i) => [name, { type: types[i] }]));
    return { not: { required: fields.map(({ name }) => name), properties } };
  }
  const absent = fields.map(({ name }) => ({ not: { properties: { [name]: isNull } } }));
  const titled = absent.map((branch, i) => ({ title: fields[i]?.name, ...branch }));
  return { oneOf: isRequired ? titled : [...titled, { title: 'none', not: { anyOf: absent } }] };
}

/** Returns the JSON type of a field's value; undefined for a list and for a value of several types. */
function typeOfValue({ type, cardinality }: Field): string | undefined {
  if (cardinality === 'many' || type.kind === 'union') return undefined;
  return type.kind === 'scalar' ? kindOf(type.scalar).json : 'string';
}

/** The maximum number of alternatives; readers could not follow more. */
const MAX_ALTERNATIVES = 20;

/** Returns the rule for a total. JSON Schema cannot add, so each combination of counts is an alternative. */
function totalAnswer({ total }: Demand<'total'>): Answer<'total', Site, Keywords> {
  const tooFew = total.minItems === undefined ? [] : countCombinations(total, total.minItems);
  const tooMany = total.maxItems === undefined ? [] : countCombinations(total, total.maxItems + 1);
  if (!tooFew || !tooMany) return nothing('JSON Schema does not add, and there are too many ways in which the sum is made');
  const [first, ...further] = tooMany;
  // An upper bound that is just below the number of fields excludes one condition, which is a negation itself. Within `allOf`,
  // Redocly's validator accepts that the rest of it evaluates properties.
  const most = further.length === 0 ? first?.not : { not: { anyOf: tooMany } };
  return enforced((site) => {
    // An update may omit fields whose stored values count.
    const least = tooFew.length > 0 && site === 'record' ? { anyOf: tooFew } : undefined;
    return least && most && 'anyOf' in most ? { allOf: [least, most] } : { ...least, ...most };
  });
}

/** A condition on an object that names what must not hold. */
type Negation = TreeMap & { readonly not: TreeMap };

/**
 * Returns conditions of which one holds if the fields have at least `sum` values together; undefined if there are too many. Each
 * condition stands for one distribution of the values: for two values of two lists, these are 2 + 0, 1 + 1 and 0 + 2. It excludes
 * that a list is shorter than that; as in a choice, it does not evaluate properties.
 */
function countCombinations({ fields }: Total, sum: number): Negation[] | undefined {
  let distributions: (readonly number[])[] = [[]];
  for (const { cardinality } of fields) {
    distributions = distributions.flatMap((distribution) => {
      const remaining = sum - distribution.reduce((a, b) => a + b, 0);
      const most = cardinality === 'many' ? remaining : Math.min(1, remaining);
      return Array.from({ length: most + 1 }, (_, n) => [...distribution, n]);
    });
    if (distributions.length > MAX_ALTERNATIVES * 10) return undefined;
  }
  const complete = distributions.filter((distribution) => distribution.reduce((a, b) => a + b, 0) === sum);
  if (complete.length > MAX_ALTERNATIVES) return undefined;
  return complete.map((distribution) => {
    const lacking = fields.flatMap(({ name, cardinality }, i) => {
      const count = distribution[i] ?? 0;
      if (count === 0) return [];
      // Linters require `items` for each array.
      const isShort = { type: ['array', 'null'], items: {}, maxItems: count - 1 };
      return [{ properties: { [name]: cardinality === 'many' ? isShort : isNull } }];
    });
    return { not: lacking.length > 1 ? { anyOf: lacking } : (lacking[0] as TreeMap) };
  });
}
