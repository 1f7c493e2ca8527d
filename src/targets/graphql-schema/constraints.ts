/** What the schema says of values beyond their types, and what becomes of it. */

import { type Constraint, type Field, isReference, type ScalarKind, type ScalarType } from '../../model/index.ts';
import type { Support } from '../target.ts';
import { translatePattern } from '../text/index.ts';
import { SCALAR_TYPES } from './scalars.ts';

/** The name of the directive; it is that of the package `graphql-constraint-directive`, which servers can check it with. */
export const DIRECTIVE = 'constraint';

export const DIRECTIVE_DOC =
  'What values keep to beyond their type; a server has to check it. Patterns are those of ECMAScript with the flag `u`, and are searched for anywhere in the text.';

/** The arguments that the directive can have, in the order in which they are written. */
const ARGUMENTS = {
  minLength: 'Int',
  maxLength: 'Int',
  pattern: 'String',
  min: 'Float',
  max: 'Float',
  exclusiveMin: 'Float',
  exclusiveMax: 'Float',
  minItems: 'Int',
  maxItems: 'Int',
} as const;

type Argument = keyof typeof ARGUMENTS;

export const directiveArguments: readonly string[] = Object.entries(ARGUMENTS).map(([name, type]) => `${name}: ${type}`);

export function isNumeral(kind: ScalarKind): boolean {
  return /^(u?int|float)\d+$/.test(kind) || kind === 'decimal';
}

/** Whether values are numbers in JSON. */
function isNumber(type: ScalarType): boolean {
  return isNumeral(type.scalar) && type.scalar !== 'decimal';
}

/** The directive of an input field; undefined if nothing is to be said. */
export function constraintOf(field: Field): string | undefined {
  const args = argumentsOf(field).map(([name, value]) => `${name}: ${value}`);
  return args.length === 0 ? undefined : `@${DIRECTIVE}(${args.join(', ')})`;
}

function argumentsOf({ type, minItems, maxItems }: Field): [Argument, string][] {
  const found: [Argument, string][] = [];
  if (type.kind === 'scalar') {
    const { minLength, maxLength, patterns = [], minimum, maximum } = type;
    if (minLength !== undefined) found.push(['minLength', String(minLength)]);
    if (maxLength !== undefined) found.push(['maxLength', String(maxLength)]);
    // The directive has room for one.
    const [pattern] = patterns;
    const translated = pattern && translatePattern(pattern, 'ecmascript');
    if (translated?.ok) found.push(['pattern', JSON.stringify(translated.source)]);
    if (isNumber(type)) {
      if (minimum) found.push([minimum.inclusive ? 'min' : 'exclusiveMin', minimum.value]);
      if (maximum) found.push([maximum.inclusive ? 'max' : 'exclusiveMax', maximum.value]);
    }
  }
  if (minItems) found.push(['minItems', String(minItems)]);
  if (maxItems !== undefined) found.push(['maxItems', String(maxItems)]);
  return found;
}

const enforced: Support = { status: 'enforced' };
const bySaying: Support = { status: 'approximated', how: `stated by @${DIRECTIVE}, which a server has to check` };
const dropped = (why: string): Support => ({ status: 'dropped', why });

/** What a GraphQL server refuses by the schema alone, what it has to be taught, and what the language cannot say. */
export function support(constraint: Constraint): Support {
  switch (constraint.kind) {
    case 'total':
      return { status: 'dropped', why: 'each of the fields is looked at by itself' };
    case 'one-class':
      return { status: 'dropped', why: 'an instance is read as one class, and identities of others are not seen' };
    case 'inheritance':
    case 'member':
    case 'single':
    case 'required':
    case 'absent':
    case 'closed':
    case 'default':
    case 'inverse':
      return enforced;
    case 'deprecated':
      return { status: 'approximated', how: '@deprecated, which tools point out' };
    case 'type':
      return typeSupport(constraint.field);
    case 'disjoint':
      return dropped('an instance is of one type, and the ids of other types are not seen');
    case 'generated':
      return { status: 'enforced' };
    case 'deletion':
      return { status: 'dropped', why: 'what is stored is deleted by the database' };
    case 'key':
    case 'unique':
      return dropped('uniqueness spans instances, which a type cannot see');
    case 'choice':
      return constraint.choice.fields.every(isReference)
        ? { status: 'approximated', how: 'a union type when read; inputs take several alternatives' }
        : dropped('an input type cannot make its fields exclude each other');
    case 'min-items':
    case 'max-items':
    case 'min-length':
    case 'max-length':
      return bySaying;
    case 'minimum':
    case 'maximum': {
      const { type } = constraint.field;
      return type.kind === 'scalar' && isNumber(type) ? bySaying : dropped('the directive bounds numbers only');
    }
    case 'pattern': {
      const { type } = constraint.field;
      const [first] = type.kind === 'scalar' ? (type.patterns ?? []) : [];
      if (first?.source !== constraint.pattern.source || first.flags !== constraint.pattern.flags) {
        return dropped('the directive takes one pattern');
      }
      const translated = translatePattern(constraint.pattern, 'ecmascript');
      return translated.ok ? bySaying : dropped(translated.reason);
    }
    case 'values':
      return dropped('an enumeration cannot be narrowed, and holds only names');
    case 'constant':
      return { status: 'approximated', how: 'it is the default; another value is taken, too' };
    case 'contains':
      return dropped('the elements of a list are not looked at together');
    case 'irreflexive':
      return dropped('two values of an instance are not compared');
    default:
      return constraint satisfies never;
  }
}

/** Whether the directive says a constraint. */
export function isSaid(constraint: Constraint): boolean {
  return support(constraint) === bySaying;
}

const CHECKED_BY_GRAPHQL: ReadonlySet<string> = new Set(['Int', 'Float', 'String', 'Boolean']);

function typeSupport({ type }: Field): Support {
  switch (type.kind) {
    case 'id':
    case 'enumeration':
      return enforced;
    case 'reference':
      return { status: 'approximated', how: 'an ID, which a server has to look up' };
    case 'union':
      return { status: 'approximated', how: 'a scalar of its own, which a server has to read' };
    case 'scalar': {
      const name = SCALAR_TYPES[type.scalar];
      if (!CHECKED_BY_GRAPHQL.has(name)) return { status: 'approximated', how: `the scalar ${name}, which a server has to read` };
      const isExact = ['string', 'boolean', 'int32', 'float64', 'float32'].includes(type.scalar);
      return isExact ? enforced : { status: 'approximated', how: `${name}, which takes more` };
    }
    default:
      return type satisfies never;
  }
}
