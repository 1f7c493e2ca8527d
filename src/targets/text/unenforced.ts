import type { Constraint, FieldType } from '../../model/index.ts';
import type { Support } from '../target.ts';

/**
 * The sentence by which a generated file owns up to what it does not hold its users to: `Not enforced here: values are
 * unique.` Undefined if there is nothing of the kind.
 *
 * What is enforced in part counts, and is marked as such. The fields, types and relations that an element has are no
 * demands on its values, and its deprecation is shown by other means: of them nothing is said.
 *
 * @param constraints those of one class or field, as `constraintsByElement` gives them
 */
export function unenforced(
  constraints: readonly Constraint[] | undefined,
  support: (constraint: Constraint) => Support,
): string | undefined {
  const phrases = new Set<string>();
  for (const constraint of constraints ?? []) {
    const phrase = inWords(constraint);
    if (phrase === undefined) continue;
    const { status } = support(constraint);
    if (status !== 'enforced') phrases.add(status === 'approximated' ? `${phrase} (in part)` : phrase);
  }
  return phrases.size === 0 ? undefined : `Not enforced here: ${[...phrases].join('; ')}.`;
}

/** What a constraint demands, on one line; undefined for those that nothing is said of. */
function inWords(constraint: Constraint): string | undefined {
  switch (constraint.kind) {
    case 'inheritance':
    case 'deprecated':
    case 'inverse':
    case 'member':
    case 'type':
    case 'single':
    case 'deletion':
    case 'generated':
      return undefined;
    case 'disjoint':
      return `no instance is a ${constraint.other.name} as well`;
    case 'key':
      return `no two instances have the same ${names(constraint.key.fields)}`;
    case 'choice': {
      const { required, fields } = constraint.choice;
      return `${required ? 'exactly' : 'at most'} one of ${names(fields)} has a value`;
    }
    case 'total': {
      const { minItems, maxItems, fields } = constraint.total;
      const bounds = [minItems && `at least ${minItems}`, maxItems !== undefined && `at most ${maxItems}`].filter(Boolean);
      return `${bounds.join(' and ')} of ${names(fields)} in all`;
    }
    case 'one-class':
      return `no instance belongs to two subclasses, unless one is a subclass of the other`;
    case 'closed':
      return 'there are no other fields';
    case 'pattern': {
      const { source, flags } = constraint.pattern;
      return `matches /${onOneLine(source)}/${flags}`;
    }
    case 'required':
      return 'has a value';
    case 'absent':
      return 'has no value';
    case 'min-items':
      return `at least ${counted(constraint.field.minItems, 'value')}`;
    case 'max-items':
      return `at most ${counted(constraint.field.maxItems, 'value')}`;
    case 'unique':
      return 'values are unique';
    case 'irreflexive':
      return 'never refers to the instance itself';
    case 'default':
      return `${shown(constraint.field.default)} by default`;
    case 'constant':
      return `always ${shown(constraint.field.constant)}`;
    case 'contains':
      return `${(constraint.field.contains ?? []).map(shown).join(', ')} among the values`;
    case 'values':
    case 'min-length':
    case 'max-length':
    case 'minimum':
    case 'maximum':
      return facetInWords(constraint.kind, constraint.field.type);
    default:
      return constraint satisfies never;
  }
}

function facetInWords(kind: 'values' | 'min-length' | 'max-length' | 'minimum' | 'maximum', type: FieldType): string | undefined {
  if (type.kind === 'enumeration') return `one of ${(type.only ?? []).map(({ value }) => shown(value)).join(', ')}`;
  if (type.kind !== 'scalar') return undefined;
  switch (kind) {
    case 'values':
      return `one of ${(type.values ?? []).map(shown).join(', ')}`;
    case 'min-length':
      return `at least ${counted(type.minLength, 'character')}`;
    case 'max-length':
      return `at most ${counted(type.maxLength, 'character')}`;
    case 'minimum':
      return `${type.minimum?.inclusive === false ? 'more than' : 'at least'} ${shown(type.minimum?.value)}`;
    case 'maximum':
      return `${type.maximum?.inclusive === false ? 'less than' : 'at most'} ${shown(type.maximum?.value)}`;
    default:
      return kind satisfies never;
  }
}

const names = (fields: readonly { readonly name: string }[]): string => {
  const all = fields.map(({ name }) => name);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
};

const counted = (count = 0, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const onOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** A value; texts that are more than a word are quoted. */
const shown = (value = ''): string => (/^[\p{L}\p{N}_.:+-]+$/u.test(value) ? value : `"${onOneLine(value)}"`);
