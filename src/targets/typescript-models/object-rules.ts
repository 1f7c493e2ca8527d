import { type Demand, type DomainClass, demandsOfField, demandsOn } from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { type Code, codeOf, type Site } from './answers.ts';
import { type CallText, flatCall } from './layout.ts';

type Rules = ReadonlyMap<string, readonly Demand[]>;

const known = new WeakMap<DomainClass, Rules>();

/** What is asked of an instance as a whole, by the text of its checks. Found once for a class and all its subclasses. */
function objectRules(cls: DomainClass): Rules {
  let rules = known.get(cls);
  if (rules === undefined) {
    // Of few fields anything is asked of the object.
    const fields = cls.allFields.filter(({ irreflexive }) => irreflexive).map((field) => demandsOfField(cls, field));
    const ofFields = fields.flatMap(({ each }) => each.filter(({ kind }) => kind === 'irreflexive'));
    rules = byText([...demandsOn(cls).object, ...ofFields]);
    known.set(cls, rules);
  }
  return rules;
}

/** Two demands may come to the same, such as what a class says again of what it inherits. */
function byText(demands: readonly Demand[]): Rules {
  const found = new Map<string, Demand[]>();
  for (const demand of demands) {
    const code = codeOf(demand);
    if (code === undefined) continue;
    const text = code.map(flatCall).join();
    const same = found.get(text);
    if (same) same.push(demand);
    else found.set(text, [demand]);
  }
  return found;
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

/**
 * The rules of a class, with those of its parents wherever all of them hold of it, and none twice. All that it demands
 * stands then in one of these lists.
 */
export function ruleList(cls: DomainClass, ledger: Ledger<Site, Code>): RuleList {
  const rules = objectRules(cls);
  const of = inheritedLists(cls);
  const inherited = new Set(of.flatMap((owner) => [...objectRules(owner).keys()]));
  const others: CallText[] = [];
  for (const [text, demands] of rules) {
    const [code = []] = ledger.printAll(demands, undefined);
    if (!inherited.has(text)) others.push(...code);
  }
  return { of, others };
}

/** The classes whose lists of rules that of a class begins with. */
export function inheritedLists(cls: DomainClass): readonly DomainClass[] {
  const rules = objectRules(cls);
  const left = new Set(rules.keys());
  const of: DomainClass[] = [];
  for (const parent of cls.parents) {
    const inherited = [...objectRules(parent).keys()];
    const owner = ruleOwner(parent);
    if (owner === undefined || !inherited.every((text) => left.has(text))) continue;
    of.push(owner);
    for (const text of inherited) left.delete(text);
  }
  return of;
}
