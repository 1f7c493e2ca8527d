import { isBlank, type Node, owl, rdf, rdfs, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import { countIn, faultOfCount } from '../kinds/counts.ts';
import { disjunctionOf } from './disjunctions.ts';
import type { Fact, Facts } from './facts.ts';
import type { Reader } from './reader.ts';

/**
 * Reads what restrictions in `rdfs:subClassOf` and `owl:equivalentClass` say of the instances of classes,
 * intersections included (OWL 2 Structural Specification, 8.2, 8.3 and 9.1). What is sufficient to be an
 * instance, in `owl:equivalentClass`, is nothing that data could be held to.
 */
export function readRestrictions(reader: Reader, classes: readonly ClassDraft[], facts: Facts): void {
  for (const cls of classes) new Restrictions(reader, cls, facts).read();
}

const DEEPEST = 32;

class Restrictions {
  readonly #reader: Reader;
  readonly #cls: ClassDraft;
  readonly #facts: Facts;

  constructor(reader: Reader, cls: ClassDraft, facts: Facts) {
    this.#reader = reader;
    this.#cls = cls;
    this.#facts = facts;
  }

  read(): void {
    const { ontology, axioms } = this.#reader;
    for (const predicate of [rdfs.subClassOf, owl.equivalentClass]) {
      for (const statement of ontology.statementsOf(this.#cls.iri, predicate)) {
        const { object } = statement;
        if (typeof object === 'string' && isBlank(object)) this.#visit(object, statement, 0);
      }
    }
    // A class that is defined without owl:equivalentClass.
    for (const statement of ontology.statementsOf(this.#cls.iri, owl.intersectionOf)) {
      this.#visit(this.#cls.iri, statement, 0);
    }
    for (const statement of ontology.statementsOf(this.#cls.iri, owl.unionOf)) {
      axioms
        .of(owl.unionOf, this.#cls.iri, statement)
        .fallsShort('that every instance belongs to one of the classes is not checked');
    }
  }

  #visit(node: Node, statement: Statement, depth: number): void {
    const { ontology, axioms } = this.#reader;
    const list = ontology.node(node, owl.intersectionOf);
    if (list !== undefined && depth < DEEPEST) {
      for (const member of ontology.list(list)) if (isBlank(member)) this.#visit(member, statement, depth + 1);
      return;
    }
    const properties = ontology.nodes(node, owl.onProperty);
    const [property] = properties;
    if (property !== undefined) {
      const inverse = isBlank(property) ? ontology.node(property, owl.inverseOf) : undefined;
      this.#restriction(node, inverse ?? property, inverse !== undefined || isBlank(property));
      return;
    }
    // An enumeration of individuals is a type of its own, and is reported there.
    if (ontology.node(node, owl.oneOf) !== undefined) return;
    const union = ontology.node(node, owl.unionOf);
    const disjunction = union === undefined ? undefined : disjunctionOf(this.#reader.ontology, union);
    if (disjunction) {
      const axiom = axioms.of(statement.predicate, this.#cls.iri, { ...statement, object: node });
      this.#facts.addDisjunction(this.#cls.iri, { ...disjunction, axiom }, 'restriction');
      return;
    }
    const axiom = axioms.of(statement.predicate, this.#cls.iri, { ...statement, object: node });
    axiom.fallsShort('class expressions of this kind say nothing that is read of single fields');
  }

  #restriction(node: Node, property: Node, isInverse: boolean): void {
    const { ontology, axioms } = this.#reader;
    const qualifier = ontology.node(node, owl.onClass) ?? ontology.node(node, owl.onDataRange);
    for (const statement of ontology.statements(node)) {
      const { predicate, object } = statement;
      if (skipped.has(predicate)) continue;
      const axiom = axioms.of(predicate, this.#cls.iri, statement, property);
      if (isInverse) {
        axiom.fallsShort('restrictions of an inverse without a name are not read');
        continue;
      }
      const add = (fact: Fact) => this.#facts.add(this.#cls.iri, property, fact, 'restriction');
      const count = countIn(object);
      const fault = counting.has(predicate) ? faultOfCount(object) : undefined;
      if (fault !== undefined) axiom.refuse({ why: fault, isFault: true });
      switch (predicate) {
        case owl.minCardinality:
          if (count !== undefined) add({ kind: 'min', count, axiom });
          break;
        case owl.maxCardinality:
          if (count !== undefined) add({ kind: 'max', count, axiom });
          break;
        case owl.cardinality:
          if (count !== undefined) {
            add({ kind: 'min', count, axiom });
            add({ kind: 'max', count, axiom });
          }
          break;
        case owl.minQualifiedCardinality:
        case owl.maxQualifiedCardinality:
        case owl.qualifiedCardinality: {
          if (count === undefined) break;
          const isWhole = qualifier === undefined || this.#isRange(property, qualifier);
          // At least n of a kind are at least n; at most n of a kind are at most n only if there is no other kind.
          if (predicate !== owl.maxQualifiedCardinality) add({ kind: 'min', count, axiom });
          if (predicate !== owl.minQualifiedCardinality && isWhole) add({ kind: 'max', count, axiom });
          if (!isWhole) {
            axiom.fallsShort(
              predicate === owl.maxQualifiedCardinality
                ? 'values of one kind among others are not counted'
                : 'all values are counted, not those of one kind alone',
            );
            this.#facts.mention(this.#cls.iri, property, 'restriction');
          }
          break;
        }
        case owl.someValuesFrom:
          if (typeof object === 'string') add({ kind: 'some', nodes: [object], axiom });
          break;
        case owl.allValuesFrom:
          if (typeof object === 'string') add({ kind: 'range', nodes: [object], axiom });
          break;
        case owl.hasValue:
          add({ kind: 'value', term: object, axiom });
          break;
        default:
          axiom.fallsShort('this kind of restriction is not read');
      }
    }
  }

  /** Whether values of the property can be of no other kind. */
  #isRange(property: Node, kind: Node): boolean {
    const ranges = this.#reader.ontology.nodes(property, rdfs.range);
    return ranges.length === 0 || (ranges.length === 1 && ranges[0] === kind);
  }
}

const counting: ReadonlySet<string> = new Set([
  owl.minCardinality,
  owl.maxCardinality,
  owl.cardinality,
  owl.minQualifiedCardinality,
  owl.maxQualifiedCardinality,
  owl.qualifiedCardinality,
]);

const skipped: ReadonlySet<string> = new Set([rdf.type, owl.onProperty, owl.onClass, owl.onDataRange, rdfs.label, rdfs.comment]);
