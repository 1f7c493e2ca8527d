/**
 * Lists the constraints of a field with the reasons for each: axioms, an assumption, or a policy that the user set. Example: `at
 * most 200 characters`, because of the axiom `:Post :title sh:maxLength 200`.
 */

import type { Place } from '../diagnostics/index.ts';
import {
  type Assumption,
  type Axiom,
  type Constraint,
  type Demand,
  type DemandKind,
  type DomainClass,
  type DomainModel,
  deletionClauseOf,
  demandsOn,
  type Field,
  type FieldType,
  type PolicyName,
} from '../model/index.ts';
import { demandInWords } from '../targets/core/index.ts';

export type ConstraintReason =
  | { readonly by: 'axiom'; readonly statement: string; readonly place?: Place }
  | { readonly by: 'assumption' | 'policy'; readonly policy: PolicyName; readonly value: string }
  /** The user decided it for this element. */
  | { readonly by: 'decision'; readonly place: Place }
  /** It follows from the structure of the model. */
  | { readonly by: 'model'; readonly why: string };

export interface FieldConstraint {
  readonly kind: DemandKind;
  /** `at most 500 characters` */
  readonly says: string;
  /** At least one. */
  readonly because: readonly ConstraintReason[];
}

/** Possible reasons: all of a model, or those that are known to concern a field. */
type ReasonSources = Pick<DomainModel, 'axioms' | 'assumptions' | 'chosen' | 'policies'>;

/** Returns all constraints of a field in a class, with their reasons. */
export function constraintsOnField(model: ReasonSources, cls: DomainClass, field: Field): FieldConstraint[] {
  const demands = demandsOn(cls).fields.get(field);
  if (!demands) return [];
  const forms = formsOf(field);
  const onField = <T extends ConstraintSource>(all: readonly T[]) =>
    all.filter(({ constraints }) => constraints.some((c) => isFieldForm(c, forms)));
  const axioms = onField(model.axioms);
  const assumptions = onField(model.assumptions);
  const chosen = onField(model.chosen);
  const reasonsFor = (demand: Demand): readonly ConstraintReason[] => {
    const isReason = ({ constraints }: ConstraintSource) =>
      constraints.some(
        (constraint) => constraint.kind === demand.kind && isFieldForm(constraint, forms) && isSame(constraint, demand),
      );
    const decisionReason =
      (by: 'assumption' | 'policy') =>
      ({ policy, at }: Assumption): ConstraintReason =>
        at ? { by: 'decision', place: at } : { by, policy, value: model.policies[policy] };
    const reasons = [
      ...axioms.filter(isReason).map(axiomReason),
      ...assumptions.filter(isReason).map(decisionReason('assumption')),
      ...chosen.filter(isReason).map(decisionReason('policy')),
    ];
    if (reasons.length > 0) return reasons;
    if (field.type.kind === 'id') return [{ by: 'model', why: 'every class has it' }];
    if (field.discriminator) return [{ by: 'model', why: 'the class has a superclass or a subclass' }];
    // The axiom that makes a property a field of the class may state something else about it.
    if (demand.kind === 'member' && axioms.length > 0) {
      const ofShapes = axioms.filter(({ construct }) => construct.startsWith('sh:'));
      return (ofShapes.length > 0 ? ofShapes : axioms).map(axiomReason);
    }
    return [{ by: 'model', why: structuralReasons[demand.kind] ?? 'its datatype' }];
  };
  return [...demands.whole, ...demands.each].map((demand) => ({
    kind: demand.kind,
    says: describeDemand(demand),
    because: reasonsFor(demand),
  }));
}

type ConstraintSource = Pick<Axiom, 'constraints'>;

function axiomReason({ statement, place }: Axiom): ConstraintReason {
  return { by: 'axiom', statement, ...(place && { place }) };
}

/** Reasons for constraints without an axiom or assumption; for all other kinds it is the datatype. */
const structuralReasons: { readonly [K in DemandKind]?: string } = {
  member: 'the statements about its property',
  type: 'no range that could be read',
  single: 'the alternatives of its property',
};

/** Returns a field and the fields that it narrows. */
export function formsOf(field: Field): ReadonlySet<Field> {
  const forms = new Set<Field>();
  for (let form: Field | undefined = field; form; form = form.refines) forms.add(form);
  return forms;
}

function isFieldForm(constraint: Constraint, forms: ReadonlySet<Field>): boolean {
  return 'field' in constraint && constraint.field !== undefined && forms.has(constraint.field);
}

/** A field may have several patterns. */
function isSame(constraint: Constraint, demand: Demand): boolean {
  return constraint.kind !== 'pattern' || demand.kind !== 'pattern' || constraint.pattern === demand.pattern;
}

function describeDemand(demand: Demand): string {
  const words = demandInWords(demand);
  if (words !== undefined) return words;
  const describe = structuralTexts[demand.kind as keyof typeof structuralTexts] as ((demand: Demand) => string) | undefined;
  return describe?.(demand) ?? demand.kind;
}

/** Constraints that every target enforces, so that no generated file mentions them. */
const structuralTexts: {
  readonly [K in 'member' | 'type' | 'single' | 'deletion' | 'generated' | 'inverse' | 'deprecated']: (
    demand: Demand<K>,
  ) => string;
} = {
  member: ({ field }) => `is a field of ${field.owner.name}`,
  type: ({ type }) => `holds ${typeInWords(type)}`,
  single: () => 'has at most one value',
  deletion: ({ field, how }) => deletionClauseOf(field, how),
  generated: ({ value }) => generatedTexts[value],
  inverse: ({ field }) => `stores the reference to ${field.type.target.name} for both directions`,
  deprecated: () => 'is deprecated',
};

const generatedTexts = { uuid: 'defaults to a new UUID', now: 'defaults to the current time', zero: 'defaults to 0' } as const;

function typeInWords(type: FieldType): string {
  switch (type.kind) {
    case 'id':
      return 'the id of the instance';
    case 'scalar':
      return `values of type ${type.scalar}`;
    case 'enumeration':
      return `values of ${type.enumeration.name}`;
    case 'union':
      return `values of ${type.union.name}`;
    case 'reference':
      return `instances of ${type.target.name}`;
    default:
      return type satisfies never;
  }
}
