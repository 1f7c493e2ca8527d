import { formatPlace, type Place, suggest } from '../../diagnostics/index.ts';
import { isBlank, type Ontology } from '../../ontology/index.ts';
import type { Reader } from '../read/reader.ts';
import type { Decided } from '../types.ts';
import { type ChoiceName, type Decisions, type ElementChoice, saying } from './choices.ts';

/** One thing that is decided of an element. */
export interface Chosen<K extends ChoiceName = ChoiceName> {
  readonly name: K;
  readonly value: NonNullable<ElementChoice[K]>;
  readonly element: string;
  readonly iri: string;
  /** The class in which it holds of the property, if not in all. */
  readonly class: string | undefined;
  readonly despite: string | undefined;
  readonly place: Place;
  /** Whether it has come to something, or is told to be wrong. */
  isUsed: boolean;
}

/** Why a choice that nothing asked for decides nothing. */
const idle: { readonly [K in ChoiceName]: string } = {
  name: 'nothing that has a name is generated of it',
  skip: 'nothing is generated of it',
  required: 'no class keeps values of it there',
  many: 'no class keeps values of it there',
  deletion: 'no class has it as a reference of its own',
  generated: 'no class has it as a value of its own',
  serverAssigned: 'no class has it as a value of its own',
  resource: 'only classes are resources of an API',
  abstract: 'it is no class with a subclass',
  listed: 'it is no class, no scheme of which concepts are asked for, or owl:oneOf lists its individuals',
  domain: 'it is no property of the ontology',
};

/** The ways to read a text as a class and a property of it, `ex:Post/ex:title`: at each `/` that is not part of an IRI in full. */
function* inClass(element: string): Iterable<readonly [cls: string, property: string]> {
  let isInFull = false;
  for (let i = 0; i < element.length; i++) {
    const letter = element[i];
    if (letter === '<') isInFull = true;
    else if (letter === '>') isInFull = false;
    else if (letter === '/' && !isInFull) yield [element.slice(0, i), element.slice(i + 1)];
  }
}

/** What is decided of the elements of an ontology. */
export class ElementDecisions {
  readonly #all: Chosen[] = [];
  /** What is written last, of what is written under two names for one element. */
  readonly #byElement = new Map<string, Chosen>();
  readonly #unknown: { readonly element: string; readonly place: Place }[] = [];

  constructor(ontology: Ontology, decisions: Decisions) {
    for (const { element, choice, despite, place } of decisions) {
      const found = resolve(ontology, element);
      if (!found) {
        this.#unknown.push({ element, place: place() });
        continue;
      }
      for (const name of Object.keys(choice) as ChoiceName[]) {
        const value = choice[name];
        if (value === undefined || (name === 'skip' && value === false)) continue;
        const chosen: Chosen = { name, value, element, ...found, despite, place: place(name), isUsed: false };
        this.#all.push(chosen);
        const key = keyOf(name, found.iri, found.class);
        this.#byElement.set(key, chosen);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Whether that is decided of any element. */
  has(name: ChoiceName): boolean {
    return this.#all.some((chosen) => chosen.name === name);
  }

  /**
   * What is decided of an element: of a property in a class before what is decided of it in all.
   *
   * @param cls the class in which a property is looked at
   */
  find<K extends ChoiceName>(name: K, iri: string | undefined, cls?: string): Chosen<K> | undefined {
    if (this.isEmpty || iri === undefined) return undefined;
    const inClass = cls === undefined ? undefined : this.#byElement.get(keyOf(name, iri, cls));
    const inAll = this.#byElement.get(keyOf(name, iri, undefined));
    const found = inClass ?? inAll;
    // What is overruled in every class is no mistake.
    if (inClass && inAll) inAll.isUsed = true;
    if (found) found.isUsed = true;
    return found as Chosen<K> | undefined;
  }

  /** What is decided of a property in that class alone. */
  findIn<K extends ChoiceName>(name: K, iri: string, cls: string): Chosen<K> | undefined {
    const found = this.#byElement.get(keyOf(name, iri, cls));
    if (found) found.isUsed = true;
    return found as Chosen<K> | undefined;
  }

  /** What is decided at a place of the settings. */
  elementAt(place: Place | undefined): string {
    return this.#all.find((chosen) => chosen.place === place)?.element ?? 'an element';
  }

  /** Tells of elements that the ontology does not have. */
  async tellUnknown(reader: Reader): Promise<void> {
    if (this.#unknown.length === 0) return;
    const known = [...reader.ontology.typed].filter((node) => !isBlank(node)).map((node) => reader.show(node));
    for (const { element, place } of this.#unknown) {
      reader.warn('decision-unknown', { element, suggestion: await suggest(element, known) }, place);
    }
  }

  /** Tells of what decides nothing. */
  tellIdle(reader: Reader): void {
    for (const chosen of this.#all) {
      const { name, element, iri, class: cls, place, isUsed } = chosen;
      if (isUsed) continue;
      const other = this.#byElement.get(keyOf(name, iri, cls));
      const why = other === undefined || other === chosen ? idle[name] : `it is decided at ${formatPlace(other.place)}, too`;
      reader.warn('decision-impossible', { element, says: settingOf(name), why }, place);
    }
  }

  /** All that was decided, in the order in which it is written. */
  get decided(): Decided[] {
    return this.#all.map(({ name, value, element, iri, class: cls, place, despite }) => ({
      ...{ element, iri },
      ...(cls !== undefined && { class: cls }),
      choice: name,
      says: (saying[name] as (value: unknown) => string)(value),
      ...(despite !== undefined && { despite }),
      place,
    }));
  }
}

/** A choice as it is called in the settings. */
export function settingOf(name: ChoiceName): string {
  return name === 'serverAssigned' ? 'server-assigned' : name;
}

function keyOf(name: ChoiceName, iri: string, cls: string | undefined): string {
  return `${name} ${iri} ${cls ?? ''}`;
}

/** The element that is meant, if the ontology says anything of it. */
function resolve(ontology: Ontology, element: string): { readonly iri: string; readonly class: string | undefined } | undefined {
  const isKnown = (iri: string | undefined): iri is string =>
    iri !== undefined && (ontology.statements(iri).length > 0 || ontology.mentions(iri));
  for (const [left, right] of inClass(element)) {
    const [cls, property] = [ontology.resolve(left), ontology.resolve(right)];
    if (isKnown(cls) && isKnown(property)) return { iri: property, class: cls };
  }
  const iri = ontology.resolve(element);
  return isKnown(iri) ? { iri, class: undefined } : undefined;
}
