/**
 * The answers of Pydantic models to each kind of constraint: what they check when they read an instance, and the code for it. A
 * maximum length of 80 becomes `Field(max_length=80)`.
 */

import {
  type Demand,
  type Field,
  type FieldType,
  type GeneratedValue,
  memberOfUnion,
  type ScalarType,
} from '../../model/index.ts';
import {
  type Answer,
  type Answers,
  declared,
  enforced,
  inverseAnswer,
  type Ledger,
  nothing,
  uniquenessAnswer,
} from '../core/index.ts';
import type { Lines } from '../text/index.ts';
import type { Argument } from './assignment.ts';
import { choiceCheck, comparisonCheck, containsCheck, irreflexiveCheck, totalCheck } from './checks.ts';
import type { Expression } from './expressions.ts';
import {
  type AnnotationPart,
  boundPart,
  hasSubMicroseconds,
  isNarrower,
  lengthPart,
  oneOf,
  patternPart,
  valuesPart,
} from './facets.ts';
import type { FieldRole } from './field-role.ts';
import { pythonKinds, truncatedFractions } from './kinds.ts';
import type { Preamble } from './preamble.ts';
import { membersPart } from './types.ts';
import { fieldValue } from './values.ts';

/** Code that enforces a constraint. */
export type Code =
  /** It belongs to the annotation of each value. */
  | AnnotationPart
  /** An argument of the field's `Field`. */
  | { readonly as: 'field'; readonly argument: Argument }
  /** Lines in the validator of the class. */
  | { readonly as: 'check'; readonly lines: Lines };

/** The model and the module that the code for a constraint is printed in. */
export interface Site {
  readonly preamble: Preamble;
  readonly role: FieldRole;
  /** The names of the fields in a body; undefined if it has all fields. */
  readonly members?: ReadonlySet<string>;
}

export type PythonLedger = Ledger<Site, readonly Code[]>;

type Codes = readonly Code[];

/** Checks whether code belongs to the annotation of values. */
export function isAnnotationPart(code: Code): code is AnnotationPart {
  return code.as !== 'field' && code.as !== 'check';
}

const fieldArgument = (name: string, value: Expression): Codes => [{ as: 'field', argument: { name, value } }];

const otherInstancesReason = 'validation reads each instance alone, as one class';

export const answers: Answers<Site, Codes> = {
  inheritance: declared,
  closed: declared,
  member: declared,
  single: declared,
  required: declared,
  absent: ({ field }) => (field.cardinality === 'many' ? enforced(() => fieldArgument('max_length', '0')) : declared),
  type: ({ field }) => typeAnswer(field.type),
  minimum: (demand) => boundAnswer('minimum', demand),
  maximum: (demand) => boundAnswer('maximum', demand),
  'min-length': ({ length }) => enforced(() => [lengthPart('min', length)]),
  'max-length': ({ length }) => enforced(() => [lengthPart('max', length)]),
  pattern: ({ pattern }) => {
    const part = patternPart(pattern);
    return 'why' in part ? nothing(part.why) : enforced(({ preamble }) => [part.print(preamble)]);
  },
  values: ({ field, values }) => enforced(({ preamble }) => allowedValuesParts(field.type, values, preamble)),
  constant: ({ field, value }) =>
    enforced(({ preamble }) => {
      const supplied = field.cardinality === 'many' ? [] : fieldArgument('default', fieldValue(field.type, value, preamble));
      return [...allowedValuesParts(field.type, [value], preamble), ...supplied];
    }),
  irreflexive: ({ field }) => enforced(() => [{ as: 'check', lines: irreflexiveCheck(field) }]),
  'min-items': ({ length }) => enforced(() => fieldArgument('min_length', String(length))),
  'max-items': ({ length }) => enforced(() => fieldArgument('max_length', String(length))),
  contains: ({ field, values }) =>
    enforced(({ role, preamble }) => [{ as: 'check', lines: containsCheck(field, values, role, preamble) }]),
  choice: ({ choice }) => enforced(({ role, members }) => [{ as: 'check', lines: choiceCheck(choice, role, members) }]),
  total: ({ total }) => enforced(({ role, members }) => [{ as: 'check', lines: totalCheck(total, role, members) }]),
  comparison: ({ comparison }) =>
    enforced(({ role, members, preamble }) => [{ as: 'check', lines: comparisonCheck(comparison, role, preamble, members) }]),
  default: ({ field: { type }, value }) => {
    if (!isAllowed(type, value)) return nothing('the class allows other values only');
    return enforced(({ preamble }) => fieldArgument('default', fieldValue(type, value, preamble)));
  },
  generated: ({ field, value }) =>
    enforced(({ preamble }) => [{ as: 'field', argument: generatedDefault[value](preamble, field) }]),
  unique: uniquenessAnswer,
  key: uniquenessAnswer,
  disjoint: nothing(otherInstancesReason),
  'one-class': declared,
  deletion: nothing('the database applies the deletion rule'),
  inverse: inverseAnswer,
  deprecated: ({ field }) => ({
    achieves: 'approximated',
    how: field === undefined ? 'stated in the documentation' : 'Pydantic warns when the field is read',
  }),
};

