/** Prints the module `constraints.rs`: what problems state about violated constraints. */

import { type Constraint, concreteClasses, type DomainModel, type Field } from '../../model/index.ts';
import { stringLiteral } from '../../targets/rust-models/index.ts';
import type { Element, Schema } from '../../targets/sql-schema/index.ts';
import type { Lines } from '../../targets/text/index.ts';

/** The kinds of constraints whose violations the models report (`Violation::code`). */
const VALUE_KINDS: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'min-length', 'max-length', 'pattern', 'values', 'min-items', 'max-items', 'comparison'],
]);

/** Returns the module with the constraints of the database and the axioms. */
export function constraintsModule(model: DomainModel, { groups }: Schema, hasValidation: boolean): Lines {
  const rows = new Map<string, string>();
  const add = (name: string | undefined, of: Element | undefined, axioms?: ReadonlyMap<Element, string>) => {
    const members = of === undefined ? [] : membersOf(of);
    if (name === undefined || of === undefined || members.length === 0) return;
    const axiom = axioms?.get(of) ?? '';
    rows.set(name, `    ("${name}", &[${members.map((member) => `"${member}"`).join(', ')}], ${stringLiteral(axiom)}),`);
  };
  const [uniqueness, types] = [axiomsOfFields(model, 'unique'), axiomsOfFields(model, 'type')];
  const comparisons = axiomsOfComparisons(model);
  for (const table of groups.flat()) {
    for (const { name, unique, check, field } of table.columns) {
      // The columns of join tables belong to the field of their foreign key.
      const reference = table.foreignKeys.find(({ columns }) => columns.join() === name);
      add(unique, field ?? reference?.of, uniqueness);
      add(check?.name, check?.of);
    }
    for (const { name, of } of table.constraints) add(name, of, comparisons);
    for (const { name, of } of table.foreignKeys) add(name, of, types);
  }
  return [
    '//! The constraints of the database, and the axioms of the ontology.',
    '',
    '/// The constraints, with the members that each is about, and the axiom that states it.',
    '#[rustfmt::skip]',
    'const CONSTRAINTS: &[(&str, &[&str], &str)] = &[',
    [...rows.values()],
    '];',
    '',
    '/// Returns the members of an instance that a constraint is about, and its axiom.',
    '#[must_use]',
    "pub fn find(constraint: &str) -> (&'static [&'static str], Option<&'static str>) {",
    '    let found = CONSTRAINTS.iter().find(|(name, ..)| *name == constraint);',
    '    found.map_or((&[], None), |(_, members, axiom)| {',
    '        (*members, Some(*axiom).filter(|axiom| !axiom.is_empty()))',
    '    })',
    '}',
    hasValidation && ['', valueAxioms(model)],
  ];
}

function valueAxioms(model: DomainModel): Lines {
  return [
    '/// The axioms about values: class, member, kind of constraint, and axiom.',
    '#[rustfmt::skip]',
    'const AXIOMS: &[(&str, &str, &str, &str)] = &[',
    [...axiomsOfValues(model)].map(([key, axiom]) => `    (${key}, ${stringLiteral(axiom)}),`),
    '];',
    '',
    '/// Returns the axiom that states a constraint on the values of a member.',
    '#[must_use]',
    "pub fn axiom(class: &str, member: &str, kind: &str) -> Option<&'static str> {",
    '    let known = (class, member, kind);',
    '    let found = AXIOMS.iter().find(|row| (row.0, row.1, row.2) == known);',
    '    found.map(|row| row.3)',
    '}',
  ];
}

/** Returns the field at which the models report a violation of a constraint (`Violation::path`). */
function reportedField(constraint: Constraint): Field | undefined {
  if (constraint.kind === 'comparison') return constraint.comparison.greater;
  return 'field' in constraint ? constraint.field : undefined;
}

/** Returns the axioms by class, member and kind. Those about the class itself precede those about its superclasses. */
function axiomsOfValues({ axioms }: DomainModel): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { statement, constraints } of axioms) {
    for (const constraint of constraints) {
      const field = reportedField(constraint);
      if (!VALUE_KINDS.has(constraint.kind) || !field) continue;
      for (const cls of concreteClasses(constraint.class)) {
        const key = [cls.name, field.name, constraint.kind].map((part) => `"${part}"`).join(', ');
        if (cls === constraint.class || !found.has(key)) found.set(key, statement);
      }
    }
  }
  return found;
}

/** Returns the axioms that make the values of fields unique, or state their type. */
function axiomsOfFields({ axioms }: DomainModel, kind: 'unique' | 'type'): ReadonlyMap<Element, string> {
  const found = new Map<Element, string>();
  for (const { statement, constraints } of axioms) {
    for (const one of constraints) if (one.kind === kind && !found.has(one.field)) found.set(one.field, statement);
  }
  return found;
}

function axiomsOfComparisons({ axioms }: DomainModel): ReadonlyMap<Element, string> {
  const found = new Map<Element, string>();
  for (const { statement, constraints } of axioms) {
    for (const one of constraints)
      if (one.kind === 'comparison' && !found.has(one.comparison)) found.set(one.comparison, statement);
  }
  return found;
}

/** Returns the members of an element of the model; none for classes. */
function membersOf(of: Element): readonly string[] {
  if ('fields' in of && 'allFields' in of) return [];
  if ('lesser' in of) return [of.greater.name];
  if ('fields' in of) return of.fields.map(({ name }) => name);
  return [of.name];
}
