/** Messages about reading a domain model out of an ontology. */

import { countedNames, entry, type Fix, statementList } from './entry.ts';

/** Why a name that is used as a class does not denote one. */
type NonClassReason = 'undeclared' | 'untyped' | 'property' | 'datatype';

const nonClassReasons = {
  undeclared: 'is not a class of this ontology',
  untyped: 'has no rdf:type owl:Class',
  property: 'is a property, not a class',
  datatype: 'is a datatype, not a class',
} as const satisfies Record<NonClassReason, string>;

/** Returns whether declaring the name a class resolves the problem. */
const isMissing = (why: NonClassReason) => why === 'undeclared' || why === 'untyped';

/** Returns an edit that replaces a name with the suggested one. */
function replacementFix(name: string | undefined, by: string | undefined): readonly Fix[] {
  return name === undefined || by === undefined ? [] : [{ kind: 'replace', name, by }];
}

/** Returns how to resolve undeclared names: by a suggested name in place of a single one, or by declarations. */
function declarationHelp(names: readonly string[], type = 'owl:Class', suggestion?: string): string {
  const declaration = `${names[0]} a ${type} .`;
  if (names.length > 1) return `declare each, for example: ${declaration}`;
  return suggestion === undefined
    ? `declare it: ${declaration}`
    : `write ${suggestion} in place of ${names[0]}, or declare ${declaration}`;
}

/** Returns edits that declare names. */
function declarationFixes(names: readonly string[], type = 'owl:Class'): readonly Fix[] {
  return names.map((name) => ({ kind: 'state', statement: `${name} a ${type} .` }));
}

/** Properties, and the type that their values get. */
export interface AssumedType {
  readonly names: readonly string[];
  readonly becomes: string;
}

/** Returns `property :p has no range; it becomes a string`. */
function assumedTypeMessage({ names, becomes }: AssumedType, ranges: string): string {
  const [has, it] = names.length === 1 ? ['has', 'it'] : ['have', 'each'];
  return `${countedNames(names, 'property', 'properties')} ${has} ${ranges}; ${it} becomes ${becomes}`;
}

/** Returns `:a and :b of Person`, `the classes :A and b:A`, or `:id of Person and the built-in identifier`. */
function collidingElements(p: {
  readonly element: string;
  readonly classes?: string;
  readonly other: string;
  readonly otherClasses?: string;
  readonly isBuiltIn?: boolean;
}): string {
  if (p.classes === undefined) return `the classes ${p.element} and ${p.other}`;
  if (p.otherClasses !== undefined) return `${p.element} of ${p.classes} and ${p.other} of ${p.otherClasses}`;
  return p.isBuiltIn ? `${p.element} of ${p.classes} and ${p.other}` : `${p.element} and ${p.other} of ${p.classes}`;
}

/** Returns the end of a message that suggests a name. */
function suggestionClause({ suggestion }: { readonly suggestion?: string | undefined }): string {
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
}