function isAllowed(type: FieldType, value: string): boolean {
  if (type.kind === 'enumeration') return type.only?.some((v) => v.value === value) ?? true;
  return type.kind !== 'scalar' || (type.values?.includes(value) ?? true);
}

function typeAnswer(type: FieldType): Answer<'type', Site, Codes> {
  switch (type.kind) {
    case 'id':
    case 'enumeration':
      return declared;
    case 'scalar':
      return kindAnswer([type]);
    case 'union':
      return kindAnswer(type.union.members);
    case 'reference':
      return { achieves: 'approximated', how: 'any UUID is accepted; the existence of the instance is not checked' };
    default:
      return type satisfies never;
  }
}

/** Returns the answer for kinds of values: declared, except for differences of Python. */
function kindAnswer(types: readonly ScalarType[]): Answer<'type', Site, Codes> {
  const differs = types.map(({ scalar }) => pythonKinds[scalar].differs).find((difference) => difference !== undefined);
  return differs === undefined ? declared : { achieves: 'approximated', ...differs };
}

function boundAnswer(
  side: 'minimum' | 'maximum',
  { scalar, bound }: Demand<'minimum' | 'maximum'>,
): Answer<'minimum' | 'maximum', Site, Codes> {
  if (!isNarrower(side, scalar, bound)) return declared;
  const print = ({ preamble }: Site): Codes => [boundPart(side, scalar, bound, preamble)];
  if (!hasSubMicroseconds(bound)) return enforced(print);
  return { achieves: 'approximated', ...truncatedFractions, print };
}

/** Returns the annotation that allows only some values. */
function allowedValuesParts(type: FieldType, values: readonly string[], preamble: Preamble): readonly AnnotationPart[] {
  switch (type.kind) {
    case 'scalar':
      return [valuesPart(type.scalar, values, preamble)];
    case 'enumeration':
      return [membersPart(type, values, preamble)];
    case 'union':
      return values.flatMap((value) => {
        const member = memberOfUnion(type.union, value);
        return member === undefined ? [] : [valuesPart(member.scalar, [value], preamble)];
      });
    case 'id':
    case 'reference':
      return [
        oneOf(
          values.map((value) => fieldValue(type, value, preamble)),
          preamble,
        ),
      ];
    default:
      return type satisfies never;
  }
}

const generatedDefault: Readonly<Record<GeneratedValue, (preamble: Preamble, field: Field) => Argument>> = {
  uuid: (preamble) => ({ name: 'default_factory', value: preamble.importName('uuid', 'uuid4') }),
  now: (preamble, { managed }) => ({
    name: 'default_factory',
    value: preamble.importFromBase(managed === 'updated' ? 'updated_now' : 'utc_now'),
  }),
  zero: () => ({ name: 'default', value: '0' }),
};
