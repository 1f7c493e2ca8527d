import type { Constraint, Field } from '../../model/index.ts';
import type { Support } from '../target.ts';
import { translatePattern } from '../text/index.ts';

const enforced: Support = { status: 'enforced' };
const acrossInstances: Support = { status: 'dropped', why: 'uniqueness spans instances, which a type cannot see' };
const rounded: Support = {
  status: 'approximated',
  how: 'JavaScript rounds whole numbers beyond 2^53 before they can be compared',
};

/** What the types, the factory and the validator of a class do about a constraint. */
export function support(constraint: Constraint): Support {
  switch (constraint.kind) {
    case 'total':
      return { status: 'dropped', why: 'each of the fields is looked at by itself' };
    case 'one-class':
      return { status: 'dropped', why: 'an instance is read as one class, and identities of others are not seen' };
    case 'inheritance':
    case 'choice':
    case 'closed':
    case 'inverse':
    case 'member':
    case 'required':
    case 'single':
    case 'min-items':
    case 'max-items':
    case 'absent':
    case 'min-length':
    case 'max-length':
    case 'default':
    case 'irreflexive':
      return enforced;
    case 'type':
      return typeSupport(constraint.field);
    case 'pattern': {
      const translation = translatePattern(constraint.pattern, 'ecmascript');
      return translation.ok ? enforced : { status: 'dropped', why: `no equal expression in JavaScript: ${translation.reason}` };
    }
    case 'minimum':
    case 'maximum':
    case 'values':
    case 'constant':
    case 'contains':
      return isRounded(constraint.field) ? rounded : enforced;
    case 'generated':
      return { status: 'enforced' };
    case 'deletion':
      return { status: 'dropped', why: 'what is stored is deleted by the database' };
    case 'key':
    case 'unique':
      return acrossInstances;
    case 'disjoint':
      return { status: 'dropped', why: 'an instance is read as one class, and identities of others are not seen' };
    case 'deprecated':
      return { status: 'approximated', how: '@deprecated, which editors and linters point out' };
    default:
      return constraint satisfies never;
  }
}

function typeSupport({ type }: Field): Support {
  if (type.kind !== 'reference') return enforced;
  const how = 'the text is a UUID; whether an instance has it is not looked up';
  return { status: 'approximated', how };
}

/** Whether a field's values or limits are numbers that JavaScript does not hold exactly. */
function isRounded({ type, constant, contains = [] }: Field): boolean {
  if (type.kind !== 'scalar' || (type.scalar !== 'int64' && type.scalar !== 'uint64')) return false;
  const { minimum, maximum, values = [] } = type;
  const numerals = [minimum?.value, maximum?.value, constant, ...contains, ...values];
  return numerals.some((numeral) => numeral !== undefined && !Number.isSafeInteger(Number(numeral)));
}