export const modelMessages = {
  // Reading a domain model out of it
  'unknown-term': entry<{ term: string; count: number; suggestion: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      `${p.term} is not a term of its vocabulary and has no effect${p.count === 1 ? '' : ` (used in ${p.count} statements)`}${suggestionClause(p)}`,
    fixes: (p) => replacementFix(p.term, p.suggestion),
  }),
  'unknown-namespace': entry<{ namespace: string; meant: string; prefix: string; count: number }>({
    severity: 'warning',
    message: (p) =>
      `<${p.namespace}> is not the namespace of a standard, so its terms have no effect${p.count === 1 ? '' : ` (used ${p.count} times)`}; did you mean <${p.meant}>?`,
    help: (p) => `correct the prefix: @prefix ${p.prefix}: <${p.meant}> .`,
  }),
  'class-not-declared': entry<{ names: readonly string[]; as: 'target' | 'domain'; suggestion: string | undefined }>({
    severity: 'warning',
    message: (p) => {
      const [used, is, generated] =
        p.names.length === 1
          ? [`${p.names[0]} is`, 'it is not', 'it is generated']
          : [`${countedNames(p.names, 'class', 'classes')} are`, 'they are not', 'they are generated'];
      const as = p.as === 'target' ? 'the target of shapes (sh:targetClass)' : 'the domain of properties';
      return `${used} ${as}, but ${is} declared; ${generated} anyway${suggestionClause(p)}`;
    },
    help: (p) => declarationHelp(p.names, 'owl:Class', p.suggestion),
    fixes: (p) => [...replacementFix(p.names[0], p.suggestion), ...declarationFixes(p.names)],
  }),
  'subclass-not-declared': entry<{ names: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      p.names.length === 1
        ? `${p.names[0]} has an rdfs:subClassOf, but no rdf:type owl:Class; codegen does not generate it`
        : `${countedNames(p.names, 'class', 'classes')} have an rdfs:subClassOf, but no rdf:type owl:Class; codegen does not generate them`,
    help: (p) => declarationHelp(p.names),
    fixes: (p) => declarationFixes(p.names),
  }),
  'property-not-declared': entry<{
    names: readonly string[];
    as: 'domain' | 'path' | 'related';
    /** The type that it would have. */
    declare?: string;
    suggestion?: string | undefined;
  }>({
    severity: 'warning',
    message: (p) => {
      if (p.as === 'domain')
        return `${countedNames(p.names, 'property', 'properties')} with a domain ${p.names.length === 1 ? 'is not declared; it is generated' : 'are not declared; they are generated'} anyway`;
      const users = p.as === 'path' ? 'of shapes or restrictions' : 'that other properties refer to';
      return `${countedNames(p.names, 'property', 'properties')} ${users} ${p.names.length === 1 ? 'is' : 'are'} not declared${suggestionClause(p)}`;
    },
    help: (p) => declarationHelp(p.names, p.declare ?? 'owl:DatatypeProperty', p.suggestion),
    fixes: (p) => [
      ...replacementFix(p.names[0], p.suggestion),
      ...declarationFixes(p.names, p.declare ?? 'owl:DatatypeProperty'),
    ],
  }),
  'shape-target-unread': entry<{ names: readonly string[]; target: string }>({
    severity: 'warning',
    message: (p) =>
      `${countedNames(p.names, 'shape', 'shapes')} ${p.names.length === 1 ? 'selects' : 'select'} targets by ${p.target}; codegen supports only classes as targets and ignores ${p.names.length === 1 ? 'the shape' : 'the shapes'}`,
    help: () => 'add sh:targetClass, if the shape applies to all instances of a class',
  }),
  'shape-without-target': entry<{ names: readonly string[]; isOfValues?: boolean }>({
    severity: 'warning',
    message: (p) => {
      const [has, it, effect] = p.names.length === 1 ? ['has', 'it', 'it has'] : ['have', 'them', 'they have'];
      const shapes = countedNames(p.names, 'shape', 'shapes');
      return p.isOfValues
        ? `${shapes} ${has} no target class; codegen does not check the values of a property shape that refers to ${it}`
        : `${shapes} ${has} no target, and nothing refers to ${it}; ${effect} no effect`;
    },
    help: (p) =>
      p.isOfValues
        ? 'add sh:targetClass to the shape; or, if the values are instances of a class, sh:class to the property shape'
        : 'add sh:targetClass with the class that the shape is for',
  }),
  'property-without-domain': entry<{ names: readonly string[]; universal?: string | undefined }>({
    severity: 'warning',
    message: (p) => {
      const [has, is] = p.names.length === 1 ? ['has', 'it is'] : ['have', 'they are'];
      const domain =
        p.universal === undefined
          ? 'no domain'
          : `only the domain ${p.universal}, which contains everything, so codegen does not know which class gets the field`;
      return `${countedNames(p.names, 'property', 'properties')} ${has} ${domain}; ${is} not generated`;
    },
    help: (p) =>
      `add rdfs:domain with its class, or list its classes in codegen.yaml (elements: { ${p.names[0]}: { domain: [<class>] } }), or add it to every class without a superclass with --policy domainless=top`,
  }),
  'domain-not-declared': entry<{
    names: readonly string[];
    domain: string;
    why: NonClassReason;
    left: boolean;
    suggestion?: string | undefined;
    /** The class in the range, where domain and range may be swapped. */
    swapped?: string | undefined;
  }>({
    severity: 'warning',
    message: (p) => {
      const properties = p.names.length === 1 ? 'the property' : 'the properties';
      const consequence = p.left
        ? `codegen ignores ${p.domain} and keeps the other classes of ${properties}`
        : `${properties} ${p.names.length === 1 ? 'is' : 'are'} not generated`;
      return `the domain ${p.domain} of ${countedNames(p.names, 'property', 'properties')} ${nonClassReasons[p.why]}; ${consequence}${suggestionClause(p)}`;
    },
    help: (p) => {
      if (p.swapped !== undefined)
        return `if domain and range are swapped, write rdfs:domain ${p.swapped} ; rdfs:range ${p.domain}`;
      if (isMissing(p.why)) return declarationHelp([p.domain], 'owl:Class', p.suggestion);
      return 'name the classes that have the property';
    },
    fixes: (p) => [...replacementFix(p.domain, p.suggestion), ...(isMissing(p.why) ? declarationFixes([p.domain]) : [])],
  }),
  'domain-unreadable': entry<{ property: string; consequence: string }>({
    severity: 'warning',
    message: (p) => `the domain of property ${p.property} is a class expression that is not supported; ${p.consequence}`,
    help: () => 'name the classes directly or in an owl:unionOf',
  }),
  'range-not-declared': entry<{ names: readonly string[]; range: string; why: NonClassReason; suggestion?: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      `the range ${p.range} of ${countedNames(p.names, 'property', 'properties')} ${p.why === 'undeclared' ? 'is not declared in this ontology' : nonClassReasons[p.why]}; ${p.names.length === 1 ? 'the field stores an IRI instead of a reference' : 'the fields store IRIs instead of references'}${suggestionClause(p)}`,
    help: (p) =>
      isMissing(p.why)
        ? `to generate a reference, ${declarationHelp([p.range], 'owl:Class', p.suggestion)}`
        : 'to generate a reference, name a class instead',
    fixes: (p) => [...replacementFix(p.range, p.suggestion), ...(isMissing(p.why) ? declarationFixes([p.range]) : [])],
  }),
  'property-without-range': entry<AssumedType>({
    severity: 'warning',
    message: (p) => assumedTypeMessage(p, 'no range'),
    help: () => 'add rdfs:range with a datatype or a class',
  }),
  'range-ambiguous': entry<AssumedType & { readonly cause: 'several-ranges' | 'lost-restriction' }>({
    severity: 'warning',
    message: (p) =>
      assumedTypeMessage(
        p,
        p.cause === 'several-ranges' ? 'several ranges' : 'a range of several datatypes, one of them restricted',
      ),
    help: (p) =>
      p.cause === 'several-ranges'
        ? 'in RDFS a value must belong to all of them, but codegen accepts a value that belongs to one; to state "one of them", write a single rdfs:range with owl:unionOf; otherwise keep one range'
        : 'codegen cannot keep the restriction, so other values are accepted, too; remove the other datatype, or use two properties',
  }),
  'range-unreadable': entry<{
    property: string;
    becomes: string;
    /** The list, if it is one, or `rdf:List`. */
    list?: string | undefined;
    /** True for a plain list of strings. */
    isBare?: boolean;
    /** The members, if they are IRIs. */
    union?: string | undefined;
  }>({
    severity: 'warning',
    message: (p) =>
      `the range of property ${p.property} is ${p.list ?? 'a class expression'}${p.list === undefined ? ' that is' : ', which is'} not supported; it becomes ${p.becomes}`,
    help: (p) => {
      if (p.list === undefined)
        return p.becomes === 'a string' ? 'name a datatype, or list the values in owl:oneOf' : 'name a class, or use owl:unionOf';
      if (p.list === 'rdf:List') return 'name the class or the datatype of its members; a property may have several values';
      if (p.union !== undefined) return `for several classes, write [ a owl:Class ; owl:unionOf ( ${p.union} ) ]`;
      return p.isBare
        ? 'for an enumeration of strings, write [ a rdfs:Datatype ; owl:oneOf ( "open" "paid" ) ]'
        : 'list named individuals, or literals of one datatype, in owl:oneOf';
    },
  }),
  'datatype-unknown': entry<{ names: readonly string[]; datatype: string; is: 'unmapped' | 'untyped' | 'class' }>({
    severity: 'warning',
    message: (p) => {
      const becomes = p.names.length === 1 ? 'the field becomes a string' : 'the fields become strings';
      if (p.is === 'unmapped')
        return `codegen does not know the datatype ${p.datatype} of ${countedNames(p.names, 'property', 'properties')}; ${becomes}`;
      const of = countedNames(p.names, 'datatype property', 'datatype properties');
      const why = p.is === 'class' ? 'is a class, not a datatype' : 'is not declared as a datatype';
      return `the range ${p.datatype} of ${of} ${why}; ${becomes}`;
    },
    help: (p) =>
      p.is === 'class'
        ? 'if its values are resources, declare the property an owl:ObjectProperty'
        : `for another type, map the datatype to a known one, such as: ${p.datatype} a rdfs:Datatype ; owl:equivalentClass xsd:decimal .`,
  }),
  'annotation-property': entry<{ property: string }>({
    severity: 'warning',
    message: (p) => `${p.property} is an annotation property; no field is generated for it`,
    help: () => 'if it is a field, declare it as owl:DatatypeProperty (a value) or owl:ObjectProperty (a reference)',
  }),
  'subclass-cycle': entry<{ classes: string }>({
    severity: 'warning',
    message: (p) =>
      `${p.classes} is a cycle of rdfs:subClassOf; codegen ignores ${p.classes.split(' → ').slice(-2).join(' rdfs:subClassOf ')}`,
    help: () => 'remove this statement, or another one of the cycle',
  }),
  'superclass-not-declared': entry<{
    names: readonly string[];
    parent: string;
    why: NonClassReason;
    suggestion?: string | undefined;
  }>({
    severity: 'warning',
    message: (p) =>
      `the superclass ${p.parent} of ${p.names.length === 1 ? p.names[0] : countedNames(p.names, 'class', 'classes')} ${nonClassReasons[p.why]}; codegen ignores it${suggestionClause(p)}`,
    help: (p) => {
      if (!isMissing(p.why)) return 'name a class in rdfs:subClassOf';
      const declaration = declarationHelp([p.parent], 'owl:Class', p.suggestion);
      return p.suggestion === undefined ? `to use it, import its ontology, or ${declaration}` : declaration;
    },
    fixes: (p) => [...replacementFix(p.parent, p.suggestion), ...(isMissing(p.why) ? declarationFixes([p.parent]) : [])],
  }),
  /** Without a type where it is the class itself. */
  'class-is-individual': entry<{ names: readonly string[]; type: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      p.names.length === 1
        ? `class ${p.names[0]} is also an individual of ${p.type ?? 'itself'}; it is generated as a class`
        : `${countedNames(p.names, 'class', 'classes')} are also individuals of ${p.type ?? 'themselves'}; they are generated as classes`,
    help: () => 'remove one of its two types, or silence this warning if both are right',
  }),
  'class-is-datatype': entry<{ class: string }>({
    severity: 'warning',
    message: (p) => `${p.class} is both a class and a datatype; no type is generated for it`,
    help: () => 'keep owl:Class if it has fields, or rdfs:Datatype if it is a single value such as a string',
  }),
  'name-collision': entry<{
    /** The class or property that gets another name. */
    element: string;
    /** The classes of the property; undefined if the element is a class. */
    classes?: string;
    other: string;
    /** The classes of the other property, unless the classes of the element have it, too. */
    otherClasses?: string;
    /** True if the other name does not belong to a class or property of the ontology. */
    isBuiltIn?: boolean;
    name: string;
    renamed: string;
    /** The properties whose `rdfs:label` gives the name. */
    labelled?: readonly string[];
    /** True if the policy names=local gives both other names. */
    isAvoidable?: boolean;
  }>({
    severity: 'warning',
    message: (p) => {
      const origin = p.labelled?.length ? `, from the rdfs:label of ${p.labelled.join(' and ')}` : '';
      return `${collidingElements(p)} both get the name "${p.name}"${origin}; codegen calls ${p.element} "${p.renamed}"`;
    },
    help: (p) =>
      `give ${p.element} another ${p.classes === undefined ? 'local name' : 'rdfs:label'}, or set its name under elements in codegen.yaml${p.isAvoidable ? '; --policy names=local keeps the local names of both' : ''}`,
  }),
  'discriminator-renamed': entry<{ element: string; name: string; renamed: string }>({
    severity: 'warning',
    message: (p) =>
      `the discriminator, the field with the class of an instance, has the name "${p.renamed}", because ${p.element} has the name "${p.name}"`,
    help: (p) => `to call the discriminator "${p.name}", set another name for ${p.element} under elements in codegen.yaml`,
  }),
  'name-repaired': entry<{ what: string; name: string; repaired: string; why?: 'is-kanji' }>({
    severity: 'warning',
    message: (p) => {
      const fault = p.why === 'is-kanji' ? 'whose pronunciation is unknown' : 'which is not a valid identifier';
      return `${p.what} has the name "${p.name}", ${fault}; codegen calls it "${p.repaired}"`;
    },
    // A label does not replace a name that only begins with a digit.
    help: (p) =>
      p.repaired === `N${p.name}`
        ? 'rename it, or set a name under elements in codegen.yaml'
        : 'give it an rdfs:label in Latin letters, or set a name under elements in codegen.yaml',
  }),
  'reference-cycle': entry<{ fields: readonly string[]; path: string; properties: readonly string[]; backwards: boolean }>({
    severity: 'warning',
    message: (p) =>
      p.fields.length === 1
        ? `${p.fields[0]} closes a cycle of required references (${p.path}); codegen makes it optional, because otherwise you cannot insert the first row`
        : `${countedNames(p.fields, 'field', 'fields')} close a cycle of required references (${p.path}); codegen makes them optional, because otherwise you cannot insert the first row`,
    help: (p) => {
      const property = p.properties.length === 1 ? p.properties[0] : 'one of the properties';
      return p.backwards
        ? `declare the inverse of ${property} (owl:inverseOf); to confirm that the field is optional, make the inverse an owl:FunctionalProperty; to require the field, give the inverse owl:cardinality 1`
        : `to confirm that the field is optional, add owl:maxCardinality 1 for ${property}; to require it, add owl:cardinality 1`;
    },
  }),
  /** With the first individuals, and how many there are. */
  'enumeration-open': entry<{ class: string; individuals: readonly string[]; count: number }>({
    severity: 'warning',
    message: (p) =>
      `${p.class} is not an enumeration: the ontology does not state that its ${p.count} individuals (${p.individuals.join(', ')}${p.count > p.individuals.length ? ', …' : ''}) are the only ones`,
    help: (p) =>
      `if the list is complete, add: ${p.class} owl:oneOf ( ${p.individuals.join(' ')}${p.count > p.individuals.length ? ' …' : ''} ) . If you cannot edit the file, set listed: true for the class in codegen.yaml, or use --policy individuals=listed`,
  }),
  'class-without-instance': entry<{ class: string; why: string }>({
    severity: 'warning',
    message: (p) => `${p.class} cannot have instances: ${p.why}`,
    help: () => 'change or remove one of these statements; for "one class or the other", use owl:unionOf',
  }),
  'rows-need-each-other': entry<{ path: string; fields: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      `${p.path}: required foreign keys form a cycle (${p.fields.join(', ')}); the first rows must be inserted in one transaction, whose end checks the keys`,
    help: () => 'make one of the references optional: owl:maxCardinality 1 instead of owl:cardinality 1',
  }),
  'cardinality-conflict': entry<{ property: string; class: string; reason: string }>({
    severity: 'warning',
    message: (p) => `the cardinality of ${p.property} in ${p.class} is ${p.reason}`,
    help: () => 'change or remove one of the conflicting statements',
  }),
  /** The names are statements, also in the next entry. */
  'value-not-taken': entry<{ names: readonly string[]; reason: string; instead?: string }>({
    severity: 'warning',
    message: (p) => `${statementList(p.names)} ${p.names.length === 1 ? 'is' : 'are'} left out: ${p.reason}`,
    help: (p) => p.instead ?? '',
  }),
  'kind-mismatch': entry<{
    names: readonly string[];
    reason: string;
    effect: string;
    instead?: string;
    /** The type that the subject would have. */
    declare?: string;
  }>({
    severity: 'warning',
    message: (p) => `${statementList(p.names)}: ${p.reason}; ${p.effect}`,
    help: (p) => {
      if (p.declare === undefined) return p.instead ?? '';
      const subjects = p.names.map((statement) => statement.split(' ', 1)[0] as string);
      return declarationHelp(subjects, p.declare);
    },
  }),
  'bound-exceeds-type': entry<{ names: readonly string[]; reason: string; instead?: string }>({
    severity: 'warning',
    message: (p) => `${statementList(p.names)}: ${p.reason}`,
    help: (p) => p.instead ?? 'correct the bound, or use another datatype',
  }),
  'key-not-applied': entry<{ class: string; missing: readonly string[] }>({
    severity: 'warning',
    message: (p) => {
      const reason = `the class has no field with at most one value for ${p.missing.join(', ')}`;
      return `codegen does not apply owl:hasKey of ${p.class}: ${p.missing.length === 0 ? 'it names no property' : reason}`;
    },
    help: (p) =>
      p.missing.length === 0
        ? 'name at least one property in owl:hasKey'
        : 'add owl:maxCardinality 1 or sh:maxCount 1 for it, or remove it from owl:hasKey',
  }),
  // Decisions on single elements
  'decision-unknown': entry<{ element: string; suggestion: string | undefined }>({
    severity: 'error',
    message: (p) =>
      `${p.element} is not a class, property or individual of the ontology${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: () => 'write ex:Post or <http://…> for an element, or ex:Post/ex:title for a property in one class',
  }),
  'decision-contradicts': entry<{ element: string; says: string; stated: string }>({
    severity: 'error',
    message: (p) => `${p.element} ${p.says} by this decision, but the ontology states the contrary: ${p.stated}`,
    help: () => 'remove the decision, or give the reason to keep it: despite: <reason>',
  }),
  'decision-clash': entry<{ element: string; name: string; other: string }>({
    severity: 'error',
    message: (p) => `${p.element} cannot be called ${p.name}: ${p.other} has that name`,
    help: () => 'choose another name, or rename the other one as well',
  }),
  'decision-impossible': entry<{ element: string; says: string; why: string }>({
    severity: 'error',
    message: (p) => `"${p.says}" is not possible for ${p.element}: ${p.why}`,
    help: () => 'remove or change it under elements in codegen.yaml',
  }),
} as const;
