/**
 * Loosens fields that a class inherits from two superclasses with different constraints: both fields then accept at least what
 * either of them accepts. Stated and assumed constraints that no longer hold are removed.
 */

import type { AssumptionLog } from '../assume/decision.ts';
import { type ClassDraft, type FieldDraft, removeGenerated } from '../draft.ts';
import type { AxiomDraft, AxiomLog } from '../read/axioms.ts';
import type { Constraint, Field, Pattern } from '../types.ts';
import { classLineage, isSame, isSameType } from './forms.ts';

/** Runs before inheritance. */
export function loosenShared(classes: readonly ClassDraft[], axioms: AxiomLog, log: AssumptionLog): void {
  const loosened = new Set<FieldDraft>();
  for (const cls of classes) {
    if (cls.parents.length === 0) continue;
    const firstByName = new Map<string, FieldDraft>();
    for (const c of classLineage(cls)) {
      for (const field of c.fields) {
        const first = firstByName.get(field.name);
        if (!first || first.type.kind === 'id') firstByName.set(field.name, field);
        else if (first !== field && !isSame(first, field)) {
          loosen(first, field);
          loosened.add(first).add(field);
        }
      }
    }
  }
  if (loosened.size > 0) removeConstraints(loosened, axioms.informative, log);
}

const clearedMembers = ['minItems', 'maxItems', 'default', 'constant', 'contains', 'absent', 'irreflexive'] as const;

function loosen(a: FieldDraft, b: FieldDraft): void {
  const cardinalities = [a.cardinality, b.cardinality];
  const cardinality = cardinalities.includes('many') ? 'many' : cardinalities.includes('optional') ? 'optional' : 'one';
  const typesDiffer = !isSameType(a.type, b.type);
  const keepsGenerated = cardinality === 'one' && a.generated === b.generated;
  for (const field of [a, b]) {
    field.cardinality = cardinality;
    for (const key of clearedMembers) delete field[key];
    if (!keepsGenerated) removeGenerated(field);
    if (!typesDiffer) continue;
    if (field.type.kind === 'scalar') field.type = { kind: 'scalar', scalar: field.type.scalar };
    else if (field.type.kind === 'enumeration') field.type = { kind: 'enumeration', enumeration: field.type.enumeration };
  }
}

/** Removes the constraints that no longer hold, in one pass over all axioms and decisions. */
function removeConstraints(loosened: ReadonlySet<FieldDraft>, axioms: readonly AxiomDraft[], log: AssumptionLog): void {
  const isSatisfied = (constraint: Constraint) => {
    if (!('field' in constraint) || !constraint.field || !loosened.has(constraint.field as FieldDraft)) return true;
    return constraintTests[constraint.kind]?.(constraint.field, 'pattern' in constraint ? constraint.pattern : undefined) ?? true;
  };
  for (const axiom of axioms) {
    if (axiom.constraints.every(isSatisfied)) continue;
    axiom.constraints = axiom.constraints.filter(isSatisfied);
    axiom.addShortfall('a subclass inherits the property from two superclasses, which state different constraints');
  }
  for (const decision of log.decisions) {
    if (decision.constraints.every(isSatisfied)) continue;
    decision.constraints = decision.constraints.filter(isSatisfied);
    if (decision.constraints.length === 0) decision.withdraw();
  }
}

const hasFacet =
  (key: 'minimum' | 'maximum' | 'minLength' | 'maxLength') =>
  ({ type }: Field) =>
    type.kind === 'scalar' && type[key] !== undefined;

const hasMember =
  (key: (typeof clearedMembers)[number] | 'generated') =>
  (field: Field): boolean =>
    field[key] !== undefined;

/** Tests by kind of constraint whether a field still satisfies it. Other kinds always hold. */
const constraintTests: Readonly<Partial<Record<Constraint['kind'], (field: Field, pattern?: Pattern) => boolean>>> = {
  required: ({ cardinality }) => cardinality === 'one',
  single: ({ cardinality }) => cardinality !== 'many',
  'min-items': hasMember('minItems'),
  'max-items': hasMember('maxItems'),
  default: hasMember('default'),
  constant: hasMember('constant'),
  contains: hasMember('contains'),
  absent: hasMember('absent'),
  irreflexive: hasMember('irreflexive'),
  generated: hasMember('generated'),
  minimum: hasFacet('minimum'),
  maximum: hasFacet('maximum'),
  'min-length': hasFacet('minLength'),
  'max-length': hasFacet('maxLength'),
  values: ({ type }) =>
    (type.kind === 'scalar' ? type.values : type.kind === 'enumeration' ? type.only : undefined) !== undefined,
  pattern: ({ type }, pattern) => type.kind === 'scalar' && pattern !== undefined && (type.patterns ?? []).includes(pattern),
};
