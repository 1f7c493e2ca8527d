/** Selects the axioms, assumptions and decisions that are about a slice, with those of their constraints that remain in it. */

import { isReference } from '../queries.ts';
import type { Assumption, Axiom, Constraint, DomainClass, DomainModel, Field } from '../types.ts';
import type { SliceCopy } from './copy.ts';

/** The constraints of an axiom or assumption that remain in a slice. */
interface RemainingConstraints {
  readonly constraints: readonly Constraint[];
  /** Why a class of the slice loses a constraint, if it does. */
  readonly lost: string | undefined;
  /** Whether any of the constraints is about a class of the slice. */
  readonly isInSlice: boolean;
}

export function sliceAxioms(
  model: DomainModel,
  copy: SliceCopy,
): Pick<DomainModel, 'axioms' | 'assumptions' | 'chosen' | 'decided'> {
  const known = new Set(subjects(copy));
  const remaining = model.axioms.map((axiom) => ({ axiom, kept: remainingConstraints(axiom.constraints, copy) }));
  // A shape belongs to the slice if one of its constraints is about a class of the slice.
  for (const { axiom, kept } of remaining) if (kept.isInSlice && axiom.iri !== undefined) known.add(axiom.iri);
  const decisions = (all: readonly Assumption[]) =>
    all.flatMap((assumption) => {
      const { constraints } = remainingConstraints(assumption.constraints, copy);
      const isKept = assumption.constraints.length === 0 ? isElementInSlice(assumption.element, copy) : constraints.length > 0;
      return isKept ? [slicedAssumption(assumption, constraints)] : [];
    });
  return {
    axioms: remaining.flatMap(({ axiom, kept }) => {
      const isKept = axiom.constraints.length === 0 ? axiom.iri !== undefined && known.has(axiom.iri) : kept.isInSlice;
      return isKept ? [slicedAxiom(axiom, kept)] : [];
    }),
    assumptions: decisions(model.assumptions),
    chosen: decisions(model.chosen),
    ...(model.decided && {
      decided: model.decided.filter(
        ({ iri, class: cls, choice }) =>
          // Skipped elements are not in the model, so these decisions are always kept.
          choice === 'skip' || (known.has(iri) && (cls === undefined || copy.elements.classes.some((each) => each.iri === cls))),
      ),
    }),
  };
}

/** Yields the IRIs of all elements of a slice. */
function* subjects({ elements }: SliceCopy): Iterable<string> {
  for (const cls of elements.classes) {
    yield cls.iri;
    for (const { iri } of [...cls.fields, ...cls.relations, ...cls.choices, ...cls.totals]) if (iri !== undefined) yield iri;
  }
  for (const { iri, values } of elements.enumerations) {
    for (const each of [iri, ...values.map((value) => value.iri)]) if (each !== undefined) yield each;
  }
  for (const { iri } of elements.leaving) if (iri !== undefined) yield iri;
}

/** Returns whether the element of an assumption is in a slice: `Post`, `Post.title`. */
function isElementInSlice(element: string, { elements }: SliceCopy): boolean {
  const [owner, member] = element.split('.');
  const cls = elements.classes.find(({ name }) => name === owner);
  if (!cls || member === undefined) return cls !== undefined && cls.children.length > 0;
  return [...cls.allFields, ...cls.allRelations, ...cls.choices, ...cls.totals].some(({ name }) => name === member);
}

function remainingConstraints(constraints: readonly Constraint[], copy: SliceCopy): RemainingConstraints {
  const copies: Constraint[] = [];
  let lost: string | undefined;
  let isInSlice = false;
  for (const constraint of constraints) {
    if (!copy.has(constraint.class)) continue;
    // A statement about two classes does not apply to a slice with only one of them.
    if (constraint.kind === 'disjoint' && !copy.has(constraint.other)) continue;
    isInSlice = true;
    const copied = copyConstraint(constraint, copy);
    if (copied) copies.push(copied);
    if (!copied || isWider(constraint, copied)) lost ??= lossReason(constraint, copy);
  }
  return { constraints: copies, lost, isInSlice };
}

