import { allChoices, type DomainClass } from '../../model/index.ts';
import { call } from './checks.ts';
import { type CallText, flatCall } from './layout.ts';

const known = new WeakMap<DomainClass, ReadonlyMap<string, CallText>>();

/** What is asked of an instance as a whole, as calls by their texts. Found once for a class and all its subclasses. */
function objectRules(cls: DomainClass): ReadonlyMap<string, CallText> {
  let rules = known.get(cls);
  if (rules === undefined) {
    rules = new Map(ruleCalls(cls).map((rule) => [flatCall(rule), rule]));
    known.set(cls, rules);
  }
  return rules;
}

function ruleCalls(cls: DomainClass): readonly CallText[] {
  return [
    ...(cls.closed ? ['check.closed'] : []),
    ...allChoices(cls).map(({ required, fields }) =>
      call(required ? 'exactlyOneOf' : 'atMostOneOf', ...fields.map(({ name }) => `'${name}'`)),
    ),
    ...cls.allFields.filter(({ irreflexive }) => irreflexive).map(({ name }) => call('notItself', `'${name}'`)),
  ];
}

/** The rules of a class: those of other classes, and others. */
export interface RuleList {
  readonly of: readonly DomainClass[];
  readonly others: readonly CallText[];
}

/**
 * The class whose list of rules a class has: itself, or the superclass that it adds nothing to. Undefined if
 * there are no rules.
 */
export function ruleOwner(cls: DomainClass): DomainClass | undefined {
  const rules = objectRules(cls);
  if (rules.size === 0) return undefined;
  const same = cls.parents.find((parent) => {
    const inherited = objectRules(parent);
    return inherited.size === rules.size && [...rules.keys()].every((text) => inherited.has(text));
  });
  return same === undefined ? cls : ruleOwner(same);
}

/** The rules of a class, with those of its parents wherever all of them hold of it, and none twice. */
export function ruleList(cls: DomainClass): RuleList {
  const rules = objectRules(cls);
  const left = new Map(rules);
  const of: DomainClass[] = [];
  for (const parent of cls.parents) {
    const inherited = [...objectRules(parent).keys()];
    const owner = ruleOwner(parent);
    if (owner === undefined || !inherited.every((text) => left.has(text))) continue;
    of.push(owner);
    for (const text of inherited) left.delete(text);
  }
  return { of, others: [...left.values()] };
}
