/** What is left to ask of a member that a superclass has, too, whose conditions are asked before. */

import { type Demand, type DomainClass, demandsOfField, type Field, type Member } from '../../model/index.ts';
import { codeOf } from './answers.ts';
import { type CallText, type Condition, either, flatCall, shortCall } from './layout.ts';
import { ask, fieldOfIt } from './tests.ts';
import { allowOtherValues } from './types.ts';
import type { Inherited } from './variants.ts';

/** The condition on a member, which may be absent or null. */
export function present(member: Member, value: Condition): Condition {
  const given = whenNone[leeway(member)](fieldOfIt(member.field));
  return given === undefined ? value : either(given, value);
}

/** What may stand in place of a value: nothing, no member at all, or null, too. */
type Leeway = 'value' | 'undefined' | 'none';

function leeway({ field, absent, null: nil }: Member): Leeway {
  if (field.absent || absent === 'refused') return 'value';
  return nil === 'none' ? 'none' : 'undefined';
}

const whenNone = {
  value: () => undefined,
  undefined: (it: string) => `${it} === undefined`,
  none: (it: string) => shortCall('is.none', it),
} satisfies Record<Leeway, (it: string) => CallText | undefined>;

/** What tells a value, or what a member may be, from more that it may be in a superclass. */
const narrowed = {
  value: { value: undefined, undefined: (it) => `${it} !== undefined`, none: (it) => `!is.none(${it})` },
  undefined: { value: undefined, undefined: undefined, none: (it) => `${it} !== null` },
  none: { value: undefined, undefined: undefined, none: undefined },
} satisfies Record<Leeway, Record<Leeway, ((it: string) => string) | undefined>>;

/**
 * The conditions that a class adds to those that a superclass has for a member; undefined if its values are asked otherwise
 * there, so that nothing is known of them.
 */
export function refinement(cls: DomainClass, member: Member, inherited: Inherited): readonly Condition[] | undefined {
  const { field } = member;
  const other = inherited.member.field;
  if (allowOtherValues(field, other)) return undefined;
  const [asked, before] = [demandsOfField(cls, field), demandsOfField(inherited.parent, other)];
  if (field.absent || other.absent || (field.cardinality === 'many') !== (other.cardinality === 'many')) return undefined;
  if (textOf(asked.each) !== textOf(before.each) || asked.whole.some(({ kind }) => kind === 'contains')) return undefined;
  const it = fieldOfIt(field);
  const narrow = narrowed[leeway(member)][leeway(inherited.member)]?.(it);
  const bounds = boundsOf(field, asked.whole);
  return [
    ...(narrow === undefined ? [] : [narrow]),
    ...(bounds === undefined || textOf(asked.whole) === textOf(before.whole) ? [] : [present(member, bounds)]),
  ];
}

/** The condition on the length of a list, of which is known that it is one. */
function boundsOf(field: Field, whole: readonly Demand[]): Condition | undefined {
  const length = (wanted: 'min-items' | 'max-items') => {
    const demand = whole.find(({ kind }) => kind === wanted);
    return demand && 'length' in demand ? String(demand.length) : undefined;
  };
  const [least, most] = [length('min-items'), length('max-items')];
  if (least === undefined && most === undefined) return undefined;
  return ask('counted', least ?? '0', most ?? 'Number.POSITIVE_INFINITY', fieldOfIt(field));
}

/** What demands become, for comparing. That a value refers to another object stands apart. */
function textOf(demands: readonly Demand[]): string {
  const calls = demands.filter(({ kind }) => kind !== 'irreflexive').flatMap((demand) => (codeOf(demand) ?? []) as CallText[]);
  return calls.map(flatCall).join();
}
