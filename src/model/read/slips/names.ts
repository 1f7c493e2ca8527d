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
  type Statement,
  sh,
  XSD,
} from '../../../ontology/index.ts';
import type { Reader } from '../reader.ts';
import { isDatatype, namespaceOf } from '../resources.ts';
import { isMisplacedList } from './lists.ts';
import { a, type Check, isOfProperties, type Kind, kindOf, note, tell } from './tell.ts';

/** Tells of a text where a name is asked for, and which name it may stand for. */
export const textForName: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const { object, predicate } = statement;
  if (typeof object === 'string') return;
  const text = object.value;
  const named = ontology.typed.filter((each) => localName(each) === text);
  const candidates = [ontology.resolve(text), ...named, ...[XSD, OWL, RDFS, RDF].map((namespace) => namespace + text)];
  const meant = candidates.find((iri) => iri !== undefined && (isStandardTerm(iri) || ontology.statements(iri).length > 0));
  const suggestion = meant === undefined ? '' : `; did you mean ${reader.show(meant)}?`;
  // What is asked of a property without that follows from it.
  if (predicate !== rdfs.subClassOf) reader.told.add(node);
  tell(reader, node, statement, `a name is asked for here, and this is a text${suggestion}`);
};

/** Tells of texts among the members of a list of names. */
export const textInList: Check = (reader, node, statement) => {
  const { object } = statement;
  for (const member of typeof object === 'string' ? reader.ontology.members(object) : []) {
    if (typeof member.object !== 'string') textForName(reader, node, { ...member, predicate: statement.predicate });
  }
};

/** Tells of a type that is called like a term of a standard, and stands in the namespace of what has it. */
export const typeOfOwn: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || isBlank(node) || namespaceOf(object) !== namespaceOf(node)) return;
  const name = localName(object);
  const meant = declarations.get(name);
  if (meant === undefined || meant === object || reader.ontology.statements(object).length > 0) return;
  // What is not declared so is told no second time.
  reader.told.add(node);
  tell(reader, node, statement, `nothing declares ${reader.show(object)}; did you mean ${reader.show(meant)}?`);
};

/** Types by which things are declared, by their names. */
const declarations: ReadonlyMap<string, string> = new Map(
  [
    ...[owl.Class, owl.ObjectProperty, owl.DatatypeProperty, owl.FunctionalProperty, owl.InverseFunctionalProperty],
    ...[owl.Restriction, rdfs.Datatype, sh.NodeShape, sh.PropertyShape],
  ].map((type) => [localName(type), type] as const),
);

/** Tells of a class of literals, and of a datatype of individuals. */
export const membersOfOtherKind: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const { object } = statement;
  const members = typeof object === 'string' ? ontology.terms(object) : [];
  const literals = members.filter((member) => typeof member !== 'string').length;
  // Of what is no enumeration at all it is told where those are made.
  if (members.length === 0 || (literals > 0 && literals < members.length)) return;
  const types = ontology.types(node);
  const isDatatypes = types.includes(rdfs.Datatype);
  if (literals > 0 && types.includes(owl.Class) && !isDatatypes) {
    note(reader, node, statement, {
      reason: 'the instances of a class are no literals',
      taken: 'the literals are the values',
      instead: 'declare it an rdfs:Datatype, and properties with it owl:DatatypeProperty',
    });
  } else if (literals === 0 && isDatatypes && !types.includes(owl.Class)) {
    note(reader, node, statement, {
      reason: 'the values of a datatype are literals',
      taken: 'the individuals are the values',
      instead: 'declare it an owl:Class, and properties with it owl:ObjectProperty',
    });
  }
};

/** Tells of a class as the range of a datatype property, and of a datatype as that of an object property. */
export const rangeOfOtherKind: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || isBlank(object)) return;
  const kind = kindOf(reader, node);
  // Of a domain and a range that are the other way round it is told where domains are read.
  const isSwapped = reader.ontology.nodes(node, rdfs.domain).some((domain) => isDatatype(reader.ontology, domain));
  if (kind === 'data' && isClassAlone(reader, object) && !isSwapped) {
    const [reason, taken] = ['the range of an owl:DatatypeProperty is no class', 'its instances are the values'];
    note(reader, node, statement, { reason, taken, declare: 'owl:ObjectProperty' });
  } else if (kind === 'object' && object !== ANY_URI && isDatatype(reader.ontology, object)) {
    const [reason, taken] = ['the range of an owl:ObjectProperty is no datatype', 'its literals are the values'];
    note(reader, node, statement, { reason, taken, declare: 'owl:DatatypeProperty' });
  }
};

