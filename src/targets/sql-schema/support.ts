import type { Constraint, Field, ScalarKind } from '../../model/index.ts';
import type { Support } from '../target.ts';
import { translatePattern } from '../text/index.ts';
import { isOwn, meetingOf } from './queries.ts';

const enforced: Support = { status: 'enforced' };

/** Whether the schema refuses rows that break a constraint. */
export function support(constraint: Constraint): Support {
  switch (constraint.kind) {
    case 'total':
      return { status: 'dropped', why: 'each of the fields is looked at by itself' };
    case 'one-class':
      return { status: 'dropped', why: 'rows of several subclasses may share an id' };
    case 'inheritance':
    case 'inverse':
    case 'closed':
    case 'choice':
    case 'member':
    case 'required':
    case 'single':
    case 'min-items':
    case 'max-items':
    case 'absent':
    case 'values':
    case 'min-length':
    case 'max-length':
    case 'minimum':
    case 'maximum':
    case 'irreflexive':
      return enforced;
    case 'deprecated':
      return { status: 'approximated', how: 'a comment says so' };
    case 'type':
      return typeSupport(constraint.field);
    case 'pattern': {
      const translation = translatePattern(constraint.pattern, 'postgresql');
      return translation.ok ? enforced : { status: 'dropped', why: translation.reason };
    }
    case 'unique':
      return uniqueSupport(constraint.field);
    case 'default':
    case 'constant':
    case 'contains':
      return valueSupport(constraint.kind, constraint.field);
    case 'deletion':
    case 'generated':
      return enforced;
    case 'key':
      return isOwn(constraint.class, constraint.key)
        ? enforced
        : { status: 'dropped', why: 'a unique constraint cannot span the tables of a class and its superclasses' };
    case 'disjoint': {
      const meeting = meetingOf(constraint.class, constraint.other);
      switch (meeting.kind) {
        case 'superclass':
          return enforced;
        case 'subclass':
          return { status: 'dropped', why: `${meeting.class.name} belongs to both` };
        case 'nowhere':
          return { status: 'approximated', how: 'each is a table with identities of its own' };
        default:
          return meeting satisfies never;
      }
    }
    default:
      return constraint satisfies never;
  }
}

/** Kinds of which a union checks the form alone, because it holds them as texts. */
const CALENDAR: ReadonlySet<ScalarKind> = new Set(['dateTime', 'date']);

function typeSupport({ type }: Field): Support {
  switch (type.kind) {
    case 'scalar':
      return type.scalar === 'iri' ? { status: 'approximated', how: 'an IRI is text of any form' } : enforced;
    case 'union': {
      const kinds = type.union.members.map(({ scalar }) => scalar);
      if (kinds.includes('iri')) return { status: 'approximated', how: 'an IRI is text of any form' };
      return kinds.some((kind) => CALENDAR.has(kind))
        ? { status: 'approximated', how: 'the form of a date is checked, and not the calendar' }
        : enforced;
    }
    case 'id':
    case 'enumeration':
    case 'reference':
      return enforced;
    default:
      return type satisfies never;
  }
}

function uniqueSupport({ type, cardinality, refines }: Field): Support {
  if (cardinality === 'many' && type.kind !== 'reference') {
    return { status: 'dropped', why: 'a unique index compares lists as a whole, not their values' };
  }
  return refines && !refines.unique ? { status: 'dropped', why: 'an index of the superclass would bind all its rows' } : enforced;
}

function valueSupport(kind: 'default' | 'constant' | 'contains', { type, refines, ...field }: Field): Support {
  if (type.kind === 'id' || type.kind === 'reference') {
    return { status: 'dropped', why: 'the rows that a schema refers to do not exist yet' };
  }
  return kind === 'default' && refines && field.default !== refines.default
    ? { status: 'dropped', why: 'the column belongs to the superclass, whose rows have another default or none' }
    : enforced;
}
