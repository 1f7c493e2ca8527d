/**
 * The answers of a target to each kind of constraint: how far it is enforced, and the code that enforces it. To
 * `ex:age sh:minInclusive 18`, SQL answers `enforced`, with the code `CHECK (age >= 18)`. To a key, Pydantic answers `nothing`,
 * because it sees one instance at a time. One answer has both, so a report cannot claim more than is printed.
 */

import {
  type Demand,
  type DemandKind,
  type DomainClass,
  type DomainModel,
  demandsOfField,
  demandsOn,
  type Field,
  type FieldDemands,
} from '../../model/index.ts';
import type { Difference, Support } from '../target.ts';

/**
 * Kinds of constraints that a declaration may enforce without the code of a check: a struct's field of type `u8` or a column
 * `VARCHAR(255) NOT NULL`. Test documents prove it (test/differential).
 */
export type DeclaredKind = Exclude<
  DemandKind,
  'pattern' | 'contains' | 'irreflexive' | 'choice' | 'total' | 'comparison' | 'key'
>;

/**
 * The answer to a constraint. `print` returns the code that enforces it.
 *
 * @typeParam Site what `print` gets: the expression of the value, the path in messages, imports
 * @typeParam Code what `print` returns: lines, an expression, a column or a keyword
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

/**
 * A target's answers: one answer for all constraints of a kind, or a function of the constraint. A new kind of constraint does
 * not compile until each target answers it.
 */
export type Answers<Site, Code> = {
  readonly [K in DemandKind]: Answer<K, Site, Code> | ((demand: Demand<K>) => Answer<K, Site, Code>);
};

type AnyAnswer<Site, Code> = Answer<DemandKind, Site, Code>;

/** Answer: a declaration enforces the constraint. */
export const declared = { achieves: 'enforced', by: 'declaration' } as const;

/** Answers that the printed code enforces the constraint. */
export function enforced<Site, Code>(print: (site: Site) => Code): { achieves: 'enforced'; print: (site: Site) => Code } {
  return { achieves: 'enforced', print };
}

/** Answers that the generated code does not enforce the constraint. */
export function nothing(why: string, difference?: Difference): { achieves: 'nothing'; why: string; difference?: Difference } {
  return { achieves: 'nothing', why, ...(difference && { difference }) };
}

/** The answer to keys and unique fields for targets that check one instance at a time. */
export const uniquenessAnswer = nothing('only the database compares instances');

/** The answer to `inverse` for targets that embed related objects. */
export const inverseAnswer = {
  achieves: 'approximated',
  how: 'one end stores it; the agreement of related objects is not checked',
} as const;

/** Returns the answer to one constraint. */
export function answerTo<Site, Code>(answers: Answers<Site, Code>, demand: Demand): AnyAnswer<Site, Code> {
  // `Answers` relates each kind to its answer, but TypeScript cannot apply this to a kind that is a variable.
  const answer = answers[demand.kind] as AnyAnswer<Site, Code> | ((demand: Demand) => AnyAnswer<Site, Code>);
  return typeof answer === 'function' ? answer(demand) : answer;
}

const ENFORCED: Support = { status: 'enforced' };

/** Applies the answers of a target to the constraints of one model, and records which code was printed. */
export class Ledger<Site, Code> {
  readonly #answers: Answers<Site, Code>;
  /** The kinds of constraints that the target may print code for. */
  readonly #printableKinds: ReadonlySet<DemandKind>;
  /** The printed constraints of each class or field, by their discriminants. */
  readonly #printed = new Map<DomainClass | Field, Set<unknown>>();

  constructor(answers: Answers<Site, Code>) {
    this.#answers = answers;
    const kinds = Object.keys(answers) as DemandKind[];
    this.#printableKinds = new Set(kinds.filter((kind) => typeof answers[kind] === 'function' || 'print' in answers[kind]));
  }

  /** Returns those constraints of a field in a class that the target may print code for. */
  demandsToPrint(cls: DomainClass, field: Field): FieldDemands {
    const { whole, each } = demandsOfField(cls, field);
    const isPrintable = ({ kind }: Demand) => this.#printableKinds.has(kind);
    return { field, whole: whole.filter(isPrintable), each: each.filter(isPrintable) };
  }

