/**
 * Reads the node and property shapes of SHACL Core whose targets are classes (SHACL, 2.1.3, 2.2, 2.3 and 4) as facts:
 * `sh:targetClass :Post ; sh:property [ sh:path :title ; sh:maxCount 1 ]` becomes a maximum of 1 for `:title` in `:Post`.
 */

import { isBlank, localName, type Node, type Ontology, owl, rdf, rdfs, SHACL, type Statement, sh } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import { parseCount } from '../kinds/counts.ts';
import type { AxiomDraft } from './axioms.ts';
import { alternativeShapes } from './disjunctions.ts';
import type { Facts } from './facts.ts';
import { isValueShape, OF_NO_CLASS, readParameter } from './parameters.ts';
import type { Reader } from './reader.ts';
import { usesShacl } from './resources.ts';

export function readShapes(reader: Reader, classes: readonly ClassDraft[], facts: Facts): void {
  new Shapes(reader, classes, facts).read();
}

/** Parameters of property shapes that constrain nothing. */
const annotations: ReadonlySet<string> = new Set([
  sh.message,
  sh.severity,
  sh.group,
  sh.flags,
  sh.targetClass,
  sh.ignoredProperties,
  // SHACL 1.2: a name for generated code.
  `${SHACL}codeIdentifier`,
]);

/** Parameters about the property shape itself. */
const shapeParameters: ReadonlySet<string> = new Set([sh.path, sh.deactivated]);

/** Parameters with texts for users, and the order. */
const hints: ReadonlySet<string> = new Set([sh.name, sh.description, sh.order]);

/** Parameters of node shapes that constrain nothing. */
const nodeShapeAnnotations: ReadonlySet<string> = new Set([...annotations, ...hints, sh.deactivated]);

/** Parameters that a shape of the values cannot have, or that mean something else there (SHACL, 4.8.3). */
const propertyShapeOnly: ReadonlySet<string> = new Set([sh.minCount, sh.maxCount, sh.uniqueLang, sh.hasValue, sh.defaultValue]);

/** Parameters that compare the values of two properties, and whether equal values are allowed. */
const orders: ReadonlyMap<string, boolean> = new Map([
  [`${SHACL}lessThan`, false],
  [`${SHACL}lessThanOrEquals`, true],
]);

const ADVISORY = 'its severity is not sh:Violation, so it is advice';

class Shapes {
  readonly #reader: Reader;
  readonly #classes: ReadonlySet<Node>;
  readonly #drafts: readonly ClassDraft[];
  readonly #superclasses: ReadonlySet<Node>;
  readonly #facts: Facts;
  /** The axiom of each statement: a shape of several classes is read for each class, but logged once. */
  readonly #axioms = new Map<Statement, AxiomDraft>();
  /** The shapes of values whose property shapes are not read. */
  readonly #dropped = new Set<Node>();
  /** By property: the property that the ontology declares as its inverse. */
  #inverses: Map<Node, Node> | undefined;

  constructor(reader: Reader, classes: readonly ClassDraft[], facts: Facts) {
    this.#reader = reader;
    this.#classes = new Set(classes.map((cls) => cls.iri));
    this.#drafts = classes;
    this.#superclasses = new Set(classes.flatMap(({ ancestors }) => ancestors.map(({ iri }) => iri)));
    this.#facts = facts;
  }

