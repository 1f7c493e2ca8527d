/**
 * Explains an element of the generated code for `codegen explain` and the editors: the statements, assumptions and decisions that
 * lead to it, and the lines where each target declares it.
 */

import type { Place } from '../diagnostics/index.ts';
import type { Assumption, Axiom, Constraint, Decided, DomainModel, Field, Relation } from '../model/index.ts';
import { type Element, type GeneratedFile, nameOf, type Target } from '../targets/index.ts';
import { type AssumedEntry, assumedEntry } from './assumptions.ts';
import { declarationOf, headerLines } from './declarations.ts';
import { fieldsOf, subjectOf } from './element-search.ts';
import { constraintsOnField, type FieldConstraint, formsOf } from './reasons.ts';
import { axiomEntry, type Entry } from './report.ts';
import { type Emissions, emissionsOf } from './verdict.ts';

/** The declaration of an element in the output of one target. */
export interface TargetDeclaration {
  readonly target: string;
  /** Relative to the output directory of the target. */
  readonly path: string;
  /** The line of its declaration, from 1. */
  readonly line?: number;
  readonly name: string;
  readonly type?: string;
}

/** The origin of an element of the generated code, and everything that affects it. */
export interface Explanation {
  /** `Post`, `Post.published_at` */
  readonly name: string;
  readonly iri?: string;
  readonly place?: Place;
  readonly label?: string;
  readonly doc?: string;
  /** For a class: the names of all its fields. */
  readonly fields?: readonly string[];
  /** For a field: the relations that it stores, such as `User.posts`. */
  readonly relations: readonly string[];
  /** For a field: its constraints, each with its reasons. */
  readonly holds: readonly FieldConstraint[];
  readonly axioms: readonly Entry[];
  /** Assumptions about the element. */
  readonly assumptions: readonly AssumedEntry[];
  /** The user's decisions for this element. */
  readonly settled: readonly Decided[];
  /** Results of policies that the user set. */
  readonly decided: readonly AssumedEntry[];
  readonly targets: readonly TargetDeclaration[];
}

interface ExplainedElement {
  readonly element: Element;
  /** Its name in the model, and the names of the relations that it stores. */
  readonly names: ReadonlySet<string>;
  /** A field, and the fields that it narrows. */
  readonly forms: ReadonlySet<object>;
}

/**
 * Explains an element with the model and the output of the targets.
 *
 * @param textOf returns the text of a file of a target as it is on the disk, header included
 */
export function explain(
  element: Element,
  model: DomainModel,
  targets: readonly Target[],
  textOf: (file: GeneratedFile, target: Target) => string,
): Explanation {
  const { iri, place, label, doc } = subjectOf(element);
  const emissions = emissionsOf(model, targets);
  const explained: ExplainedElement = {
    element,
    names: namesOf(element),
    forms: element.kind === 'field' ? formsOf(element.field) : new Set(),
  };
  const { assumptions, chosen } = model;
  const axioms = model.axioms.filter((axiom) => isAffected(explained, axiom.constraints) || isSubject(axiom, element));
  return {
    name: nameOf(element),
    ...(iri !== undefined && { iri }),
    ...(place && { place }),
    ...(label !== undefined && { label }),
    ...(doc !== undefined && { doc }),
    ...(element.kind === 'class' && { fields: element.class.allFields.map((field) => field.name) }),
    relations: element.kind === 'field' ? storedRelations(element.field).map(({ source, name }) => `${source.name}.${name}`) : [],
    holds:
      element.kind === 'field'
        ? constraintsOnField({ policies: model.policies, axioms, assumptions, chosen }, element.class, element.field)
        : [],
    axioms: axioms.map((axiom) => axiomEntry(axiom, emissions)),
    assumptions: assumptionsOf(explained, assumptions, model, emissions),
    decided: assumptionsOf(
      explained,
      chosen.filter(({ at }) => at === undefined),
      model,
      emissions,
    ),
    settled: userDecisions(explained, chosen, model),
    targets: targets.flatMap((target) => targetDeclarations(element, model, target, textOf)),
  };
}

function targetDeclarations(
  element: Element,
  model: DomainModel,
  target: Target,
  textOf: (file: GeneratedFile, target: Target) => string,
): TargetDeclaration[] {
  const declared = declarationOf(target.emit(model), element);
  if (!declared) return [];
  const { file, line, name, type } = declared;
  const offset = headerLines(textOf(file, target), file.content);
  return [{ target: target.name, path: file.path, line: line + offset, name, ...(type !== undefined && { type }) }];
}

/** Returns the user's decisions for the element, for its property in the class, and for elements that it follows from. */
function userDecisions(
  { element, names }: ExplainedElement,
  chosen: readonly Assumption[],
  { decided = [] }: DomainModel,
): readonly Decided[] {
  const { iri } = subjectOf(element);
  const places = new Set(chosen.filter((each) => names.has(each.element)).map(({ at }) => at));
  const owners =
    element.kind === 'field' ? [element.field.owner.iri, ...storedRelations(element.field).map((r) => r.source.iri)] : [];
  const isAbout = (each: Decided) => each.iri === iri && (each.class === undefined || owners.includes(each.class));
  return decided.filter((each) => isAbout(each) || places.has(each.place));
}

function assumptionsOf(
  explained: ExplainedElement,
  all: readonly Assumption[],
  { policies }: DomainModel,
  emissions: Emissions,
): AssumedEntry[] {
  return all
    .filter((each) => explained.names.has(each.element) || isAffected(explained, each.constraints))
    .map((each) => assumedEntry(each, policies, emissions));
}

/** Returns the name of an element in the model, and of the relations that it stores. */
function namesOf(element: Element): ReadonlySet<string> {
  const names = new Set([nameOf(element)]);
  if (element.kind !== 'field') return names;
  const { field } = element;
  names.add(`${field.owner.name}.${field.name}`);
  for (const { source, name } of storedRelations(field)) names.add(`${source.name}.${name}`);
  return names;
}

/** Returns the relations that a reference stores, in both directions. */
function storedRelations(field: Field): readonly Relation[] {
  if (field.type.kind !== 'reference') return [];
  const ends = new Set([field.owner, field.type.target]);
  return [...ends].flatMap((end) => end.relations.filter((relation) => relation.field === field));
}

/** Returns whether an element is the subject of an axiom. */
function isSubject({ iri, constraints }: Pick<Axiom, 'iri' | 'constraints'>, element: Element): boolean {
  if (iri === undefined) return false;
  if (element.kind !== 'field') return iri === subjectOf(element).iri;
  // An axiom that affected another element is not about this field.
  if (constraints.length > 0) return false;
  return [element.field, ...storedRelations(element.field)].some((each) => each.iri === iri);
}

/** Returns whether an axiom with these constraints affects an element. */
function isAffected({ element, forms }: ExplainedElement, constraints: readonly Constraint[]): boolean {
  switch (element.kind) {
    case 'class':
      return constraints.some(
        (c) => (c.class === element.class && !isFieldConstraint(c)) || (c.kind === 'disjoint' && c.other === element.class),
      );
    case 'field':
      // Constraints of a narrowed field also apply to the field that narrows it.
      return constraints.some((c) => fieldsOf(c).some((field) => forms.has(field)));
    case 'enumeration':
      return constraints.some(
        (c) =>
          (c.kind === 'type' || c.kind === 'values') &&
          c.field.type.kind === 'enumeration' &&
          c.field.type.enumeration === element.enumeration,
      );
    default:
      return element satisfies never;
  }
}

function isFieldConstraint(constraint: Constraint): boolean {
  return 'field' in constraint && constraint.field !== undefined;
}
