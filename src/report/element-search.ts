/** Finds elements of a model by the names that users type: `Post`, `Post.title`, `:title`, `<http://ex/title>`. */

import { type Constraint, type DomainClass, type DomainModel, type Field, typeNames } from '../model/index.ts';
import { localName } from '../ontology/index.ts';
import type { Element } from '../targets/index.ts';

/** Returns the object of the model that an element stands for. */
export function subjectOf(element: Element) {
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

/** Yields all elements of a model that a user can ask about. */
export function* elementsOf(model: DomainModel): Iterable<Element> {
  for (const cls of model.classes) {
    yield { kind: 'class', class: cls };
    for (const field of cls.allFields) yield { kind: 'field', class: cls, field };
  }
  for (const enumeration of model.enumerations) yield { kind: 'enumeration', enumeration };
}

/**
 * Finds a class, field or enumeration by name. The name is that in generated code (`Post`, `posts`, `Post.published_at`,
 * `PostWithAuthor`, `PostCreate`; also `published_at` alone, if only one class declares such a field), or that in the ontology
 * (an IRI, with or without `<…>`, or with a prefix, also after the dot). If nothing has that name, the last part of an IRI or the
 * label of a class is compared.
 *
 * @param show returns an IRI in the notation of the ontology
 */
export function findElement(model: DomainModel, name: string, show: (iri: string) => string): Element | undefined {
  // Exact matches take precedence over matches that ignore case.
  return findNormalized(model, name, show, (text) => text) ?? findNormalized(model, name, show, (text) => text.toLowerCase());
}

interface SearchCandidate {
  readonly name: string;
  readonly iri?: string;
  readonly label?: string;
}

/** @param normalize is applied to the searched name and to all names of elements before they are compared */
function findNormalized(
  model: DomainModel,
  name: string,
  show: (iri: string) => string,
  normalize: (name: string) => string,
): Element | undefined {
  const pick = <T extends SearchCandidate>(
    candidates: readonly T[],
    text: string,
    additionalNames: (candidate: T) => readonly (string | undefined)[],
  ) =>
    candidates.find((candidate) => {
      const { iri } = candidate;
      const names = [candidate.name, ...(iri === undefined ? [] : [iri, show(iri)]), ...additionalNames(candidate)];
      return names.some((each) => each !== undefined && normalize(each) === normalize(text));
    });
  const labels = ({ iri, label }: SearchCandidate) => [iri && localName(iri), label];
  const { of: variantNames } = typeNames(model);
  const classOf = (text: string) =>
    pick(model.classes, text, (c) => [c.relationsName, c.slug, c.plural]) ??
    pick(model.classes, text, (c) => Object.values(variantNames(c))) ??
    pick(model.classes, text, labels);
  const fieldOf = (cls: DomainClass, text: string): Field | undefined => {
    const choices = [cls, ...cls.ancestors].flatMap((c) => c.choices);
    return (
      pick(cls.allFields, text, labels) ?? pick(cls.allRelations, text, labels)?.field ?? pick(choices, text, labels)?.fields[0]
    );
  };
  const plainName = stripBrackets(name);
  const cls = classOf(plainName);
  if (cls) return { kind: 'class', class: cls };
  const enumeration = pick(model.enumerations, plainName, (e) => [e.slug]) ?? pick(model.enumerations, plainName, labels);
  if (enumeration) return { kind: 'enumeration', enumeration };
  // The IRI itself may contain dots.
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const owner = classOf(stripBrackets(name.slice(0, dot)));
    const field = owner && fieldOf(owner, stripBrackets(name.slice(dot + 1)));
    if (owner && field) return { kind: 'field', class: owner.allFields.includes(field) ? owner : field.owner, field };
  }
  // A property without a class: the first class that has it, as a field or as a relation that a field stores.
  const isProperty = ({ iri }: { readonly iri?: string | undefined }) =>
    iri !== undefined && [iri, show(iri), localName(iri)].some((each) => normalize(each) === normalize(plainName));
  const [property] = [
    ...model.classes.flatMap((c) => c.fields.filter(isProperty)),
    ...model.classes.flatMap((c) => c.relations.filter(isProperty).map((relation) => relation.field)),
    ...model.classes.flatMap((c) => c.choices.filter(isProperty).flatMap((choice) => choice.fields)),
  ];
  const sameName = model.classes.flatMap((c) => c.fields.filter((field) => normalize(field.name) === normalize(plainName)));
  const field = property ?? (sameName.length === 1 ? sameName[0] : undefined);
  return field && { kind: 'field', class: field.owner, field };
}

function stripBrackets(iri: string): string {
  return iri.replace(/^<(.*)>$/s, '$1');
}

/** Returns the fields that a constraint is about; none if it is about the class only. */
export function fieldsOf(constraint: Constraint): readonly Field[] {
  if (constraint.kind === 'key') return constraint.key.fields;
  if (constraint.kind === 'choice') return constraint.choice.fields;
  if (constraint.kind === 'total') return constraint.total.fields;
  if (constraint.kind === 'comparison') return [constraint.comparison.lesser, constraint.comparison.greater];
  return 'field' in constraint && constraint.field ? [constraint.field] : [];
}