/** What an object property is often said to lead to: any resource is meant, and generated. */
const ANY_URI = `${XSD}anyURI`;

/** Tells of a class for a datatype in a shape, and of a datatype for a class. */
export const valueOfOtherKind: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  if (typeof object !== 'string' || isBlank(object)) return;
  if (predicate === sh.datatype && isClassAlone(reader, object)) {
    const [reason, taken] = ['this is a class, and no datatype', 'its instances are the values'];
    note(reader, node, statement, { reason, taken, instead: `write sh:class ${reader.show(object)}` });
  } else if (predicate === sh.class && isDatatype(reader.ontology, object)) {
    const [reason, taken] = ['this is a datatype, and no class', 'its literals are the values'];
    note(reader, node, statement, { reason, taken, instead: `write sh:datatype ${reader.show(object)}` });
  }
};

/** Tells of a class where shapes and restrictions name a property. */
export const pathIsClass: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || !isClassAlone(reader, object)) return;
  note(reader, node, statement, {
    reason: 'this is a class, and no property',
    taken: 'a field is made of it',
    instead: 'name the property',
  });
};

function isClassAlone(reader: Reader, node: Node): boolean {
  return kindOf(reader, node) === 'class';
}

/** What says of properties what another predicate says of classes. */
const pairs = [
  [rdfs.subClassOf, rdfs.subPropertyOf],
  [owl.disjointWith, owl.propertyDisjointWith],
  [owl.equivalentClass, owl.equivalentProperty],
] as const;

const ofProperties: ReadonlyMap<string, string> = new Map(pairs);
const ofClasses: ReadonlyMap<string, string> = new Map(pairs.map(([cls, property]) => [property, cls]));

/** Tells of what is said of classes where a property stands, on either side. */
export const betweenClasses: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  const own = kindOf(reader, node);
  const other = typeof object === 'string' ? kindOf(reader, object) : undefined;
  if (isOfProperties(own)) {
    const better = other === 'class' ? undefined : ofProperties.get(predicate);
    const isDomain = predicate === rdfs.subClassOf && other === 'class';
    const written = better ?? (isDomain ? rdfs.domain : undefined);
    const instead = written && `write ${reader.show(written)} ${reader.show(object as Node)}`;
    tell(reader, node, statement, `that is said of classes, and ${reader.show(node)} is ${a[own]}`, instead);
  } else if (isOfProperties(other) && predicate !== rdfs.subClassOf) {
    // Of superclasses that are none it is told where hierarchies are read.
    notA('class', reader, node, statement, other);
  }
};

/** Tells of a property, and where no datatype may stand of one, where a class is asked for. */
export const asksForClass: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  const kind = typeof object === 'string' ? kindOf(reader, object) : undefined;
  const mayBeDatatype = predicate === owl.someValuesFrom || predicate === owl.allValuesFrom;
  if (isOfProperties(kind) || (kind === 'datatype' && !mayBeDatatype)) notA('class', reader, node, statement, kind);
};

/** Tells of a class or a datatype where a property is asked for. */
export const asksForProperty: Check = (reader, node, statement) => {
  const { object } = statement;
  const kind = typeof object === 'string' ? kindOf(reader, object) : undefined;
  if (kind === 'class' || kind === 'datatype') notA('property', reader, node, statement, kind);
};

function notA(wanted: Kind, reader: Reader, node: Node, statement: Statement, kind: Kind): void {
  const [object, is] = [reader.show(statement.object as Node), isOfProperties(kind) ? a.property : a[kind]];
  tell(reader, node, statement, `${object} is ${is}, not ${a[wanted]}`);
}

