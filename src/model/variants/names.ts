/**
 * Names the types that targets derive from classes, the same in every layer: `PatientCreate`, `PatientUpdate`, `PatientPage`,
 * `AnyPatient`. They are unique among all types of a model, ignoring case, because files are named after them.
 */

import { getOrCreate } from '../get-or-create.ts';
import type { DomainClass, DomainModel } from '../types.ts';

export interface ClassTypeNames {
  /** The body that creates an instance: `PatientCreate`. */
  readonly create: string;
  /** The body that updates an instance: `PatientUpdate`. */
  readonly update: string;
  /** One page of a list of instances: `PatientPage`. */
  readonly page: string;
  /** An instance of the class or a subclass; only if the class has subclasses and a discriminator that distinguishes them. */
  readonly any?: string;
}

/** The names of types that all classes share, and of those that are derived from a class. */
export interface TypeNames {
  /** The type that all pages share. */
  readonly page: string;
  /** The body of every error. */
  readonly problem: string;
  readonly of: (cls: DomainClass) => ClassTypeNames;
}

class TypeScope {
  readonly #usedNames: Set<string>;

  constructor(usedNames: Iterable<string>) {
    this.#usedNames = new Set([...usedNames].map((name) => name.toLowerCase()));
  }

  /** Claims the first free candidate, else the last candidate with the smallest number that makes it free. */
  claim(...candidates: readonly [string, ...string[]]): string {
    const isFree = (name: string) => !this.#usedNames.has(name.toLowerCase());
    let name = candidates.find(isFree);
    for (let n = 2; name === undefined; n++) {
      const numbered = `${candidates.at(-1)}${n}`;
      if (isFree(numbered)) name = numbered;
    }
    this.#usedNames.add(name.toLowerCase());
    return name;
  }
}

function assignNames(model: DomainModel): TypeNames {
  const scope = new TypeScope([
    ...model.classes.flatMap((cls) => [
      cls.name,
      ...(cls.relationsName === undefined ? [] : [cls.relationsName]),
      ...cls.choices.map(({ typeName }) => typeName),
    ]),
    ...model.enumerations.map(({ name }) => name),
    ...model.unions.map(({ name }) => name),
  ]);
  const page = scope.claim('Page', 'PageInfo');
  const problem = scope.claim('Problem', 'ProblemDetails');
  const names = new Map<DomainClass, ClassTypeNames>();
  for (const cls of model.classes) {
    const { name } = cls;
    const isDistinguished = cls.children.length > 0 && cls.allFields.some(({ discriminator }) => discriminator);
    names.set(cls, {
      create: scope.claim(`${name}Create`, `${name}CreateBody`),
      update: scope.claim(`${name}Update`, `${name}UpdateBody`),
      page: scope.claim(`${name}Page`, `${name}PageBody`),
      ...(isDistinguished && { any: scope.claim(`Any${name}`, `${name}Any`) }),
    });
  }
  return {
    page,
    problem,
    of(cls) {
      const found = names.get(cls);
      if (!found) throw new RangeError(`${cls.name} is not a class of the model`);
      return found;
    },
  };
}

/** Returns the name of the type of related objects of a class: those of an abstract class are instances of its subclasses. */
export function relatedTypeName(cls: DomainClass, names: Pick<TypeNames, 'of'>): string {
  return (cls.abstract ? names.of(cls).any : undefined) ?? cls.name;
}

const known = new WeakMap<DomainModel, TypeNames>();

/**
 * Returns the names of the types that are derived from classes, unique among all types of a model ignoring case. Classes,
 * enumerations, unions and types with related objects keep the names of the model. Computed when they are first read, and cached
 * as long as the model exists.
 */
export function typeNames(model: DomainModel): TypeNames {
  return getOrCreate(known, model, () => assignNames(model));
}
