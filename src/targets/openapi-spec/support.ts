import type { Constraint, FieldType } from '../../model/index.ts';
import type { Support } from '../target.ts';
import { translatePattern, unenforced } from '../text/index.ts';
import { hasOneSpelling, isNumber, jsonNumber } from './values.ts';

const enforced: Support = { status: 'enforced' };

/** What the schemas of the document do about a constraint, where a validator of JSON Schema reads them. */
export function support(constraint: Constraint): Support {
  switch (constraint.kind) {
    case 'total':
      return { status: 'dropped', why: 'each of the fields is looked at by itself' };
    case 'one-class':
      return { status: 'dropped', why: 'an instance is read as one class, and identities of others are not seen' };
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
      return enforced;
    case 'inheritance':
      return constraint.parent.closed
        ? approximated('the fields of the superclass, which is closed, are repeated; no schema says that they are the same')
        : enforced;
    case 'type':
      return typeSupport(constraint.field.type);
    case 'pattern': {
      const translation = translatePattern(constraint.pattern, 'ecmascript');
      return translation.ok ? enforced : dropped(`no equal expression in JavaScript: ${translation.reason}`);
    }
    case 'minimum':
    case 'maximum':
      return boundSupport(constraint.kind, constraint.field.type);
    case 'values':
    case 'constant':
    case 'contains':
      return isTold(constraint.field.type) ? enforced : dropped('a value has several spellings, and JSON Schema compares texts');
    case 'default':
      return approximated('the keyword `default`, which servers are to follow');
    case 'generated':
      return { status: 'enforced' };
    case 'deletion':
      return { status: 'dropped', why: 'what is stored is deleted by the database' };
    case 'key':
    case 'unique':
      return dropped('uniqueness spans instances, which a schema cannot see; operations tell of a response 409');
    case 'irreflexive':
      return dropped('JSON Schema does not compare one value with another');
    case 'disjoint':
      return dropped('an instance is read as one class, and identities of others are not seen');
    case 'deprecated':
      return approximated('`deprecated`, which documentation and code generators show');
    default:
      return constraint satisfies never;
  }
}

const approximated = (how: string): Support => ({ status: 'approximated', how });
const dropped = (why: string): Support => ({ status: 'dropped', why });

function typeSupport(type: FieldType): Support {
  if (type.kind === 'reference') return approximated('the text is a UUID; whether an instance has it is not looked up');
  const members = type.kind === 'scalar' ? [type] : type.kind === 'union' ? type.union.members : [];
  return members.some(({ scalar }) => scalar === 'iri')
    ? approximated('the format `iri-reference`, which few validators know')
    : enforced;
}

/** Whether a schema can tell single values of a type from others. */
function isTold(type: FieldType): boolean {
  return hasOneSpelling(type) || (type.kind === 'scalar' && type.scalar === 'decimal');
}

function boundSupport(kind: 'minimum' | 'maximum', type: FieldType): Support {
  if (type.kind !== 'scalar') return enforced;
  if (!isNumber(type.scalar)) return dropped('it is a text in JSON, and JSON Schema compares numbers only');
  const bound = type[kind];
  return bound !== undefined && typeof jsonNumber(type.scalar, bound.value) === 'bigint'
    ? approximated('many readers of JSON round whole numbers beyond 2^53 before they can be compared')
    : enforced;
}

/** What the description of a class or field tells of it. Defaults are told by the keyword. */
export function unenforcedHere(constraints: readonly Constraint[] | undefined): string | undefined {
  return unenforced(
    constraints?.filter(({ kind }) => kind !== 'default'),
    support,
  );
}
