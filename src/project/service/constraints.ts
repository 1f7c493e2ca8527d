/**
 * Prints the module `constraints.rs`: the members and the axiom of each constraint, for messages about violations. A row is
 * `("posts_title_check", &["title"], "ex:title sh:maxLength 80")`.
 */

import {
  type Comparison,
  type Constraint,
  concreteClasses,
  type DomainClass,
  type DomainModel,
  type Field,
} from '../../model/index.ts';
import { stringLiteral } from '../../targets/rust-models/index.ts';
import type { Element, Schema } from '../../targets/sql-schema/index.ts';
import type { Lines } from '../../targets/text/index.ts';

/** The kinds of constraints on the values of a field, whose violations the models report (`Violation::code`). */
const VALUE_KINDS: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'min-length', 'max-length', 'pattern', 'values', 'constant', 'contains', 'irreflexive'],
  ...['min-items', 'max-items', 'comparison'],
]);

/** The kinds of constraints in a condition of the database, by its subject, if the subject is no kind itself. */
const KINDS_OF_SUBJECT: Readonly<Record<string, readonly string[]>> = {
  column: ['minimum', 'maximum', 'min-items', 'max-items'],
  range: ['minimum', 'maximum'],
  size: ['min-items', 'max-items'],
  length: ['min-length', 'max-length'],
  reference: ['type'],
  fields: ['key', 'choice', 'total', 'comparison'],
};

/** A constraint that an axiom states. */
interface Stated {
  readonly statement: string;
  readonly kind: string;
  readonly class: DomainClass;
  readonly fields: readonly Field[];
  /** Whether the axiom is about the property of the first field, not about its inverse or a class. */
  readonly isAboutField: boolean;
}

/** Returns the module with the constraints of the database and the axioms. */
export function constraintsModule(model: DomainModel, { groups, guards }: Schema, hasValidation: boolean): Lines {
  const rows = new Map<string, string>();
  const stated = statedConstraints(model);
  // A foreign key has the axiom about its own property, not about the inverse.
  const isOfInverse = ({ kind, isAboutField }: Stated): boolean => kind === 'type' && !isAboutField;
  const byImportance = [...stated.filter((one) => !isOfInverse(one)), ...stated.filter(isOfInverse)].toReversed();
  const statements = new Map(byImportance.map(({ statement, kind, fields }) => [keyOf(kind, fields), statement]));
  const add = (name: string | undefined, fields: readonly Field[], subject: string) => {
    if (name === undefined || fields.length === 0) return;
    const kinds = KINDS_OF_SUBJECT[subject] ?? [subject];
    const axioms = new Set(kinds.flatMap((kind) => statements.get(keyOf(kind, fields)) ?? []));
    const members = fields.map((field) => `"${field.name}"`).join(', ');
    rows.set(name, `    ("${name}", &[${members}], ${stringLiteral([...axioms].join(', '))}),`);
  };
  for (const table of groups.flat()) {
    for (const { name, unique, check, field } of table.columns) {
      // The columns of join tables belong to the field of their foreign key.
      const reference = table.foreignKeys.find(({ columns }) => columns.join() === name);
      add(unique, fieldsOf(field ?? reference?.of), 'unique');
      add(check?.name, fieldsOf(check?.of), 'column');
    }
    for (const { name, of, about } of table.constraints) add(name, fieldsOf(of), about ?? 'fields');
    for (const { name, of } of table.foreignKeys) add(name, fieldsOf(of), 'type');
  }
  for (const { name, fields, about } of guards.flatMap(({ rules }) => rules)) add(name, fields, about);
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
    hasValidation && ['', valueAxioms(stated)],
  ];
}

function valueAxioms(stated: readonly Stated[]): Lines {
  return [
    '/// The axioms about values: class, member, kind of constraint, and axiom.',
    '#[rustfmt::skip]',
    'const AXIOMS: &[(&str, &str, &str, &str)] = &[',
    [...axiomsOfValues(stated)].map(([key, axiom]) => `    (${key}, ${stringLiteral(axiom)}),`),
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

/** Returns the axioms by class, member and kind. Those about the class itself precede those about its superclasses. */
function axiomsOfValues(stated: readonly Stated[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const ofValues = stated.filter(({ kind }) => VALUE_KINDS.has(kind));
  for (const isOwn of [true, false]) {
    for (const { statement, kind, class: owner, fields } of ofValues) {
      for (const cls of concreteClasses(owner).filter((one) => (one === owner) === isOwn)) {
        const key = [cls.name, fields[0]?.name, kind].map((part) => `"${part}"`).join(', ');
        if (!found.has(key)) found.set(key, statement);
      }
    }
  }
  return found;
}

/**
 * Returns the constraints that axioms state. The last ones are the bounds and patterns of datatypes, such as
 * `xsd:positiveInteger`.
 */
function statedConstraints({ axioms }: DomainModel): readonly Stated[] {
  const stated = axioms.flatMap(({ statement, constraints, iri }) => {
    return constraints.map((one): Stated => {
      const fields = fieldsOfConstraint(one);
      return { statement, kind: one.kind, class: one.class, fields, isAboutField: iri !== undefined && iri === fields[0]?.iri };
    });
  });
  const ofDatatypes = stated.flatMap((one) => {
    const type = one.kind === 'type' ? one.fields[0]?.type : undefined;
    if (type?.kind !== 'scalar') return [];
    const implied = {
      minimum: type.minimum !== undefined,
      maximum: type.maximum !== undefined,
      // The patterns of shapes are in XPath syntax.
      pattern: type.patterns?.some(({ syntax }) => syntax === 'xsd'),
    };
    return Object.entries(implied).flatMap(([kind, isImplied]) => (isImplied ? [{ ...one, kind }] : []));
  });
  return [...stated.filter(({ fields }) => fields.length > 0), ...ofDatatypes];
}

function fieldsOfConstraint(constraint: Constraint): readonly Field[] {
  if ('key' in constraint) return constraint.key.fields;
  if ('choice' in constraint) return constraint.choice.fields;
  if ('total' in constraint) return constraint.total.fields;
  if ('comparison' in constraint) return comparedFields(constraint.comparison);
  return 'field' in constraint && constraint.field ? [constraint.field] : [];
}

/** Returns what identifies a kind of constraint on fields. A narrowed field has the name and the owner of the inherited one. */
const keyOf = (kind: string, fields: readonly Field[]): string =>
  [kind, ...fields.map(({ owner, name }) => `${owner.name}.${name}`)].join(' ');

/** Returns the fields of an element of the model; none for classes. */
function fieldsOf(of: Element | undefined): readonly Field[] {
  if (of === undefined || 'allFields' in of) return [];
  if ('lesser' in of) return comparedFields(of);
  return 'fields' in of ? of.fields : [of];
}

/** Returns the fields of a comparison. The models report the lesser one, which the shape is about (`Violation::path`). */
const comparedFields = ({ lesser, greater }: Comparison): readonly Field[] => [lesser, greater];
