/**
 * What a target does about each kind of demand, and the code by which it does: one and the same function says both, so
 * that no report can claim what is not printed.
 */

import type { Demand, DemandKind, DomainClass, DomainModel, Field } from '../../model/index.ts';
import { demandsOn } from '../../model/index.ts';
import type { Difference, Support } from '../target.ts';

/**
 * Kinds that a declaration may see to by itself: what a struct's field of type `u8` or a column `VARCHAR(255) NOT NULL`
 * refuses follows from no text of a check. Documents prove it (test/differential).
 */
export type DeclaredKind = Exclude<DemandKind, 'pattern' | 'contains' | 'irreflexive' | 'choice' | 'total' | 'key' | 'disjoint'>;

/**
 * The answer to a demand. `print` makes the code that sees to it, for the place where it stands.
 *
 * @typeParam Site what a printer knows of the place: the expression of the value, the path in messages, imports
 * @typeParam Code what it makes: lines, an expression, a column, a keyword
 */
export type Answer<K extends DemandKind, Site, Code> =
  | { readonly achieves: 'enforced'; readonly print: (site: Site) => Code }
  | (K extends DeclaredKind ? { readonly achieves: 'enforced'; readonly by: 'declaration' } : never)
  | {
      readonly achieves: 'approximated';
      readonly how: string;
      readonly difference?: Difference;
      readonly print?: (site: Site) => Code;
    }
  | { readonly achieves: 'nothing'; readonly why: string; readonly difference?: Difference };

/** A target's answers. A kind of demand that is new does not compile until it is answered. */
export type Answers<Site, Code> = { readonly [K in DemandKind]: (demand: Demand<K>) => Answer<K, Site, Code> };

/** A declaration sees to it. */
export const declared = { achieves: 'enforced', by: 'declaration' } as const;

/** Code sees to it. */
export function enforced<Site, Code>(print: (site: Site) => Code): { achieves: 'enforced'; print: (site: Site) => Code } {
  return { achieves: 'enforced', print };
}

/** Nothing sees to it. */
export function nothing(why: string, difference?: Difference): { achieves: 'nothing'; why: string; difference?: Difference } {
  return { achieves: 'nothing', why, ...(difference && { difference }) };
}

/** A model's demands as one target answers them, with a note of all that was printed. */
export class Ledger<Site, Code> {
  readonly #answers: Answers<Site, Code>;
  /** What was printed: the keys of demands, by the class or field that they are made of. */
  readonly #printed = new Map<DomainClass | Field, Set<unknown>>();

  constructor(answers: Answers<Site, Code>) {
    this.#answers = answers;
  }

  /** What the target does about a demand. */
  achieved(demand: Demand): Support {
    const answer = this.#answer(demand);
    switch (answer.achieves) {
      case 'enforced':
        return { status: 'enforced' };
      case 'approximated': {
        const { how, difference } = answer;
        return { status: 'approximated', how, ...(difference && { difference }) };
      }
      case 'nothing': {
        const { why, difference } = answer;
        return { status: 'dropped', why, ...(difference && { difference }) };
      }
      default:
        return answer satisfies never;
    }
  }

  /** Whether there is code to be printed for a demand. */
  isPrinted(demand: Demand): boolean {
    return 'print' in this.#answer(demand);
  }

  /** The code that sees to a demand; undefined where none does. */
  print(demand: Demand, site: Site): Code | undefined {
    const answer = this.#answer(demand);
    if (!('print' in answer) || !answer.print) return undefined;
    const [element, key] = keyOf(demand);
    const keys = this.#printed.get(element) ?? new Set();
    this.#printed.set(element, keys.add(key));
    return answer.print(site);
  }

  /** The code that sees to several demands, in their order. */
  printAll(demands: readonly Demand[], site: Site): Code[] {
    return demands.flatMap((demand) => {
      const code = this.print(demand, site);
      return code === undefined ? [] : [code];
    });
  }

  /** The demands of a model whose code was printed nowhere. What a field demands as the one that it refines does counts as one. */
  unprinted(model: DomainModel): Demand[] {
    const missing: Demand[] = [];
    for (const cls of model.classes) {
      const { object, fields } = demandsOn(cls);
      const own = new Set<Field>([...cls.fields, ...cls.refinements]);
      for (const demand of object) if (demand.class === cls && this.#lacks(demand)) missing.push(demand);
      for (const [field, { whole, each }] of fields) {
        if (own.has(field)) missing.push(...[...whole, ...each].filter((demand) => this.#lacks(demand)));
      }
    }
    return missing;
  }

  #lacks(demand: Demand): boolean {
    if (!this.isPrinted(demand)) return false;
    const [element, key] = keyOf(demand);
    for (
      let at: DomainClass | Field | undefined = element;
      at;
      at = 'refines' in at ? (at.refines as Field | undefined) : undefined
    ) {
      if (this.#printed.get(at)?.has(key)) return false;
    }
    return true;
  }

  #answer(demand: Demand): Answer<DemandKind, Site, Code> {
    // Each kind is answered by the function for it, which the type of the table says, but not of a kind that is a variable.
    const answer = this.#answers[demand.kind] as (demand: Demand) => Answer<DemandKind, Site, Code>;
    return answer(demand);
  }
}

/** Whom a demand is made of, and what tells it from the others there. */
function keyOf(demand: Demand): readonly [DomainClass | Field, unknown] {
  switch (demand.kind) {
    case 'choice':
      return [demand.class, demand.choice];
    case 'total':
      return [demand.class, demand.total];
    case 'key':
      return [demand.class, demand.key];
    case 'inheritance':
      return [demand.class, demand.parent];
    case 'disjoint':
      return [demand.class, demand.other];
    case 'closed':
    case 'one-class':
      return [demand.class, demand.kind];
    case 'deprecated':
      return [demand.field ?? demand.class, demand.kind];
    case 'pattern':
      return [demand.field, `pattern ${demand.pattern.flags} ${demand.pattern.syntax} ${demand.pattern.source}`];
    default:
      return [demand.field, detailOf(demand)];
  }
}

/** A demand's kind with what it says, as text: a refined field may say more than the one that it refines. */
function detailOf(demand: Demand): string {
  if ('bound' in demand) return `${demand.kind} ${demand.bound.inclusive} ${demand.bound.value}`;
  if ('length' in demand) return `${demand.kind} ${demand.length}`;
  if ('values' in demand) return `${demand.kind} ${JSON.stringify(demand.values)}`;
  return 'value' in demand ? `${demand.kind} ${demand.value}` : demand.kind;
}