  read(): void {
    const { ontology, axioms } = this.#reader;
    for (const { node: shape, statements } of usesShacl(ontology) ? ontology.entries() : []) {
      if (!statements.some(isShacl)) continue;
      const targets = ontology.nodes(shape, sh.targetClass);
      // A shape that is a class constrains its instances (SHACL, 2.1.3.3).
      if (this.#classes.has(shape) && !targets.includes(shape)) targets.push(shape);
      const known = targets.filter((target) => this.#classes.has(target));
      for (const statement of statements) {
        const isTarget = statement.predicate.startsWith(`${SHACL}target`);
        if (!isTarget) continue;
        if (statement.predicate !== sh.targetClass) {
          axioms.add(statement.predicate, shape, statement).addShortfall('only classes are read as targets');
        } else if (!known.includes(statement.object as Node)) {
          axioms.add('sh:targetClass', shape, statement).addShortfall('the target is not a class of this ontology');
        }
      }
      if (known.length > 0) this.#readShape(shape, known, new Set());
    }
    // Other shapes may read the same property shapes, so this comes last. A Set also iterates over the members that are added.
    for (const shape of this.#dropped) this.#logDropped(shape);
  }

  #readShape(shape: Node, targets: readonly Node[], within: ReadonlySet<Node>): void {
    if (within.has(shape) || this.#isDeactivated(shape)) return;
    if (this.#reader.ontology.node(shape, sh.path) !== undefined) this.#readPropertyShape(shape, targets);
    else this.#readNodeShape(shape, targets, new Set([...within, shape]));
  }

  /** Returns whether a shape is deactivated, so that it constrains nothing (SHACL, 2.1.6). Logs that once. */
  #isDeactivated(shape: Node): boolean {
    const { ontology } = this.#reader;
    if (!ontology.isTrue(shape, sh.deactivated)) return false;
    for (const statement of ontology.statementsOf(shape, sh.deactivated)) this.#axiom(shape, statement).needsNoConstraint = true;
    return true;
  }

  /** Returns whether the severity of a shape makes its own constraints advice only (SHACL, 2.1.4). */
  #isAdvice(shape: Node): boolean {
    const severity = this.#reader.ontology.node(shape, sh.severity);
    return severity !== undefined && severity !== sh.Violation;
  }

  #readNodeShape(shape: Node, targets: readonly Node[], within: ReadonlySet<Node>): void {
    const { ontology } = this.#reader;
    for (const statement of ontology.statements(shape)) {
      const { predicate, object } = statement;
      if (!isShacl(statement) || nodeShapeAnnotations.has(predicate) || predicate.startsWith(`${SHACL}target`)) continue;
      if (typeof object === 'string') {
        if (predicate === sh.property || predicate === sh.node) {
          this.#readShape(object, targets, within);
          continue;
        }
        if (predicate === sh.and) {
          for (const member of ontology.list(object)) this.#readShape(member, targets, within);
          continue;
        }
        if (this.#readInstanceConstraint(shape, statement, object, targets)) continue;
      }
      if (predicate === sh.closed) {
        if (ontology.isTrue(shape, sh.closed)) this.#readClosed(shape, statement, targets);
        continue;
      }
      this.#axiom(shape, statement).addShortfall('this is read only for properties, not for whole instances');
    }
  }

  /** Reads a constraint on whole instances whose value is a node. Returns false if the constraint is not supported. */
  #readInstanceConstraint(shape: Node, statement: Statement, object: Node, targets: readonly Node[]): boolean {
    switch (statement.predicate) {
      case sh.or:
      case sh.xone:
        return this.#readAlternatives(shape, statement, object, targets);
      case `${SHACL}sparql`:
        return this.#readExcludingQuery(shape, statement, object, targets);
      case sh.nodeKind:
        return this.#readNodeKind(shape, statement, object, targets);
      default:
        return false;
    }
  }

  /**
   * Reads the node kind of instances (SHACL, 4.1.3). It decides the nodes that are written as RDF: every instance has an IRI, or
   * is a blank node if required. Other layers identify an instance by its id. Returns false for literals.
   */
  #readNodeKind(shape: Node, statement: Statement, object: Node, targets: readonly Node[]): boolean {
    if (object !== sh.IRI && object !== sh.BlankNode && object !== sh.BlankNodeOrIRI) return false;
    const axiom = this.#axiom(shape, statement);
    if (this.#isAdvice(shape)) axiom.addShortfall(ADVISORY);
    else axiom.needsNoConstraint = true;
    if (object === sh.BlankNode && !this.#isAdvice(shape)) for (const target of targets) this.#facts.blankNodes.add(target);
    return true;
  }

  /** Reads shapes of which an instance conforms to one. Returns false if none of them is about a property. */
  #readAlternatives(shape: Node, statement: Statement, head: Node, targets: readonly Node[]): boolean {
    const { ontology } = this.#reader;
    const alternatives = alternativeShapes(ontology, head);
    if (!alternatives) return false;
    const axiom = this.#axiom(shape, statement);
    if (this.#isAdvice(shape)) {
      axiom.addShortfall(ADVISORY);
      return true;
    }
    const isExclusive = statement.predicate === sh.xone;
    for (const target of targets) {
      for (const property of alternatives.values.keys()) this.#facts.mention(target, property, 'shape', axiom.place);
      this.#facts.addDisjunction(target, { ...alternatives, isExclusive, axiom }, 'shape');
    }
    return true;
  }

  /**
   * Reads `sh:closed`: only the paths of the shape's own property shapes, and the ignored properties, are allowed (SHACL,
   * 4.8.1).
   */
  #readClosed(shape: Node, statement: Statement, targets: readonly Node[]): void {
    const { ontology } = this.#reader;
    const axiom = this.#axiom(shape, statement);
    if (this.#isAdvice(shape)) {
      axiom.addShortfall(ADVISORY);
      return;
    }
    const paths = ontology.nodes(shape, sh.property).flatMap((property) => ontology.nodes(property, sh.path));
    const ignored = ontology.nodes(shape, sh.ignoredProperties).flatMap((list) => ontology.list(list));
    for (const target of targets) this.#facts.closed.set(target, { axiom, allowed: new Set([...paths, ...ignored]) });
  }

