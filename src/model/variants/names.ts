import type { DomainClass, DomainModel } from '../types.ts';

/** What the forms of a class are called, in every layer alike. Its own name, and that with relations, the class has itself. */
export interface ClassTypeNames {
  /** What creates an instance: `PatientCreate`. */
  readonly create: string;
  /** What changes one: `PatientUpdate`. */
  readonly update: string;
  /** A part of a list of them: `PatientPage`. */
  readonly page: string;
  /** An instance of the class or of one below it, told apart by the discriminator; only where there is one and there are such. */
  readonly any?: string;
}

/** The names of types that stand for no single class or enumeration. */
export interface TypeNames {
  /** What all pages share. */
  readonly page: string;
  /** The body of every error. */
  readonly error: string;
  /** The same, for languages in which `Error` means something else already. */
  readonly problem: string;
  readonly of: (cls: DomainClass) => ClassTypeNames;
}

/** Hands out names of types that differ in more than case, because files are made of them. */
class TypeScope {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()));
  }

  /** Takes the first candidate that is free, else the last with the least number that makes it so. */
  claim(...candidates: readonly [string, ...string[]]): string {
    const isFree = (name: string) => !this.#taken.has(name.toLowerCase());
    let name = candidates.find(isFree);
    for (let n = 2; name === undefined; n++) {
      const numbered = `${candidates.at(-1)}${n}`;
      if (isFree(numbered)) name = numbered;
    }
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

function namesIn(model: DomainModel): TypeNames {
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
  const error = scope.claim('Error', 'ProblemDetails');
  const problem = scope.claim('Problem', 'ProblemDetails', 'FailureDetails');
  const names = new Map<DomainClass, ClassTypeNames>();
  for (const cls of model.classes) {
    const { name } = cls;
    const hasForms = cls.children.length > 0 && cls.allFields.some(({ discriminator }) => discriminator);
    names.set(cls, {
      create: scope.claim(`${name}Create`, `${name}CreateBody`),
      update: scope.claim(`${name}Update`, `${name}UpdateBody`),
      page: scope.claim(`${name}Page`, `${name}PageBody`),
      ...(hasForms && { any: scope.claim(`Any${name}`, `${name}Any`) }),
    });
  }
  return {
    page,
    error,
    problem,
    of(cls) {
      const found = names.get(cls);
      if (!found) throw new RangeError(`${cls.name} is not a class of the model`);
      return found;
    },
  };
}

const known = new WeakMap<DomainModel, TypeNames>();

/**
 * The names of everything that is made of classes, unique among all types of a model whatever the case. Classes,
 * enumerations, unions and types with relations keep the names that the model gives them. Made when they are asked for, and
 * kept as long as the model is.
 */
export function typeNames(model: DomainModel): TypeNames {
  let names = known.get(model);
  if (!names) {
    names = namesIn(model);
    known.set(model, names);
  }
  return names;
}
