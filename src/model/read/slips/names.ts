/**
 * Checks whether the IRI in a statement is of the required kind: `:age rdfs:range :Person` is wrong if `:age` is an
 * `owl:DatatypeProperty`, because its values are literals.
 */

import {
  isBlank,
  isStandardTerm,
  localName,
  type Node,
  type Ontology,
  OWL,
  owl,
  RDF,
  RDFS,
  rdfs,
  sh,
  XSD,
} from '../../../ontology/index.ts';
import type { Reader } from '../reader.ts';
import { isDatatype, namespaceOf } from '../resources.ts';
import { isMisplacedList } from './lists.ts';
import {
  type Check,
  isOfProperties,
  type Kind,
  kindOf,
  kindWithArticle,
  warnIgnored,
  warnKindMismatch,
} from './statement-checks.ts';

/** Reports a literal where an IRI is required, and suggests the IRI that it may stand for. */
export const checkNotLiteral: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const { object, predicate } = statement;
  if (typeof object === 'string') return;
  const text = object.value;
  const homonyms = ontology.typed.filter((each) => localName(each) === text);
  const candidates = [ontology.resolve(text), ...homonyms, ...[XSD, OWL, RDFS, RDF].map((namespace) => namespace + text)];
  const match = candidates.find((iri) => iri !== undefined && (isStandardTerm(iri) || ontology.statements(iri).length > 0));
  const suggestion = match === undefined ? '' : `; did you mean ${reader.show(match)}?`;
  // Warnings about the missing IRI would only repeat this one.
  if (predicate !== rdfs.subClassOf) reader.reportedNodes.add(node);
  const instead = predicate === rdfs.range && suggestion === '' ? 'write a datatype, such as xsd:string, or a class' : undefined;
  warnIgnored(reader, node, statement, `an IRI is required here, and this is a string${suggestion}`, instead);
};

/** Reports an undeclared type in the subject's own namespace that has the name of a standard term (`:Class`). */
export const checkTypeNamespace: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || isBlank(node) || namespaceOf(object) !== namespaceOf(node)) return;
  const name = localName(object);
  const intended = declarations.get(name);
  if (intended === undefined || intended === object || reader.ontology.statements(object).length > 0) return;
  // A warning that the subject is not declared would repeat this one.
  reader.reportedNodes.add(node);
  warnIgnored(reader, node, statement, `nothing declares ${reader.show(object)}; did you mean ${reader.show(intended)}?`);
};

/** Types that declare classes, properties, datatypes and shapes, by local name. */
const declarations: ReadonlyMap<string, string> = new Map(
  [
    ...[owl.Class, owl.ObjectProperty, owl.DatatypeProperty, owl.FunctionalProperty, owl.InverseFunctionalProperty],
    ...[owl.Restriction, rdfs.Datatype, sh.NodeShape, sh.PropertyShape],
  ].map((type) => [localName(type), type] as const),
);

/** Reports a class as the range of a datatype property, and a datatype as the range of an object property. */
export const checkRangeKind: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || isBlank(object)) return;
  const kind = kindOf(reader, node);
  // A swapped domain and range is reported where domains are read.
  const isSwapped = reader.ontology.nodes(node, rdfs.domain).some((domain) => isDatatype(reader.ontology, domain));
  if (kind === 'data' && isOnlyClass(reader, object) && !isSwapped) {
    if (isOfLiterals(reader.ontology, node)) return;
    const [reason, effect] = [
      'the range of an owl:DatatypeProperty cannot be a class',
      'the property is read as an owl:ObjectProperty',
    ];
    warnKindMismatch(reader, node, statement, { reason, effect, declare: 'owl:ObjectProperty' });
  } else if (kind === 'object' && object !== ANY_URI && isDatatype(reader.ontology, object)) {
    const [reason, effect] = [
      'the range of an owl:ObjectProperty cannot be a datatype',
      'the property is read as an owl:DatatypeProperty',
    ];
    warnKindMismatch(reader, node, statement, { reason, effect, declare: 'owl:DatatypeProperty' });
  }
};

