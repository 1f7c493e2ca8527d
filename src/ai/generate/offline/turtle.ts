import { type DomainClass, type Field, isReference, kindOf, type Relation, type ScalarType } from '../../../model/index.ts';
import type { Subject } from './subject.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** A property, and the classes that have it. */
interface Property {
  readonly iri: string;
  readonly about: Field | Relation;
  readonly domains: DomainClass[];
}

/**
 * Writes a Turtle skeleton: each class and property of an ontology, and the added classes. Comments mark where a label, a
 * description or properties are still to be written. The result is valid Turtle.
 *
 * @param added names of classes that the ontology does not have yet
 */
export function turtleSkeleton(subject: Subject | undefined, added: readonly string[]): string {
  const namespace = namespaceOf(subject?.model.classes[0]?.iri);
  const show = (iri: string) => turtleIri(iri, namespace);
  const blocks: string[][] = [
    [
      `@prefix : <${namespace}> .`,
      '@prefix owl: <http://www.w3.org/2002/07/owl#> .',
      '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
      `@prefix xsd: <${XSD}> .`,
    ],
  ];
  if (subject && added.length === 0) blocks.push(...declaredBlocks(subject, show));
  for (const name of added) blocks.push(...addedBlocks(name, subject?.classes[0]?.name ?? 'Other'));
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const DEFAULT_NAMESPACE = 'http://example.org/domain#';

function namespaceOf(iri = DEFAULT_NAMESPACE): string {
  return iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1) || DEFAULT_NAMESPACE;
}

/** Yields a block for the ontology, and one for each of its classes and properties. */
function* declaredBlocks({ model, classes }: Subject, show: (iri: string) => string): Iterable<string[]> {
  if (classes.length > 0 && model.iri !== undefined)
    yield statement(show(model.iri), 'owl:Ontology', [...annotationLines(model, 'the domain is about')]);
  for (const cls of classes) {
    const parents = cls.parents.map((parent) => `rdfs:subClassOf ${show(parent.iri)}`);
    const limits = cardinalityLimits(cls).flatMap(([iri, each]) => restrictions(show(iri), each));
    yield statement(show(cls.iri), 'owl:Class', [...annotationLines(cls, `a ${cls.name} is`), ...parents, ...limits]);
  }
  const stated = new Set<string>();
  for (const property of properties(classes)) {
    // Of two properties that are inverse to each other, only the second states it.
    const inverse = 'target' in property.about && property.about.inverse?.declared ? property.about.inverse.iri : undefined;
    yield declaration(property, inverse !== undefined && stated.has(inverse) ? inverse : undefined, show);
    stated.add(property.iri);
  }
}

/** Returns a block for a class that the ontology does not have yet, and one with examples of its properties. */
function addedBlocks(name: string, domain: string): [cls: string[], properties: string[]] {
  const role = name.charAt(0).toLowerCase() + name.slice(1);
  const label = `has_${name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()}`;
  return [
    statement(`:${name}`, 'owl:Class', [`rdfs:label ${quoted(name)}`, `# rdfs:comment "What a ${name} is."`]),
    [
      `# :${role}Name a owl:DatatypeProperty ; rdfs:label "name" ; rdfs:domain :${name} ; rdfs:range xsd:string ;`,
      '#     rdfs:comment "What the attribute says." .',
      `# :has${name} a owl:ObjectProperty ; rdfs:label "${label}" ; rdfs:domain :${domain} ; rdfs:range :${name} ;`,
      '#     rdfs:comment "What the relationship says." .',
    ],
  ];
}

