/** What no annotation can say: checks of single values, and of an instance as a whole. */

import type { Choice, DomainClass, Field, FieldType, Relation, Total } from '../../model/index.ts';
import { indent, type Lines } from '../text/index.ts';
import { call, type Expression, keyword, layOut } from './expressions.ts';
import { pythonKindOf } from './kinds.ts';
import { lineWidth } from './literals.ts';
import { attributeName } from './names.ts';
import type { Helper, Preamble } from './preamble.ts';
import { fieldValue } from './values.ts';

const tab = '    ';

/** A validator that stands in a class body; nothing if there is nothing to check. */
export function validator(name: string, checks: readonly Lines[], preamble: Preamble): Lines {
  if (checks.length === 0) return undefined;
  const self = preamble.from('typing', 'Self');
  return [
    `@${preamble.from('pydantic', 'model_validator')}(mode="after")`,
    layOut(`def ${name}`, { open: '(', items: ['self'], close: `) -> ${self}:` }, '', lineWidth - tab.length),
    indent([checks, 'return self'], tab),
  ];
}

/** The validator of what a class adds to its superclasses. It is named by the class: one of the same name would replace theirs. */
export function modelValidator(cls: DomainClass, checks: readonly Lines[], preamble: Preamble): Lines {
  return validator(`_check_rules_of_${cls.slug}`, checks, preamble);
}

/** The call of a helper of the base module, as a method does it. */
function check(helper: Helper, args: readonly Expression[], preamble: Preamble): readonly string[] {
  return layOut('', call(preamble.help(helper), 'self', ...args), '', lineWidth - 2 * tab.length);
}

const nameOf = ({ name }: Pick<Field, 'name'>): string => `"${attributeName(name)}"`;

/** Alternatives of which one has a value. */
export function choiceCheck({ fields, required }: Choice, preamble: Preamble): Lines {
  return check('check_choice', [...fields.map(nameOf), keyword('required', required ? 'True' : 'False')], preamble);
}

/** Fields whose values are counted together. */
export function totalCheck({ fields, minItems, maxItems }: Total, preamble: Preamble): Lines {
  const bounds = [
    ...(minItems === undefined ? [] : [keyword('least', String(minItems))]),
    ...(maxItems === undefined ? [] : [keyword('most', String(maxItems))]),
  ];
  return check('check_total', [...fields.map(nameOf), ...bounds], preamble);
}

/** Values that a list has; those that a superclass asks for, that looks for. */
export function containsCheck(field: Field, values: readonly string[], preamble: Preamble): Lines {
  const { type, refines } = field;
  const own = values.filter((value) => !refines?.contains?.includes(value));
  if (own.length === 0) return undefined;
  const key = keyOf(type, preamble);
  const wanted = own.map((value) => fieldValue(type, value, preamble));
  return check('check_contains', [nameOf(field), ...wanted, ...(key ? [keyword('by', key)] : [])], preamble);
}

/** How an instance agrees with objects that stand in it. */
export function relationCheck({ name, field, holder }: Relation, preamble: Preamble): Lines {
  const helper = holder === 'source' ? 'check_refers_to' : 'check_referred_to_by';
  return check(helper, [nameOf(field), nameOf({ name })], preamble);
}

/** The function that makes of a value what tells it from others, if it is not the value itself. */
function keyOf(type: FieldType, preamble: Preamble): string | undefined {
  if (type.kind !== 'scalar') return undefined;
  const { equality, key } = pythonKindOf(type.scalar);
  return equality === 'literal' ? undefined : key?.(preamble);
}

/** References that are never to the instance itself; those of a superclass, that looks at. */
export function irreflexiveCheck(field: Field, preamble: Preamble): Lines {
  return field.refines?.irreflexive ? undefined : check('check_irreflexive', [nameOf(field)], preamble);
}
