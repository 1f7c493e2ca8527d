import {
  allChoices,
  allTotals,
  type Demand,
  type DomainClass,
  demandsOfField,
  demandsOn,
  type Field,
  variantOf,
} from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { anywhere, type Code, codeOf, type Site } from './answers.ts';
import { call } from './checks.ts';
import { type CallText, type Condition, flatCondition } from './layout.ts';
import { ask, fieldOfIt } from './tests.ts';

type Rules = ReadonlyMap<string, readonly Demand[]>;

/** The rules of a class, and whose list of them it has, once that was asked for. */
interface Known {
  readonly rules: Rules;
  owner?: DomainClass;
}

const none: Known = { rules: new Map() };

/** Whether a class or one that it inherits from has fields that are counted together. */
function countsTogether(cls: DomainClass): boolean {
  return haveCounts(cls) || cls.ancestors.some(haveCounts);
}

const haveCounts = ({ choices, totals }: DomainClass): boolean => choices.length + totals.length > 0;

/** The rules of a class: those of other classes, and others. */
export interface RuleList {
  readonly of: readonly DomainClass[];
  readonly others: Code;
}

/** What is asked of instances as a whole, in lists that subclasses share. Closedness is not inherited and stands elsewhere. */
class ObjectRules {
  readonly #known = new WeakMap<DomainClass, Known>();
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /** What is asked, by the text of its checks. Found once for a class and all its subclasses. */
  #of(cls: DomainClass): Rules {
    return this.#knownOf(cls).rules;
  }

  #knownOf(cls: DomainClass): Known {
    let known = this.#known.get(cls);
    if (known === undefined) {
      if (!this.#mayHave(cls)) return none;
      known = { rules: byText([...demandsOn(cls).object.filter(({ kind }) => kind !== 'closed'), ...this.#ofFields(cls)]) };
      this.#known.set(cls, known);
    }
    return known;
  }

  /** Whether anything may be asked. Of most classes there is not, and of these nothing is kept. */
  #mayHave(cls: DomainClass): boolean {
    if (countsTogether(cls)) return true;
    return this.#site.as === 'check' && cls.allFields.some(({ irreflexive }) => irreflexive);
  }

  /** Of few fields anything is told of the object; what decides looks at each field by itself. */
  #ofFields(cls: DomainClass): readonly Demand[] {
    if (this.#site.as === 'test') return [];
    const fields = cls.allFields.filter(({ irreflexive }) => irreflexive).map((field) => demandsOfField(cls, field));
    return fields.flatMap(({ each }) => each.filter(({ kind }) => kind === 'irreflexive'));
  }

  /**
   * The class whose list of rules a class has: itself, or the superclass that it adds nothing to. Undefined if there are no
   * rules.
   */
  owner(cls: DomainClass): DomainClass | undefined {
    const known = this.#knownOf(cls);
    const { rules } = known;
    if (rules.size === 0) return undefined;
    if (known.owner === undefined) {
      const same = cls.parents.find((parent) => {
        const inherited = this.#of(parent);
        return inherited.size === rules.size && [...rules.keys()].every((text) => inherited.has(text));
      });
      known.owner = (same && this.owner(same)) ?? cls;
    }
    return known.owner;
  }

  /**
   * The rules of a class, with those of its parents wherever all of them hold of it, and none twice. All that it demands
   * stands then in one of these lists.
   */
  list(cls: DomainClass, ledger: Ledger<Site, Code>): RuleList {
    const of = this.inherited(cls);
    const inherited = new Set(of.flatMap((owner) => [...this.#of(owner).keys()]));
    const others: Code[] = [];
    for (const [text, demands] of this.#of(cls)) {
      const [code = []] = ledger.printAll(demands, this.#site);
      if (!inherited.has(text)) others.push(code);
    }
    return { of, others: others.flat() };
  }

  /** The classes whose lists of rules that of a class begins with. */
  inherited(cls: DomainClass): readonly DomainClass[] {
    const left = new Set(this.#of(cls).keys());
    const of: DomainClass[] = [];
    for (const parent of cls.parents) {
      const inherited = [...this.#of(parent).keys()];
      const owner = this.owner(parent);
      if (owner === undefined || !inherited.every((text) => left.has(text))) continue;
      of.push(owner);
      for (const text of inherited) left.delete(text);
    }
    return of;
  }
}

/** What tells which rules an object breaks. */
export const checkedRules = new ObjectRules(anywhere);

/** What decides whether it keeps to all of them. */
export const testedRules = new ObjectRules({ as: 'test', value: 'it', hoist: anywhere.hoist });

/**
 * What a change must not give too much of: whether what it leaves out is enough is for those to say who know the rest. What
 * a change cannot give is not counted, and alternatives of which one is left exclude nothing.
 */
export function mostInChange(cls: DomainClass): readonly { readonly check: CallText; readonly test: Condition }[] {
  if (!countsTogether(cls)) return [];
  const members = new Set(variantOf(cls, 'update').members.map(({ field }) => field.name));
  const given = (fields: readonly Field[]) => fields.filter(({ name }) => members.has(name));
  const test = (most: number, fields: readonly Field[]) => ask('counted', '0', String(most), ...fields.map(fieldOfIt));
  const names = (fields: readonly Field[]) => fields.map(({ name }) => `'${name}'`);
  const choices = allChoices(cls).map(({ fields }) => given(fields));
  const totals = allTotals(cls).map(({ fields, maxItems }) => ({ fields: given(fields), most: maxItems }));
  return [
    ...choices.flatMap((fields) =>
      fields.length < 2 ? [] : [{ check: call('atMostOneOf', ...names(fields)), test: test(1, fields) }],
    ),
    ...totals.flatMap(({ fields, most }) =>
      most === undefined || fields.length === 0
        ? []
        : [{ check: call('atMostInAll', String(most), ...names(fields)), test: test(most, fields) }],
    ),
  ];
}

/** Two demands may come to the same, such as what a class says again of what it inherits. */
function byText(demands: readonly Demand[]): Rules {
  const found = new Map<string, Demand[]>();
  for (const demand of demands) {
    const code = codeOf(demand);
    if (code === undefined) continue;
    const text = code.map(flatCondition).join();
    const same = found.get(text);
    if (same) same.push(demand);
    else found.set(text, [demand]);
  }
  return found;
}
