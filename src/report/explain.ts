import type { Place } from '../diagnostics/index.ts';
import {
  type Assumption,
  type Axiom,
  type Constraint,
  type Decided,
  type DomainClass,
  type DomainModel,
  type Field,
  type Relation,
  saidOf,
} from '../model/index.ts';
import type { Element, GeneratedFile, Target } from '../targets/index.ts';
import { type AssumedEntry, assumedEntry } from './assumed.ts';
import { declarationOf, headerLines } from './declarations.ts';
import { fieldsOf, nameOf } from './find.ts';
import { formsOf, type Held, heldBy } from './grounds.ts';
import { type Entry, entryOf } from './report.ts';
import { type Emissions, emissionsOf } from './verdict.ts';

/** How one target spells an element, and where. */
export interface Spelt {
  readonly target: string;
  /** Relative to the output directory of the target. */
  readonly path: string;
  /** The line of its declaration, from 1. */
  readonly line?: number;
  readonly name: string;
  readonly type?: string;
}

/** Where an element of the generated code comes from, and what shaped it. */
export interface Explanation {
  /** `Post`, `Post.published_at` */
  readonly name: string;
  readonly iri?: string;
  readonly place?: Place;
  readonly label?: string;
  readonly doc?: string;
  /** Of a class: the names of all its fields. */
  readonly fields?: readonly string[];
  /** Of a field: the ways from class to class that it stores, as `User.posts`. */
  readonly relations: readonly string[];
  /** Of a field: all that is demanded of it, and what is behind each. */
  readonly holds: readonly Held[];
  readonly axioms: readonly Entry[];
  /** What the tool decided about it. */
  readonly assumptions: readonly AssumedEntry[];
  /** What the user decided of it in particular. */
  readonly settled: readonly Decided[];
  /** What policies that the user set decided about it. */
  readonly decided: readonly AssumedEntry[];
  readonly targets: readonly Spelt[];
}

/** What is to be explained. */
interface Asked {
  readonly element: Element;
  /** What the model calls it, and the relations that it stores. */
  readonly names: ReadonlySet<string>;
  /** A field, and those that it narrows. */
  readonly forms: ReadonlySet<object>;
}

const NONE: ReadonlySet<object> = new Set();

/**
 * Explains an element by the model and what the targets make of it.
 *
 * @param written the text of a file of a target as it is written, header included
 */
export function explain(
  element: Element,
  model: DomainModel,
  targets: readonly Target[],
  written: (file: GeneratedFile, target: Target) => string,
): Explanation {
  const { iri, place, label, doc } = subjectOf(element);
  const emissions = emissionsOf(model, targets);
  const asked: Asked = { element, names: namesOf(element), forms: element.kind === 'field' ? formsOf(element.field) : NONE };
  const { axioms, assumptions, chosen } = saidOf(model, {
    axiom: (axiom) => isAbout(axiom, asked),
    member: (cls, member) => element.kind === 'field' && isMember(cls, member, asked),
  });
  return {
    name: nameOf(element),
    ...(iri !== undefined && { iri }),
    ...(place && { place }),
    ...(label !== undefined && { label }),
    ...(doc !== undefined && { doc }),
    ...(element.kind === 'class' && { fields: element.class.allFields.map((field) => field.name) }),
    relations: element.kind === 'field' ? storedIn(element.field).map(({ source, name }) => `${source.name}.${name}`) : [],
    holds:
      element.kind === 'field'
        ? heldBy({ policies: model.policies, axioms, assumptions, chosen }, element.class, element.field)
        : [],
    axioms: axioms.map((axiom) => entryOf(axiom, emissions)),
    assumptions: decisionsOn(asked, assumptions, model, emissions),
    decided: decisionsOn(
      asked,
      chosen.filter(({ at }) => at === undefined),
      model,
      emissions,
    ),
    settled: settledOn(asked, chosen, model),
    targets: targets.flatMap((target) => speltAt(element, model, target, written)),
  };
}

function speltAt(
  element: Element,
  model: DomainModel,
  target: Target,
  written: (file: GeneratedFile, target: Target) => string,
): Spelt[] {
  const declared = declarationOf(target.emit(model), element);
  if (!declared) return [];
  const { file, line, name, type } = declared;
  const offset = headerLines(written(file, target), file.content);
  return [{ target: target.name, path: file.path, line: line + offset, name, ...(type !== undefined && { type }) }];
}

/** What was decided of an element, of the property in the class that has it, and of what it follows from. */
function settledOn({ element, names }: Asked, chosen: readonly Assumption[], { decided = [] }: DomainModel): readonly Decided[] {
  const { iri } = subjectOf(element);
  const from = new Set(chosen.filter((each) => names.has(each.element)).map(({ at }) => at));
  const owner = element.kind === 'field' ? [element.field.owner.iri, ...storedIn(element.field).map((r) => r.source.iri)] : [];
  const isOf = (each: Decided) => each.iri === iri && (each.class === undefined || owner.includes(each.class));
  return decided.filter((each) => isOf(each) || from.has(each.place));
}

function subjectOf(element: Element) {
  switch (element.kind) {
    case 'class':
      return element.class;
    case 'field':
      return element.field;
    case 'enumeration':
      return element.enumeration;
    default:
      return element satisfies never;
  }
}

function decisionsOn(asked: Asked, all: readonly Assumption[], { policies }: DomainModel, emissions: Emissions): AssumedEntry[] {
  return all
    .filter((each) => asked.names.has(each.element) || isShapedBy(asked, each.constraints))
    .map((each) => assumedEntry(each, policies, emissions));
}

/** What the model calls an element, and the relations that it stores. */
function namesOf(element: Element): ReadonlySet<string> {
  const names = new Set([nameOf(element)]);
  if (element.kind !== 'field') return names;
  const { field } = element;
  names.add(`${field.owner.name}.${field.name}`);
  for (const { source, name } of storedIn(field)) names.add(`${source.name}.${name}`);
  return names;
}

/** The ways from class to class that a reference stores, in both directions. */
function storedIn(field: Field): readonly Relation[] {
  if (field.type.kind !== 'reference') return [];
  const ends = new Set([field.owner, field.type.target]);
  return [...ends].flatMap((end) => end.relations.filter((relation) => relation.field === field));
}

/** Whether a member of a class is the field, or is called as it is. */
function isMember({ name }: DomainClass, member: { readonly name: string }, { names, forms }: Asked): boolean {
  return forms.has(member) || names.has(`${name}.${member.name}`);
}

/** Whether an axiom shaped an element, or is said of it. */
function isAbout(axiom: Pick<Axiom, 'iri' | 'constraints'>, asked: Asked): boolean {
  return isShapedBy(asked, axiom.constraints) || isSaidOf(axiom, asked.element);
}

function isSaidOf({ iri, constraints }: Pick<Axiom, 'iri' | 'constraints'>, element: Element): boolean {
  if (iri === undefined) return false;
  if (element.kind !== 'field') return iri === subjectOf(element).iri;
  // What shaped something else is no news of a field.
  if (constraints.length > 0) return false;
  return [element.field, ...storedIn(element.field)].some((each) => each.iri === iri);
}

function isShapedBy({ element, forms }: Asked, constraints: readonly Constraint[]): boolean {
  switch (element.kind) {
    case 'class':
      return constraints.some(
        (c) => (c.class === element.class && !isOfField(c)) || (c.kind === 'disjoint' && c.other === element.class),
      );
    case 'field':
      // What is said of a field that this one narrows holds of it, too.
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

function isOfField(constraint: Constraint): boolean {
  return 'field' in constraint && constraint.field !== undefined;
}