/** Returns whether a shape states that the values of a property are literals: then no class is used, and that is reported. */
function isOfLiterals(ontology: Ontology, property: Node): boolean {
  for (const { statements } of ontology.entries()) {
    const states = (predicate: string, object: Node) =>
      statements.some((one) => one.predicate === predicate && one.object === object);
    if (states(sh.path, property) && states(sh.nodeKind, sh.Literal)) return true;
  }
  return false;
}

/** A common range of object properties; it means any resource, and is generated as such. */
const ANY_URI = `${XSD}anyURI`;

/** Reports a class as the value of sh:datatype, and a datatype as the value of sh:class. */
export const checkShapeValueKind: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  if (typeof object !== 'string' || isBlank(object)) return;
  if (predicate === sh.datatype && isOnlyClass(reader, object)) {
    const [path] = reader.ontology.nodes(node, sh.path);
    if (path !== undefined && kindOf(reader, path) === 'data' && isOfLiterals(reader.ontology, path)) return;
    const [reason, effect] = ['this is a class, not a datatype', 'it is read as sh:class'];
    warnKindMismatch(reader, node, statement, { reason, effect, instead: `write sh:class ${reader.show(object)}` });
  } else if (predicate === sh.class && isDatatype(reader.ontology, object)) {
    const [reason, effect] = ['this is a datatype, not a class', 'it is read as sh:datatype'];
    warnKindMismatch(reader, node, statement, { reason, effect, instead: `write sh:datatype ${reader.show(object)}` });
  }
};

function isOnlyClass(reader: Reader, node: Node): boolean {
  return kindOf(reader, node) === 'class';
}

/** Predicates about classes, each with the predicate that states the same about properties. */
const propertyPredicates: ReadonlyMap<string, string> = new Map([
  [rdfs.subClassOf, rdfs.subPropertyOf],
  [owl.disjointWith, owl.propertyDisjointWith],
  [owl.equivalentClass, owl.equivalentProperty],
]);

/** Reports a property as the subject or object of a predicate that relates classes. */
export const checkClassPredicate: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  // `checkNotList` reports lists.
  if (isMisplacedList(reader, object)) return;
  const nodeKind = kindOf(reader, node);
  const other = typeof object === 'string' ? kindOf(reader, object) : undefined;
  if (isOfProperties(nodeKind)) {
    const better = other === 'class' ? undefined : propertyPredicates.get(predicate);
    const isDomain = predicate === rdfs.subClassOf && other === 'class';
    const written = better ?? (isDomain ? rdfs.domain : undefined);
    const instead = written && `write ${reader.show(written)} ${reader.show(object as Node)}`;
    const reason = `its subject must be a class, and ${reader.show(node)} is ${kindWithArticle[nodeKind]}`;
    warnIgnored(reader, node, statement, reason, instead);
  } else if (isOfProperties(other) && predicate !== rdfs.subClassOf) {
    // Superclasses that are not classes are reported where the hierarchy is read.
    warnIgnored(reader, node, statement, `${reader.show(object as Node)} is a property, not a class`);
  }
};

/** Reports inverses of anything but object properties: only these have an inverse. */
export const checkInverse: Check = (reader, node, statement) => {
  const { object } = statement;
  const nodeKind = kindOf(reader, node);
  const objectKind = typeof object === 'string' ? kindOf(reader, object) : undefined;
  const isWrongNode = nodeKind === 'data' || nodeKind === 'class';
  const isWrongObject = objectKind === 'data' || objectKind === 'class' || objectKind === 'datatype';
  const wrong = isWrongNode ? node : isWrongObject ? object : undefined;
  if (typeof wrong !== 'string') return;
  const kind = kindOf(reader, wrong) as Kind;
  // Warnings that follow from the missing inverse would repeat this one.
  reader.reportedNodes.add(node);
  const reason = `${reader.show(wrong)} is ${kindWithArticle[kind]}, and only an owl:ObjectProperty has an inverse`;
  warnIgnored(reader, node, statement, reason, 'name the object property that leads back');
};