/** Tells of what is said of properties where a class stands, and of one kind of properties where the other does. */
export const betweenProperties: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  const own = kindOf(reader, node);
  const other = typeof object === 'string' ? kindOf(reader, object) : undefined;
  if (own === 'class') {
    const better = other === 'class' ? ofClasses.get(predicate) : undefined;
    const instead = better && `write ${reader.show(better)} ${reader.show(object as Node)}`;
    tell(reader, node, statement, `that is said of properties, and ${reader.show(node)} is a class`, instead);
  } else if (other === 'class' || other === 'datatype') {
    notA('property', reader, node, statement, other);
  } else if (isMixed(own, other) && predicate !== owl.propertyDisjointWith) {
    note(reader, node, statement, {
      reason: 'one is an owl:DatatypeProperty, the other an owl:ObjectProperty',
      taken: 'domain and range are taken over where none are stated',
      instead: 'name a property of the same kind',
    });
  }
};

function isMixed(one: Kind | undefined, other: Kind | undefined): boolean {
  return (one === 'data' && other === 'object') || (one === 'object' && other === 'data');
}

/** Tells of inverses that are none: only what leads to resources leads back. */
export const inverse: Check = (reader, node, statement) => {
  const { object } = statement;
  const kinds = [
    isBlank(node) ? undefined : kindOf(reader, node),
    typeof object === 'string' ? kindOf(reader, object) : undefined,
  ];
  const [own, other] = kinds;
  const wrong =
    own === 'data' || own === 'class' ? node : other === 'data' || other === 'class' || other === 'datatype' ? object : undefined;
  if (typeof wrong !== 'string') return;
  const kind = kindOf(reader, wrong) as Kind;
  // What follows where there is no way back is told no second time.
  reader.told.add(node);
  const reason = `${reader.show(wrong)} is ${a[kind]}, and only an owl:ObjectProperty has an inverse`;
  tell(reader, node, statement, reason, 'name the object property that leads back');
};

/** What types of properties say that only object properties can be (OWL 2 Structural Specification, 9.2). */
const ofObjectProperties: ReadonlySet<string> = new Set([
  owl.SymmetricProperty,
  owl.AsymmetricProperty,
  owl.TransitiveProperty,
  owl.ReflexiveProperty,
  owl.IrreflexiveProperty,
]);

/** The same with those that datatype properties may have, too, in OWL or as it is read here. */
const characteristics: ReadonlySet<string> = new Set([
  ...ofObjectProperties,
  owl.FunctionalProperty,
  owl.InverseFunctionalProperty,
]);

/** Tells of characteristics that what has them cannot have, and of properties of both kinds. */
export const typeOfOtherKind: Check = (reader, node, statement) => {
  const type = statement.object;
  if (typeof type !== 'string') return;
  if (type === owl.ObjectProperty) bothKinds(reader, node, statement);
  else if (!characteristics.has(type)) return;
  else if (ofObjectProperties.has(type) && kindOf(reader, node) === 'data') {
    const reason = `${reader.show(node)} is an owl:DatatypeProperty, and only an owl:ObjectProperty can be that`;
    tell(reader, node, statement, reason);
  } else if (isClass(reader.ontology, node) && !isDeclaredProperty(reader.ontology, node)) {
    reader.told.add(node);
    tell(reader, node, statement, `${reader.show(node)} is a class, and only properties can be that`);
  }
};

function isClass(ontology: Ontology, node: Node): boolean {
  return ontology.types(node).some((type) => type === owl.Class || type === rdfs.Class);
}

function isDeclaredProperty(ontology: Ontology, node: Node): boolean {
  return ontology.types(node).some((type) => declaring.has(type));
}

const declaring: ReadonlySet<string> = new Set([
  `${RDF}Property`,
  owl.ObjectProperty,
  owl.DatatypeProperty,
  owl.AnnotationProperty,
]);

function bothKinds(reader: Reader, node: Node, statement: Statement): void {
  const { ontology } = reader;
  if (!ontology.types(node).includes(owl.DatatypeProperty)) return;
  const ranges = ontology.nodes(node, rdfs.range);
  const literal = ranges.filter((range) => isDatatype(ontology, range)).length;
  // What has both kinds of values has to be of both.
  if (ranges.some(isBlank) || (literal > 0 && literal < ranges.length)) return;
  note(reader, node, statement, {
    reason: 'it is an owl:DatatypeProperty, too, and no value is a resource and a literal',
    taken: 'its range tells what values are',
    instead: 'leave out one of the two types',
  });
}

/** Tells nothing of a list, of which it is told that it is one. */
export const unlessList =
  (check: Check): Check =>
  (reader, node, statement) => {
    if (!isMisplacedList(reader, statement.object)) check(reader, node, statement);
  };
