/** Finds the fields that a statement fills. */

import { type DomainClass, type DomainModel, type Field, isReference, type ReferenceField } from '../model/index.ts';
import { pushTo } from '../ontology/index.ts';
import { propertyOf } from '../targets/shared/rdf/index.ts';

/** A property that states the values of a field, in one direction. */
interface Path {
  readonly iri: string;
  /** Whether it leads from the value to the instance that has the field. */
  readonly inverse: boolean;
}

/** A field whose values a property states. */
export interface Candidate {
  readonly field: Field;
  /** Whether another statement returns: the one of the other direction of the relation. */
  readonly isOther: boolean;
}

/** The fields of one class by property. */
interface ByProperty {
  readonly forward: ReadonlyMap<string, readonly Candidate[]>;
  readonly inverse: ReadonlyMap<string, readonly Candidate[]>;
}

const NO_CANDIDATES: readonly Candidate[] = [];

/** The classes and properties of a model by their IRIs. */
export class ModelIndex {
  readonly classes: readonly DomainClass[];
  readonly #byIri: ReadonlyMap<string, DomainClass>;
  readonly #lines = new Map<DomainClass, ReadonlySet<DomainClass>>();
  readonly #otherPaths = new Map<Field, Path[]>();
  readonly #properties = new Map<DomainClass, ByProperty>();
  /** Properties that lead to individuals, and those among them whose statements the object keeps. */
  readonly referenceProperties = new Set<string>();
  readonly inverse = new Set<string>();

  constructor({ classes }: DomainModel) {
    this.classes = classes;
    this.#byIri = new Map(classes.map((cls) => [cls.iri, cls]));
    for (const { relations } of classes) {
      for (const { iri, declared: isDeclared, field, holder } of relations) {
        if (iri === undefined || !isDeclared) continue;
        const base = declaredForm(field);
        pushTo(this.#otherPaths, base, { iri, inverse: holder === 'target' });
      }
    }
    for (const field of classes.flatMap((cls) => cls.fields).filter(isReference)) {
      for (const { iri, inverse } of this.#pathsOf(field)) {
        this.referenceProperties.add(iri);
        if (inverse) this.inverse.add(iri);
      }
    }
  }

  /** Returns the class with an IRI; undefined if the model has none. */
  classOf(iri: string): DomainClass | undefined {
    return this.#byIri.get(iri);
  }

  /** Returns the most specific of some classes. */
  mostSpecific(classes: readonly DomainClass[]): readonly DomainClass[] {
    if (classes.length < 2) return classes;
    const above = new Set(classes.flatMap((cls) => cls.ancestors));
    return classes.filter((cls) => !above.has(cls));
  }

  /** Returns whether instances of one class are instances of another. */
  isA(cls: DomainClass, other: DomainClass): boolean {
    let line = this.#lines.get(cls);
    if (line === undefined) {
      line = new Set([cls, ...cls.ancestors]);
      this.#lines.set(cls, line);
    }
    return line.has(other);
  }

  /** Returns the fields of a class whose values a property states from the instance. */
  forward(cls: DomainClass, property: string): readonly Candidate[] {
    return this.#of(cls).forward.get(property) ?? NO_CANDIDATES;
  }

  /** Returns the references of a class that a property states from the referenced individual. */
  backward(cls: DomainClass, property: string): readonly Candidate[] {
    return this.#of(cls).inverse.get(property) ?? NO_CANDIDATES;
  }

  /** Returns the reference that can hold an individual of some classes: the one to its most specific class. */
  reference(candidates: readonly Candidate[], classes: readonly DomainClass[]): Candidate | undefined {
    let found: Candidate | undefined;
    for (const candidate of candidates) {
      const { field } = candidate;
      if (!isReference(field) || !classes.some((cls) => this.isA(cls, field.type.target))) continue;
      if (found === undefined || this.isA(field.type.target, (found.field as ReferenceField).type.target)) found = candidate;
    }
    return found;
  }

  #of(cls: DomainClass): ByProperty {
    const known = this.#properties.get(cls);
    if (known) return known;
    const [forward, inverse] = [new Map<string, Candidate[]>(), new Map<string, Candidate[]>()];
    for (const field of cls.allFields) {
      const main = propertyOf(declaredForm(field));
      for (const { iri, inverse: isInverse } of this.#pathsOf(field)) {
        const ways = isInverse ? inverse : forward;
        const candidate = { field, isOther: iri !== main?.iri || isInverse !== main.inverse };
        pushTo(ways, iri, candidate);
      }
    }
    const made = { forward, inverse };
    this.#properties.set(cls, made);
    return made;
  }

  #pathsOf(field: Field): readonly Path[] {
    const base = declaredForm(field);
    const main = propertyOf(base);
    const others = this.#otherPaths.get(base) ?? [];
    if (!main) return others;
    return [main, ...others.filter(({ iri, inverse }) => iri !== main.iri || inverse !== main.inverse)];
  }
}

/** Returns a field in the form of the class that declares it, before any subclass narrows it. */
export function declaredForm(field: Field): Field {
  let base = field;
  while (base.refines) base = base.refines;
  return base;
}
