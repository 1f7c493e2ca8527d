import type { Constraint, FieldType } from '../../model/index.ts';
import type { Support } from '../target.ts';
import { translatePattern } from '../text/index.ts';
import { valueDemands } from './demands.ts';
import { isTextual, unionVariants } from './types.ts';

const enforced: Support = { status: 'enforced' };

/** What the structs and their `validate` do about a constraint. */
export function support(constraint: Constraint): Support {
  switch (constraint.kind) {
    case 'total':
      return { status: 'dropped', why: 'each of the fields is looked at by itself' };
    case 'one-class':
      return { status: 'dropped', why: 'an instance is read as one class, and identities of others are not seen' };
    case 'inheritance':
      return { status: 'approximated', how: 'the struct holds the inherited fields; Rust has no subtypes' };
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
    case 'default':
    case 'constant':
    case 'contains':
    case 'irreflexive':
      return enforced;
    case 'disjoint':
      return { status: 'dropped', why: 'an instance is read as one class, and identities of others are not seen' };
    case 'generated':
      return { status: 'enforced' };
    case 'deletion':
      return { status: 'dropped', why: 'what is stored is deleted by the database' };
    case 'key':
    case 'unique':
      return { status: 'dropped', why: 'uniqueness spans instances, which a type cannot see' };
    case 'deprecated':
      return { status: 'approximated', how: 'the documentation says so; the compiler does not warn' };
    case 'inverse':
      return { status: 'approximated', how: 'one end stores it; that related objects agree with it is not checked' };
    case 'pattern': {
      const translation = translatePattern(constraint.pattern, 'rust');
      return translation.ok ? enforced : { status: 'dropped', why: translation.reason };
    }
    case 'type':
      return typeSupport(constraint.field.type);
    default:
      return constraint satisfies never;
  }
}

function typeSupport(type: FieldType): Support {
  switch (type.kind) {
    case 'id':
    case 'enumeration':
      return enforced;
    case 'reference':
      return { status: 'approximated', how: 'it is a UUID; whose it is cannot be seen from one instance' };
    case 'scalar':
      if (type.scalar === 'float32') return { status: 'approximated', how: 'a number beyond its range is read as infinite' };
      if (type.scalar === 'string' || !isTextual(type.scalar)) return enforced;
      return { status: 'approximated', how: 'it is a text, whose form is not checked' };
    case 'union': {
      const texts = unionVariants(type.union).find(({ name }) => name === 'Text')?.members ?? [];
      // No two members are of one kind. What a string demands is checked where it does not share its variant.
      const string = texts.find(({ scalar }) => scalar === 'string');
      const isChecked = string !== undefined && (texts.length === 1 || valueDemands(string).length === 0);
      if (texts.length === 0 || isChecked) return enforced;
      return { status: 'approximated', how: 'any text is taken for a member whose form is not checked' };
    }
    default:
      return type satisfies never;
  }
}
