/** Selects the parts of the model that a client asks for: a list of all classes, or one class with all its fields. */

import { fail, formatPlace, suggest } from '../diagnostics/index.ts';
import type { ModelJson } from '../model/index.ts';

type Cls = ModelJson['classes'][number];

/** Returns the classes of a model with the names of their fields, and its enumerations. */
export function overviewOf({ source, label, doc, classes, enumerations }: ModelJson): object {
  return compact({
    ontology: source,
    label,
    doc,
    classes: classes.map(({ name, iri, doc, parents, abstract, deprecated, allFields }) => {
      const fields = allFields.map((each) => each.slice(each.indexOf('.') + 1));
      return { name, iri, doc, parents, abstract, deprecated, fields };
    }),
    enumerations: enumerations.map(({ name, iri, values }) => ({ name, iri, values: values.map(({ value }) => value) })),
  });
}

/**
 * Returns the model of one class with inherited fields and relations, and the enumerations, unions and assumptions that its fields
 * depend on; or the model of one enumeration.
 *
 * @param name a name of the model, an IRI or a prefixed name
 * @throws DiagnosticError if there is no such class or enumeration
 */
export async function classModelOf(model: ModelJson, name: string): Promise<object> {
  const { classes, enumerations, unions, assumptions, source } = model;
  const elements = [...classes, ...enumerations];
  const iri = name.replace(/^<(.*)>$/s, '$1');
  const local = /^[^:/]*:([^:/]+)$/s.exec(name)?.[1];
  // The model has no prefixes: the local name decides if only one element has it.
  const sameLocalName = elements.filter((each) => local !== undefined && each.iri?.split(/[#/]/).at(-1) === local);
  const element =
    elements.find((each) => each.name === name || each.iri === iri) ??
    (sameLocalName.length === 1 ? sameLocalName[0] : undefined);
  if (!element) {
    const names = elements.map((each) => each.name);
    return fail('unknown-element', { name, file: source, suggestion: await suggest(name, names) });
  }
  if ('values' in element) return compact({ ontology: source, enumeration: element });
  const { allFields, allRelations, refinements: _, refinedRelations: _relations, ...members } = element;
  const fields = membersOf(classes, allFields, (cls) => [...cls.refinements, ...cls.fields]);
  const relations = membersOf(classes, allRelations, (cls) => [...cls.refinedRelations, ...cls.relations]);
  const about = new Set([element.name, ...fields.map((field) => `${field.owner}.${field.name}`)]);
  return compact({
    ontology: source,
    class: { ...members, fields, relations },
    enumerations: enumerations.filter((each) => fields.some(({ type }) => type.enumeration === each.name)),
    unions: unions.filter((each) => fields.some(({ type }) => type.union === each.name)),
    assumptions: assumptions
      .filter(({ element }) => about.has(element))
      .map(({ element, decided, because, policy }) => ({ element, decided, because, policy })),
  });
}

/** Returns the members that names such as `Post.title` lead to. */
function membersOf<T extends { readonly name: string }>(
  classes: readonly Cls[],
  names: readonly string[],
  of: (cls: Cls) => readonly T[],
): readonly T[] {
  return names.flatMap((each) => {
    const [owner, member] = each.split('.', 2);
    const cls = classes.find((one) => one.name === owner);
    return (cls && of(cls).find((one) => one.name === member)) ?? [];
  });
}

/** Omits members that are `null`, `false` or an empty list, and writes source locations as `blog.ttl:21:1`. */
function compact(value: object): object {
  const isEmpty = (each: unknown) => each === null || each === false || (Array.isArray(each) && each.length === 0);
  return JSON.parse(
    JSON.stringify(value, (key, each) => (isEmpty(each) ? undefined : key === 'place' ? formatPlace(each) : each)),
  );
}
