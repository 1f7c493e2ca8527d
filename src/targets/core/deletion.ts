import type { DomainClass, DomainModel, Field } from '../../model/index.ts';

/** A reference to a class, as one of the classes has it whose instances refer. */
interface Referrer {
  readonly class: DomainClass;
  readonly field: Field;
}

/** What deleting an instance does to those that refer to it. */
export interface DeletionNote {
  /** As the second half of a sentence in the descriptions of operations. */
  readonly text: string;
  /** Whether what refers to it may keep it from being deleted. */
  readonly mayBeRefused: boolean;
}

/**
 * Says of a class what deleting an instance does to those that refer to it, and to those that refer to these; undefined
 * where nothing refers to it in a way that matters. What refers to instances of a subclass counts, because an instance may
 * be one.
 */
export function deletionNotes(model: DomainModel): (cls: DomainClass) => DeletionNote | undefined {
  const referring = referrers(model);
  return (cls) => {
    let direct: Set<DomainClass> | undefined;
    let refusing: Set<DomainClass> | undefined;
    let short: Set<DomainClass> | undefined;
    for (const referrer of referring(cls)) {
      if (goes(referrer)) direct = withMore(direct, referrer.class);
      if (refuses(referrer.field)) refusing = withMore(refusing, referrer.class);
      if (isShort(referrer.field)) short = withMore(short, referrer.class);
    }
    const clauses: string[] = [];
    if (direct) {
      clauses.push(`the ${list(direct)} that refer to it are deleted, too`);
      const further = furtherFrom(cls, direct, referring);
      if (further.length > 0) clauses.push(`so are the ${list(further, 'others')} that refer to those`);
    }
    if (refusing) clauses.push(`the deletion is rejected while ${list(refusing)} refer to it`);
    if (short) clauses.push(`the deletion is rejected if ${list(short)} would have too few references left`);
    if (clauses.length === 0) return undefined;
    return { text: clauses.join(', and '), mayBeRefused: refusing !== undefined || short !== undefined };
  };
}

function withMore(classes: Set<DomainClass> | undefined, cls: DomainClass): Set<DomainClass> {
  return (classes ?? new Set()).add(cls);
}

/** Whether a model has a reference that may keep what it leads to from being deleted. */
export function hasRefusals(model: DomainModel): boolean {
  const mayRefuse = (field: Field) => refuses(field) || isShort(field);
  return model.classes.some((cls) => cls.fields.some(mayRefuse) || cls.refinements.some(mayRefuse));
}

/** Whether the instance goes that has the reference. */
function goes({ field: { onDelete, cardinality } }: Referrer): boolean {
  return onDelete === 'cascade' && cardinality !== 'many';
}

/** Whether the instance that is referred to may not go. */
function refuses({ onDelete }: Field): boolean {
  return onDelete === 'restrict';
}

/** Whether a list loses an entry that it may not be without. */
function isShort({ onDelete, minItems = 0 }: Field): boolean {
  return onDelete === 'cascade' && minItems > 0;
}

const NOBODY: readonly Referrer[] = [];

/** What refers to instances of a class, those of its superclasses and subclasses included. */
function referrers(model: DomainModel): (cls: DomainClass) => readonly Referrer[] {
  const byTarget = new Map<DomainClass, Referrer[]>();
  for (const cls of model.classes) {
    for (const field of cls.refinements.length === 0 ? cls.fields : [...cls.fields, ...cls.refinements]) {
      if (field.type.kind !== 'reference' || field.absent) continue;
      const known = byTarget.get(field.type.target);
      if (known) known.push({ class: cls, field });
      else byTarget.set(field.type.target, [{ class: cls, field }]);
    }
  }
  const order = new Map(model.classes.map((cls, index) => [cls, index]));
  const found = new Map<DomainClass, readonly Referrer[]>();
  return (cls) => {
    // Most classes are in no hierarchy, and what refers to them stands in order.
    if (cls.children.length === 0 && cls.ancestors.length === 0) return byTarget.get(cls) ?? NOBODY;
    let known = found.get(cls);
    if (!known) {
      const below = new Set([cls]);
      for (const one of below) for (const child of one.children) below.add(child);
      known = [...new Set([...below, ...cls.ancestors])]
        .flatMap((target) => byTarget.get(target) ?? [])
        .sort((a, b) => (order.get(a.class) ?? 0) - (order.get(b.class) ?? 0));
      found.set(cls, known);
    }
    return known;
  };
}

const MOST_NAMED = 5;

/** What goes because others go, as far as it will be named, and one more if there is more. */
function furtherFrom(
  cls: DomainClass,
  direct: ReadonlySet<DomainClass>,
  referring: (cls: DomainClass) => readonly Referrer[],
): readonly DomainClass[] {
  const further: DomainClass[] = [];
  const follow = (one: DomainClass) => {
    for (const referrer of referring(one)) {
      if (further.length > MOST_NAMED) return;
      if (!goes(referrer) || direct.has(referrer.class) || referrer.class === cls) continue;
      if (!further.includes(referrer.class)) further.push(referrer.class);
    }
  };
  for (const one of direct) follow(one);
  // What is added to a list while it is gone through is visited, too.
  for (const one of further) {
    if (further.length > MOST_NAMED) break;
    follow(one);
  }
  return further;
}

/** Classes in the plural: `posts and comments`. */
function list(classes: Iterable<DomainClass>, rest?: 'others'): string {
  const names = new Set<string>();
  for (const { plural } of classes) names.add(plural.replaceAll('_', ' '));
  const all = [...names];
  const others = all.length - MOST_NAMED;
  const named = others > 0 ? [...all.slice(0, MOST_NAMED), rest ?? `${others} others`] : all;
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