/** Returns whether a reference is no reference in the slice, or leads to a more general class. */
function isWider(original: Constraint, copy: Constraint): boolean {
  if (original.kind !== 'type' || copy.kind !== 'type' || !isReference(original.field)) return false;
  return !isReference(copy.field) || copy.field.type.target.iri !== original.field.type.target.iri;
}

function lossReason(constraint: Constraint, copy: SliceCopy): string {
  const outside = constraint.kind === 'one-class' ? undefined : targetsOf(constraint).find((target) => !copy.has(target));
  return outside === undefined ? 'its classes are outside the slice' : `${outside.name} is outside the slice`;
}

function targetsOf(constraint: Constraint): DomainClass[] {
  return fieldsOf(constraint).flatMap(({ type }) => (type.kind === 'reference' ? [type.target] : []));
}

function fieldsOf(constraint: Constraint): readonly Field[] {
  switch (constraint.kind) {
    case 'key':
      return constraint.key.fields;
    case 'choice':
      return constraint.choice.fields;
    case 'total':
      return constraint.total.fields;
    case 'comparison':
      return [constraint.comparison.lesser, constraint.comparison.greater];
    case 'closed':
      return constraint.class.allFields;
    default:
      return 'field' in constraint && constraint.field ? [constraint.field] : [];
  }
}

/** Returns the copy of a constraint for the slice; undefined if nothing remains of it. */
function copyConstraint(constraint: Constraint, copy: SliceCopy): Constraint | undefined {
  const cls = copy.classes.get(constraint.class);
  if (!cls) return undefined;
  switch (constraint.kind) {
    case 'inheritance':
      return withCopies(constraint, cls, 'parent', copy.classes.get(constraint.parent));
    case 'disjoint':
      return withCopies(constraint, cls, 'other', copy.classes.get(constraint.other));
    case 'key':
      return withCopies(constraint, cls, 'key', copy.keys.get(constraint.key));
    case 'choice':
      return withCopies(constraint, cls, 'choice', copy.choices.get(constraint.choice));
    case 'total':
      return withCopies(constraint, cls, 'total', copy.totals.get(constraint.total));
    case 'comparison':
      return withCopies(constraint, cls, 'comparison', copy.comparisons.get(constraint.comparison));
    case 'one-class':
      return [cls, ...cls.descendants].some(({ children }) => children.length > 1) ? { ...constraint, class: cls } : undefined;
    case 'closed':
      return cls.closed ? { ...constraint, class: cls } : undefined;
    default:
      return copyFieldConstraint(constraint, cls, copy);
  }
}

function copyFieldConstraint(
  constraint: Extract<Constraint, { field?: Field | undefined }>,
  cls: DomainClass,
  copy: SliceCopy,
): Constraint | undefined {
  if (constraint.field === undefined) return { ...constraint, class: cls };
  const field = copy.fields.get(constraint.field);
  if (!field || (referenceConstraintKinds.has(constraint.kind) && !isReference(field))) return undefined;
  return withCopies(constraint, cls, 'field', field);
}

/** Kinds of constraints that only references have. */
const referenceConstraintKinds: ReadonlySet<Constraint['kind']> = new Set(['inverse', 'deletion', 'irreflexive']);

/** Returns a constraint on the copies of its class and of another element; undefined if the slice lacks the element. */
function withCopies<C extends Constraint>(
  constraint: C,
  cls: DomainClass,
  name: keyof C & string,
  element: object | undefined,
): Constraint | undefined {
  return element && { ...constraint, class: cls, [name]: element };
}

function slicedAxiom({ construct, statement, iri, place, shortfall }: Axiom, { constraints, lost }: RemainingConstraints): Axiom {
  const reason = shortfall ?? lost;
  return { construct, statement, iri, ...(place && { place }), constraints, ...(reason !== undefined && { shortfall: reason }) };
}

function slicedAssumption(assumption: Assumption, constraints: readonly Constraint[]): Assumption {
  const { kind, policy, element, iri, place, decided, because, otherwise, at } = assumption;
  return { kind, policy, element, iri, place, decided, because, otherwise, at, constraints };
}