  /** Returns how far the target enforces a constraint. */
  achieved(demand: Demand): Support {
    const answer = this.#answer(demand);
    switch (answer.achieves) {
      case 'enforced':
        return ENFORCED;
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

  /** Checks whether the target prints code for a constraint. */
  isPrinted(demand: Demand): boolean {
    return 'print' in this.#answer(demand);
  }

  /** Checks whether the target prints code for at least one of the constraints. */
  arePrinted(demands: readonly Demand[]): boolean {
    return demands.some((demand) => this.isPrinted(demand));
  }

  /** Returns the code that enforces a constraint, or undefined if none exists. */
  print(demand: Demand, site: Site): Code | undefined {
    const answer = this.#answer(demand);
    if (!('print' in answer) || !answer.print) return undefined;
    this.#recordPrinted(demand);
    return answer.print(site);
  }

  /** Returns the code that enforces several constraints, in their order. */
  printAll(demands: readonly Demand[], site: Site): Code[] {
    const all: Code[] = [];
    for (const demand of demands) {
      const code = this.print(demand, site);
      if (code !== undefined) all.push(code);
    }
    return all;
  }

  /**
   * Returns the constraints that the target claims to print code for, but whose code was not printed. The code for a field also
   * counts for its narrowed form in a subclass, if both have the same constraint.
   */
  unprinted(model: DomainModel): Demand[] {
    const missing: Demand[] = [];
    for (const cls of model.classes) {
      const { object, fields } = demandsOn(cls);
      const ownFields = new Set<Field>([...cls.fields, ...cls.refinements]);
      for (const demand of object) if (demand.class === cls && this.#lacks(demand)) missing.push(demand);
      for (const [field, { whole, each }] of fields) {
        if (ownFields.has(field)) missing.push(...[...whole, ...each].filter((demand) => this.#lacks(demand)));
      }
    }
    return missing;
  }

  #recordPrinted(demand: Demand): void {
    const element = elementOf(demand);
    const printed = this.#printed.get(element) ?? new Set();
    this.#printed.set(element, printed.add(discriminantOf(demand)));
  }

  #lacks(demand: Demand): boolean {
    if (!this.isPrinted(demand)) return false;
    const discriminant = discriminantOf(demand);
    const element = elementOf(demand);
    if (this.#printed.get(element)?.has(discriminant)) return false;
    let base = 'refines' in element ? element.refines : undefined;
    while (base && isInherited(demand, base)) {
      if (this.#printed.get(base)?.has(discriminant)) return false;
      base = base.refines;
    }
    return true;
  }

  #answer(demand: Demand): AnyAnswer<Site, Code> {
    return answerTo(this.#answers, demand);
  }
}

/** Returns the class or the field that a constraint belongs to. */
function elementOf(demand: Demand): DomainClass | Field {
  return ('field' in demand && demand.field) || demand.class;
}

/** Returns what distinguishes a constraint from others on the same element: its kind, if there can be only one of the kind. */
function discriminantOf(demand: Demand): unknown {
  switch (demand.kind) {
    case 'choice':
      return demand.choice;
    case 'total':
      return demand.total;
    case 'comparison':
      return demand.comparison;
    case 'key':
      return demand.key;
    case 'inheritance':
      return demand.parent;
    case 'disjoint':
      return demand.other;
    case 'pattern':
      return `${demand.pattern.flags} ${demand.pattern.syntax} ${demand.pattern.source}`;
    default:
      return demand.kind;
  }
}

/** Checks whether the field `base`, which the field of the constraint narrows, has the same constraint. */
function isInherited(demand: Demand, base: Field): boolean {
  const { whole, each } = demandsOfField(demand.class, base);
  return [...whole, ...each].some((other) => other.kind === demand.kind && contentOf(other) === contentOf(demand));
}

/** Returns the content of a constraint as a string, for comparison. */
function contentOf(demand: Demand): string {
  if ('bound' in demand) return `${demand.bound.inclusive} ${demand.bound.value}`;
  if ('length' in demand) return String(demand.length);
  if ('values' in demand) return JSON.stringify(demand.values);
  if ('pattern' in demand) return JSON.stringify(demand.pattern);
  // All references are equal here, whatever their target.
  if ('type' in demand) return demand.type.kind === 'scalar' ? demand.type.scalar : demand.type.kind;
  return 'value' in demand ? demand.value : '';
}
