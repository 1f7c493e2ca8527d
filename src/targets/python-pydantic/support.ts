import type { Constraint, Field } from '../../model/index.ts';
import type { Support } from '../target.ts';
import { translatePattern } from '../text/index.ts';
import { isHeld } from './values.ts';

const enforced: Support = { status: 'enforced' };
const acrossInstances: Support = { status: 'dropped', why: 'uniqueness spans instances, which a model cannot see' };
const outOfCalendar: Support = { status: 'dropped', why: "Python's calendar begins with the year 1" };

/** What the models do about a constraint when they read an instance. */
export function support(constraint: Constraint): Support {
  switch (constraint.kind) {
    case 'total':
      return { status: 'dropped', why: 'each of the fields is looked at by itself' };
    case 'one-class':
      return { status: 'dropped', why: 'an instance is read as one class, and identities of others are not seen' };
    case 'inheritance':
    case 'choice':
    case 'closed':
    case 'member':
    case 'required':
    case 'single':
    case 'min-items':
    case 'max-items':
    case 'absent':
    case 'min-length':
    case 'max-length':
    case 'minimum':
    case 'maximum':
    case 'values':
    case 'irreflexive':
      return enforced;
    case 'default':
    case 'constant':
    case 'contains':
      return valueSupport(constraint.field);
    case 'type':
      return typeSupport(constraint.field);
    case 'pattern': {
      const rust = translatePattern(constraint.pattern, 'rust');
      if (rust.ok || translatePattern(constraint.pattern, 'python').ok) return enforced;
      return { status: 'dropped', why: `no equal expression for Pydantic: ${rust.reason}` };
    }
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
      return constraint.field === undefined
        ? { status: 'approximated', how: 'the documentation says so' }
        : { status: 'approximated', how: 'Pydantic warns whoever reads it' };
    case 'inverse':
      return { status: 'approximated', how: 'one end stores it; that related objects agree with it is not checked' };
    default:
      return constraint satisfies never;
  }
}

function valueSupport({ type, default: absent, constant, contains = [] }: Field): Support {
  if (type.kind !== 'scalar') return enforced;
  const values = [absent, constant, ...contains].filter((value) => value !== undefined);
  return values.every((value) => isHeld(type.scalar, value)) ? enforced : outOfCalendar;
}

function typeSupport({ type }: Field): Support {
  const anyText: Support = { status: 'approximated', how: 'an IRI is text of any form' };
  switch (type.kind) {
    case 'id':
    case 'enumeration':
      return enforced;
    case 'scalar':
      return type.scalar === 'iri' ? anyText : enforced;
    case 'union':
      return type.union.members.some(({ scalar }) => scalar === 'iri') ? anyText : enforced;
    case 'reference':
      return { status: 'approximated', how: 'it is a UUID; whether an instance has it is not looked up' };
    default:
      return type satisfies never;
  }
}