/** Writes an IRI in Turtle: with a prefix if its local part is simple, else in full. */
function turtleIri(iri: string, namespace: string): string {
  const local = iri.slice(namespace.length);
  if (iri.startsWith(namespace) && /^(?:[A-Za-z_][\w-]*)?$/.test(local)) return `:${local}`;
  if (iri.startsWith(XSD) && /^\w+$/.test(iri.slice(XSD.length))) return `xsd:${iri.slice(XSD.length)}`;
  // Characters that are not allowed in an IRI reference are escaped (Turtle 1.1, section 6.4).
  const escaped = [...iri].map((c) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are escaped
    /[\u0000-\u0020<>"{}|^`\\]/.test(c) ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c,
  );
  return `<${escaped.join('')}>`;
}

/** Writes a subject with its predicates. Predicates that begin with `#` are still to be written, and stay comments. */
function statement(subject: string, type: string, predicates: readonly string[]): string[] {
  const written = predicates.filter((each) => !each.startsWith('#'));
  const open = predicates.filter((each) => each.startsWith('#'));
  return [
    `${subject} a ${type}${written.length === 0 && open.length === 0 ? ' .' : ' ;'}`,
    ...open.map((each) => `    ${each} ;`),
    ...written.map((each, at) => `    ${each}${at === written.length - 1 ? ' .' : ' ;'}`),
    ...(written.length === 0 && open.length > 0 ? ['    .'] : []),
  ];
}

function* annotationLines(element: { readonly label?: string; readonly doc?: string }, what: string): Iterable<string> {
  yield element.label === undefined ? '# rdfs:label "…"' : `rdfs:label ${quoted(element.label)}`;
  yield element.doc === undefined ? `# rdfs:comment "What ${what}."` : `rdfs:comment ${quoted(element.doc)}`;
}

function quoted(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return `"${text.replace(/[\\"\n\r\t]/g, (c) => escapes[c] ?? c)}"`;
}

interface Limits {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Returns the cardinalities that differ from the assumption that an attribute has one value. */
function cardinalityLimits(cls: DomainClass): [iri: string, Limits][] {
  const limits: [string, Limits][] = [];
  for (const field of cls.fields) {
    if (field.iri === undefined || isReference(field)) continue;
    if (field.cardinality === 'optional') limits.push([field.iri, { min: undefined, max: 1 }]);
    if (field.cardinality === 'many') limits.push([field.iri, { min: field.minItems ?? 0, max: field.maxItems }]);
  }
  for (const relation of cls.relations) {
    if (!relation.declared || relation.iri === undefined || relation.holder !== 'source') continue;
    const { minItems, maxItems } = relation.field;
    if (relation.many) limits.push([relation.iri, { min: minItems ?? 0, max: maxItems }]);
    else limits.push([relation.iri, { min: relation.required ? 1 : undefined, max: 1 }]);
  }
  return limits;
}

function restrictions(property: string, { min, max }: Limits): string[] {
  const limits =
    min === max ? [['cardinality', min] as const] : [['minCardinality', min] as const, ['maxCardinality', max] as const];
  return limits.flatMap(([predicate, number]) =>
    number === undefined
      ? []
      : [
          `rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ${property} ; owl:${predicate} "${number}"^^xsd:nonNegativeInteger ]`,
        ],
  );
}

/** Returns the properties of classes, each once, in the order of the classes. */
function properties(classes: readonly DomainClass[]): readonly Property[] {
  const found = new Map<string, Property>();
  const add = (about: Field | Relation, cls: DomainClass) => {
    if (about.iri === undefined) return;
    const known = found.get(about.iri);
    if (!known) found.set(about.iri, { iri: about.iri, about, domains: [cls] });
    else if (!known.domains.includes(cls)) known.domains.push(cls);
  };
  for (const cls of classes) {
    for (const field of cls.fields) if (!isReference(field)) add(field, cls);
    for (const relation of cls.relations) if (relation.declared) add(relation, cls);
  }
  return [...found.values()];
}

function declaration({ iri, about, domains }: Property, inverseOf: string | undefined, show: (iri: string) => string): string[] {
  const names = domains.map((cls) => show(cls.iri));
  const domain = names.length === 1 ? names[0] : `[ a owl:Class ; owl:unionOf ( ${names.join(' ')} ) ]`;
  const isRelation = 'target' in about;
  const range = isRelation ? show(about.target.iri) : rangeTerm(about, show);
  const types = [
    isRelation || areIndividuals(about) ? 'owl:ObjectProperty' : 'owl:DatatypeProperty',
    ...(!isRelation && about.unique ? ['owl:InverseFunctionalProperty'] : []),
  ];
  return statement(show(iri), types.join(', '), [
    ...annotationLines(about, 'it says'),
    `rdfs:domain ${domain}`,
    `rdfs:range ${range}`,
    ...(inverseOf === undefined ? [] : [`owl:inverseOf ${show(inverseOf)}`]),
    ...(about.deprecated ? ['owl:deprecated true'] : []),
  ]);
}

/** True if the values of a property are individuals of an enumeration. */
function areIndividuals(about: Field | Relation): boolean {
  return 'type' in about && about.type.kind === 'enumeration' && about.type.enumeration.values.every((v) => v.iri !== undefined);
}

function rangeTerm({ type }: Field, show: (iri: string) => string): string {
  switch (type.kind) {
    case 'scalar':
      return scalarRange(type, show);
    case 'enumeration': {
      const individuals = type.enumeration.values.flatMap((v) => (v.iri === undefined ? [] : [show(v.iri)]));
      if (individuals.length > 0) return `[ a owl:Class ; owl:oneOf ( ${individuals.join(' ')} ) ]`;
      return `[ a rdfs:Datatype ; owl:oneOf ( ${type.enumeration.values.map((v) => quoted(v.value)).join(' ')} ) ]`;
    }
    case 'union':
      return `[ a rdfs:Datatype ; owl:unionOf ( ${type.union.members.map((m) => scalarRange(m, show)).join(' ')} ) ]`;
    case 'id':
    case 'reference':
      return 'xsd:string';
    default:
      return type satisfies never;
  }
}

function scalarRange({ scalar, datatype }: ScalarType, show: (iri: string) => string): string {
  return datatype === undefined ? `xsd:${kindOf(scalar).xsd}` : show(datatype);
}
