/** Finds the fields that a statement fills: `ex:post1 ex:title "Hello"` fills the field `title` of the class of `ex:post1`. */

import { type DomainClass, type DomainModel, type Field, isReference, type ReferenceField } from '../model/index.ts';
import { pushTo } from '../ontology/index.ts';
import { type PropertyPath, propertyOf } from '../targets/shared/rdf/index.ts';

/** A field that a statement may fill. */
export interface Candidate {
  readonly field: Field;
  /**
   * Whether codegen writes the field with another property than the statement has: the ontology may name both directions of a
   * relation, such as `ex:author` and `ex:wrote`, but only one of them is written.
   */
  readonly isAlternative: boolean;
}

/**
 * The fields of one class by property. Forward: an instance of the class is the subject of the statements that fill the field.
 * Inverse: it is their object.
 */
interface FieldsByProperty {
  readonly forward: ReadonlyMap<string, readonly Candidate[]>;
  readonly inverse: ReadonlyMap<string, readonly Candidate[]>;
}

/** The classes and properties of a model by their IRIs. */
export class ModelIndex {
  readonly classes: readonly DomainClass[];
  readonly #byIri: ReadonlyMap<string, DomainClass>;
  readonly #selfAndAncestors = new Map<DomainClass, ReadonlySet<DomainClass>>();
  readonly #relationPaths = new Map<Field, PropertyPath[]>();
  readonly #candidates = new Map<DomainClass, FieldsByProperty>();
  /** Properties whose statements fill references, of their subject or of their object. */
  readonly referenceProperties = new Set<string>();
  /** Those of `referenceProperties` whose statements fill a reference of their object. */
  readonly inverseReferenceProperties = new Set<string>();

  constructor({ classes }: DomainModel) {
    this.classes = classes;
    this.#byIri = new Map(classes.map((cls) => [cls.iri, cls]));
    for (const { relations } of classes) {
      for (const { iri, declared: isDeclared, field, holder } of relations) {
        // No property of the ontology names the direction of a relation that is not declared, so no statement can use it.
        if (iri === undefined || !isDeclared) continue;
        // The property leads from the source to the target: if the target has the field, from the value to the owner of the field.
        pushTo(this.#relationPaths, declaredForm(field), { iri, inverse: holder === 'target' });
      }
    }
    for (const field of classes.flatMap((cls) => cls.fields).filter(isReference)) {
      for (const { iri, inverse } of this.#pathsOf(field)) {
        this.referenceProperties.add(iri);
        if (inverse) this.inverseReferenceProperties.add(iri);
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
    const ancestors = new Set(classes.flatMap((cls) => cls.ancestors));
    return classes.filter((cls) => !ancestors.has(cls));
  }

  /** Returns whether two classes have a common superclass whose discriminator names one class for each instance. */
  shareDiscriminator(one: DomainClass, other: DomainClass): boolean {
    return one.ancestors.some((cls) => cls.allFields.some(({ discriminator }) => discriminator) && this.isA(other, cls));
  }

  /** Returns whether instances of one class are instances of another. */
  isA(cls: DomainClass, other: DomainClass): boolean {
    let selfAndAncestors = this.#selfAndAncestors.get(cls);
    if (selfAndAncestors === undefined) {
      selfAndAncestors = new Set([cls, ...cls.ancestors]);
      this.#selfAndAncestors.set(cls, selfAndAncestors);
    }
    return selfAndAncestors.has(other);
  }

  /** Returns the fields of a class that a statement fills if an instance of the class is its subject. */
  fieldsOfSubject(cls: DomainClass, property: string): readonly Candidate[] {
    return this.#candidatesOf(cls).forward.get(property) ?? [];
  }

  /** Returns the references of a class that a statement fills if an instance of the class is its object. */
  fieldsOfObject(cls: DomainClass, property: string): readonly Candidate[] {
    return this.#candidatesOf(cls).inverse.get(property) ?? [];
  }

  /**
   * Returns the candidate that can refer to an instance of `classes`. If several can, returns the one that refers to the most
   * specific class; if none can, undefined.
   */
  bestReference(candidates: readonly Candidate[], classes: readonly DomainClass[]): Candidate | undefined {
    let best: Candidate | undefined;
    for (const candidate of candidates) {
      const { field } = candidate;
      if (!isReference(field) || !classes.some((cls) => this.isA(cls, field.type.target))) continue;
      if (best === undefined || this.isA(field.type.target, (best.field as ReferenceField).type.target)) best = candidate;
    }
    return best;
  }

  #candidatesOf(cls: DomainClass): FieldsByProperty {
    const known = this.#candidates.get(cls);
    if (known) return known;
    const forward = new Map<string, Candidate[]>();
    const inverse = new Map<string, Candidate[]>();
    for (const field of cls.allFields) {
      const main = propertyOf(declaredForm(field));
      for (const path of this.#pathsOf(field)) {
        const isAlternative = main === undefined || !isSamePath(path, main);
        pushTo(path.inverse ? inverse : forward, path.iri, { field, isAlternative });
      }
    }
    const candidates = { forward, inverse };
    this.#candidates.set(cls, candidates);
    return candidates;
  }

  /** Returns the properties whose statements fill a field: first the one that codegen writes it with. */
  #pathsOf(field: Field): readonly PropertyPath[] {
    const declared = declaredForm(field);
    const main = propertyOf(declared);
    const paths = this.#relationPaths.get(declared) ?? [];
    return main ? [main, ...paths.filter((path) => !isSamePath(path, main))] : paths;
  }
}

const isSamePath = (a: PropertyPath, b: PropertyPath): boolean => a.iri === b.iri && a.inverse === b.inverse;

/** Returns a field in the form of the class that declares it, before any subclass narrows it. */
export function declaredForm(field: Field): Field {
  let base = field;
  while (base.refines) base = base.refines;
  return base;
}