  #readPropertyShape(shape: Node, targets: readonly Node[]): void {
    const { ontology } = this.#reader;
    const [pathStatement] = ontology.statementsOf(shape, sh.path) as [Statement];
    const path = ontology.node(shape, sh.path) as Node;
    const { property, isSimple, isInverse } = readPath(ontology, path);
    const typed = propertyOfTypes(ontology, path);
    const isAdvice = this.#isAdvice(shape);
    const isRead = isSimple && !isAdvice;
    if (isRead) for (const target of targets) this.#facts.mention(target, property, 'shape', ontology.placeOf(pathStatement));
    const ofValues = new Map<Node, Statement>();
    for (const statement of ontology.statements(shape)) {
      const { predicate } = statement;
      if (!isParameter(statement)) continue;
      if (hints.has(predicate)) {
        if (isSimple) this.#readHint(targets, property, statement);
        continue;
      }
      if (isRead && this.#findValueShapes(property, statement, targets, ofValues)) continue;
      const axiom = this.#axiom(targets[0] as Node, statement, path);
      if (isAdvice) axiom.addShortfall(ADVISORY);
      else if (isInverse) this.#readInverse(property, statement, targets, axiom);
      else if (isSimple) this.#readParameter(shape, property, statement, targets, axiom);
      else if (typed !== undefined) this.#readTypes(typed, statement, targets, axiom);
      else this.#readOtherPath(path, statement, targets, axiom);
    }
    // Shapes may be nested deeply, share others and form cycles: a Map iterates once over each entry, also over added ones.
    for (const [inner, statement] of ofValues) this.#readValueShape(inner, property, statement, targets, ofValues);
  }

  /** Reads the order of the values of two properties (SHACL, 4.5.3 and 4.5.4). */
  #readOrder(lesser: Node, { predicate, object }: Statement, targets: readonly Node[], axiom: AxiomDraft): void {
    if (typeof object !== 'string') {
      axiom.addShortfall('its value is a literal, which has no effect here');
      return;
    }
    const orEqual = orders.get(predicate) === true;
    for (const target of targets) this.#facts.addOrder(target, { lesser, greater: object, orEqual, axiom });
  }

  /** Reads a constraint on the types of the values of a property, as in the shapes of CIM: `sh:path ( :limit rdf:type )`. */
  #readTypes(property: Node, { predicate, object }: Statement, targets: readonly Node[], axiom: AxiomDraft): void {
    const { ontology } = this.#reader;
    const listed = predicate === sh.in && typeof object === 'string' ? ontology.list(object) : [];
    for (const target of targets) {
      this.#facts.mention(target, property, 'shape', axiom.place);
      // Only resources have types.
      this.#facts.add(target, property, { kind: 'node-kind', literal: false, axiom }, 'shape');
    }
    const [only] = listed;
    if (predicate === sh.nodeKind && object === sh.IRI) axiom.needsNoConstraint = true;
    else if (only === undefined) axiom.addShortfall('only a list of types is read');
    else if (listed.length > 1) axiom.addShortfall('which of several classes an instance has is not checked');
    else if (!this.#classes.has(only)) axiom.addShortfall('the type is not a class of this ontology');
    else {
      const range = { kind: 'range', nodes: [only], as: 'class', axiom } as const;
      for (const target of targets) this.#facts.add(target, property, range, 'shape');
      if (this.#superclasses.has(only)) axiom.addShortfall('instances of subclasses are accepted, too');
    }
  }

  /** Reads a constraint on types, or on a path of several steps. */
  #readOtherPath(path: Node, statement: Statement, targets: readonly Node[], axiom: AxiomDraft): void {
    if (path !== rdf.type) axiom.addShortfall('paths of several steps are not read');
    else if (!this.#readExcludedType(statement, targets, axiom)) axiom.addShortfall('types are not a field');
  }

  /**
   * Finds the shapes that each value of a property conforms to, whose constraints are read as those of the property shape
   * (SHACL, 4.6.2 and 4.7.1). Returns false if a statement refers to no such shape.
   *
   * @param byShape gets the shapes, each with the statement that refers to it
   */
  #findValueShapes(property: Node, statement: Statement, targets: readonly Node[], byShape: Map<Node, Statement>): boolean {
    const { ontology } = this.#reader;
    const { predicate, object } = statement;
    if (typeof object !== 'string') return false;
    if (predicate === sh.node) {
      const isRead = isValueShape(object, this.#context);
      if (isRead && !byShape.has(object)) byShape.set(object, statement);
      return isRead;
    }
    const members = predicate === sh.and ? ontology.list(object) : [];
    for (const member of members) {
      if (isValueShape(member, this.#context)) {
        if (!byShape.has(member)) byShape.set(member, statement);
        continue;
      }
      const isOfProperty = ontology.node(member, sh.path) !== undefined;
      const assumed = { ...statement, predicate: isOfProperty ? sh.property : sh.node, object: member };
      this.#readParameter(undefined, property, assumed, targets, this.#axiom(targets[0] as Node, statement, property));
    }
    return members.length > 0;
  }

  /**
   * Reads the constraints of a shape on each value of a property.
   *
   * @param statement refers to the shape
   * @param byShape gets the shapes that the shape refers to
   */
  #readValueShape(
    shape: Node,
    property: Node,
    statement: Statement,
    targets: readonly Node[],
    byShape: Map<Node, Statement>,
  ): void {
    const { ontology } = this.#reader;
    if (this.#isDeactivated(shape)) return;
    const isAdvice = this.#isAdvice(shape);
    if (!isAdvice && ontology.node(shape, sh.property) !== undefined) {
      const meant = { ...statement, predicate: sh.node, object: shape };
      this.#readParameter(undefined, property, meant, targets, this.#axiom(targets[0] as Node, statement, property));
    }
    for (const inner of ontology.statements(shape)) {
      const { predicate } = inner;
      if (!isConstraint(inner) || predicate === sh.property) continue;
      if (!isAdvice && this.#findValueShapes(property, inner, targets, byShape)) continue;
      const axiom = isBlank(shape) ? this.#axiom(targets[0] as Node, inner, property) : this.#axiom(shape, inner);
      if (isAdvice) axiom.addShortfall(ADVISORY);
      else if (propertyShapeOnly.has(predicate)) axiom.addShortfall('this is read only in a property shape');
      else this.#readParameter(shape, property, inner, targets, axiom);
    }
  }

  /** Logs the property shapes of a shape of values that no class has: they have no effect. Warns of the shape. */
  #logDropped(shape: Node): void {
    const { ontology } = this.#reader;
    // With a class, the values are instances, whose class has shapes of its own.
    if (!isBlank(shape) && ontology.node(shape, sh.class) === undefined)
      this.#reader.warnOf('shape-without-target', this.#reader.show(shape), { isOfValues: true }, ontology.place(shape));
    for (const propertyShape of ontology.nodes(shape, sh.property)) {
      const path = ontology.node(propertyShape, sh.path);
      if (ontology.isTrue(propertyShape, sh.deactivated)) continue;
      for (const statement of ontology.statements(propertyShape)) {
        if (!isConstraint(statement) || statement.predicate === sh.path || this.#axioms.has(statement)) continue;
        this.#axiom(shape, statement, path).addShortfall(OF_NO_CLASS);
        const { dropped = [] } = readParameter({ shape: propertyShape, statement, ...this.#context });
        for (const inner of dropped) this.#dropped.add(inner);
      }
    }
  }

  /**
   * Reads a query that rejects instances of abstract classes by their type, as in the shapes of the Asset Administration Shell:
   * `?this rdf:type ?type . FILTER (?type = aas:DataElement)`. Returns false for other queries.
   */
  #readExcludingQuery(shape: Node, statement: Statement, constraint: Node, targets: readonly Node[]): boolean {
    const [select] = this.#reader.ontology.statementsOf(constraint, `${SHACL}select`);
    if (select === undefined || typeof select.object === 'string' || this.#isAdvice(shape)) return false;
    const query = select.object.value.replace(/\s+/g, ' ').replace(/ ?([{}().=]) ?/g, '$1');
    const [, , name] = /WHERE\{\?this (?:a|rdf:type) \?(\w+)\.?FILTER\(\?\1=([^()]+)\)\.?\}/i.exec(query) ?? [];
    const matching = targets.filter((target) => name === `<${target}>` || name?.split(':')[1] === localName(target));
    for (const target of matching) this.#facts.excludeType(target, this.#axiom(shape, statement));
    return matching.length > 0;
  }

  /**
   * Reads `sh:path rdf:type ; sh:not [ sh:hasValue <the class> ]`, and a list of types that has subclasses but not the class, as in
   * the shapes of WoT Thing Description. Returns false for other constraints.
   */
  #readExcludedType({ predicate, object }: Statement, targets: readonly Node[], axiom: AxiomDraft): boolean {
    if (typeof object !== 'string') return false;
    const { ontology } = this.#reader;
    const excluded = predicate === `${SHACL}not` ? ontology.nodes(object, sh.hasValue) : [];
    const listed = predicate === sh.in ? ontology.list(object) : [];
    const isOfSubclasses = (target: Node) =>
      !listed.includes(target) && listed.some((one) => ontology.nodes(one, rdfs.subClassOf).includes(target));
    const found = targets.filter((target) => excluded.includes(target) || isOfSubclasses(target));
    for (const target of found) {
      this.#facts.excludeType(target, axiom);
      const isOther = ({ iri, ancestors }: ClassDraft) => ancestors.some((one) => one.iri === target) && !listed.includes(iri);
      if (predicate === sh.in && this.#drafts.some(isOther)) axiom.addShortfall('other subclasses are accepted, too');
    }
    return found.length > 0;
  }

  #readHint(targets: readonly Node[], property: Node, { predicate, object }: Statement): void {
    if (typeof object === 'string') return;
    for (const target of targets) {
      const known = this.#facts.hints(target, property);
      if (predicate === sh.order) {
        if (Number.isFinite(Number(object.value))) this.#facts.addHints(target, property, { order: Number(object.value) });
      } else if (predicate === sh.name) {
        this.#facts.addHints(target, property, { label: known.label ?? object.value });
      } else {
        this.#facts.addHints(target, property, { doc: known.doc ?? object.value });
      }
    }
  }

  /** Reads a constraint on an inverse path: any parameter if the inverse property has a name, else only sh:maxCount 1. */
  #readInverse(property: Node, statement: Statement, targets: readonly Node[], axiom: AxiomDraft): void {
    const inverse = this.#inverseOf(property);
    if (inverse !== undefined) {
      for (const target of targets) this.#facts.mention(target, inverse, 'shape');
      this.#readParameter(undefined, inverse, statement, targets, axiom);
    } else if (statement.predicate === sh.maxCount && parseCount(statement.object) === 1) {
      for (const target of targets) this.#facts.addInverseLimit(property, { target, axiom });
    } else {
      axiom.addShortfall('the inverse direction has no name, and the fields that store it are elsewhere');
    }
  }

  /** Returns the property that the ontology declares as the inverse of another. */
  #inverseOf(property: Node): Node | undefined {
    const { ontology } = this.#reader;
    if (!this.#inverses) {
      this.#inverses = new Map();
      for (const node of ontology.typed) {
        for (const other of ontology.nodes(node, owl.inverseOf)) {
          if (isBlank(node) || isBlank(other)) continue;
          if (!this.#inverses.has(other)) this.#inverses.set(other, node);
          if (!this.#inverses.has(node)) this.#inverses.set(node, other);
        }
      }
    }
    return this.#inverses.get(property);
  }

  #readParameter(
    shape: Node | undefined,
    property: Node,
    statement: Statement,
    targets: readonly Node[],
    axiom: AxiomDraft,
  ): void {
    if (orders.has(statement.predicate)) {
      this.#readOrder(property, statement, targets, axiom);
      return;
    }
    const reading = readParameter({ shape, statement, ...this.#context });
    for (const dropped of reading.dropped ?? []) this.#dropped.add(dropped);
    for (const fact of reading.facts ?? []) {
      for (const target of targets)
        this.#facts.add(target, property, { ...fact, axiom, ...(shape !== undefined && { by: shape }) }, 'shape');
    }
    if (reading.fault !== undefined) axiom.reject({ why: reading.fault, isFault: true });
    if (reading.shortfall !== undefined) axiom.addShortfall(reading.shortfall);
    if (reading.facts?.some((fact) => fact.kind === 'min' && fact.count === 0)) axiom.needsNoConstraint = true;
  }

  get #context() {
    const { ontology, policies } = this.#reader;
    return { ontology, escapes: policies.regex, classesOf: (node: Node) => this.#classesOf(node) };
  }

  /** Returns the target classes of a shape, with the shape itself if it is a class. */
  #classesOf(shape: Node): Node[] {
    const targets = this.#reader.ontology.nodes(shape, sh.targetClass).filter((target) => this.#classes.has(target));
    return this.#classes.has(shape) ? [shape, ...targets] : targets;
  }

  #axiom(subject: Node, statement: Statement, property?: Node) {
    const create = () => this.#reader.axioms.add(`sh:${localName(statement.predicate)}`, subject, statement, property);
    return getOrCreate(this.#axioms, statement, create);
  }
}

/** Returns the property of a path: simple paths are one property, inverse paths the inverse of one (SHACL, 2.3.1). */
function readPath(ontology: Ontology, path: Node): { property: Node; isSimple: boolean; isInverse: boolean } {
  if (!isBlank(path)) return { property: path, isSimple: path !== rdf.type, isInverse: false };
  const inverse = ontology.node(path, sh.inversePath);
  const isInverse = inverse !== undefined && !isBlank(inverse);
  return { property: isInverse ? inverse : path, isSimple: false, isInverse };
}

/** Returns the property of a path `( :property rdf:type )`; undefined for other paths. */
function propertyOfTypes(ontology: Ontology, path: Node): Node | undefined {
  const [property, type, ...more] = isBlank(path) ? ontology.list(path) : [];
  const isOne = property !== undefined && !isBlank(property) && property !== rdf.type;
  return isOne && type === rdf.type && more.length === 0 ? property : undefined;
}

function isShacl({ predicate }: Statement): boolean {
  return predicate.startsWith(SHACL);
}

/** Returns whether a statement of a property shape is a parameter of the values, or a hint. */
function isParameter(statement: Statement): boolean {
  return isShacl(statement) && !annotations.has(statement.predicate) && !shapeParameters.has(statement.predicate);
}

function isConstraint(statement: Statement): boolean {
  const { predicate } = statement;
  if (!isShacl(statement) || annotations.has(predicate) || hints.has(predicate)) return false;
  return predicate !== sh.deactivated && !predicate.startsWith(`${SHACL}target`);
}
