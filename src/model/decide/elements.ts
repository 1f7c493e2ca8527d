/** Looks up the user's decisions about elements: `ex:title`, or `ex:Post/ex:title` for a property in one class. */

import { type Code, formatPlace, type Params, type Place, suggest } from '../../diagnostics/index.ts';
import { isBlank, type Ontology } from '../../ontology/index.ts';
import type { Decided } from '../types.ts';
import { type ChoiceName, choiceClauses, type Decisions, type ElementChoice } from './choices.ts';

export interface ElementDecision<K extends ChoiceName = ChoiceName> {
  readonly name: K;
  readonly value: NonNullable<ElementChoice[K]>;
  readonly element: string;
  readonly iri: string;
  /** The class to which a decision about a property is limited, if any. */
  readonly class: string | undefined;
  readonly despite: string | undefined;
  readonly place: Place;
  /** Whether the decision has an effect, or is reported as wrong. */
  isUsed: boolean;
}

/** Why a decision that nothing looked up has no effect. */
const NO_COUNT =
  'no class keeps values of it there; a class inherits the number of values from the class that declares the property';

const unusedReasons: { readonly [K in ChoiceName]: string } = {
  name: 'nothing that has a name is generated of it',
  skip: 'nothing is generated of it',
  required: NO_COUNT,
  many: NO_COUNT,
  deletion: 'no class declares it as a reference',
  generated: 'no class declares it as a value',
  serverAssigned: 'no class declares it as a value',
  resource: 'only classes are resources of an API',
  abstract: 'it is not a class with a subclass',
  listed: 'it is not a class or a scheme whose concepts are read, or owl:oneOf lists its individuals',
  domain: 'it is not a property of the ontology',
};

/** Yields all splits of a string such as `ex:Post/ex:title` into class and property: at each `/` outside angle brackets. */
function* classPropertySplits(element: string): Iterable<readonly [cls: string, property: string]> {
  let isInBrackets = false;
  for (let i = 0; i < element.length; i++) {
    const letter = element[i];
    if (letter === '<') isInBrackets = true;
    else if (letter === '>') isInBrackets = false;
    else if (letter === '/' && !isInBrackets) yield [element.slice(0, i), element.slice(i + 1)];
  }
}

/** The part of `Reader` that the warnings need. */
interface WarningReader {
  readonly ontology: Pick<Ontology, 'typed'>;
  readonly show: (node: string) => string;
  readonly warn: <C extends Code>(code: C, params: Params<C>, place?: Place) => void;
}

export class ElementDecisions {
  readonly #all: ElementDecision[] = [];
  /** The last decision in the settings, if an element has several under different names. */
  readonly #byElement = new Map<string, ElementDecision>();
  readonly #unknown: { readonly element: string; readonly place: Place }[] = [];

  constructor(ontology: Ontology, decisions: Decisions) {
    for (const { element, choice, despite, place } of decisions) {
      const node = resolveElement(ontology, element);
      if (!node) {
        this.#unknown.push({ element, place: place() });
        continue;
      }
      for (const name of Object.keys(choice) as ChoiceName[]) {
        const value = choice[name];
        if (value === undefined || (name === 'skip' && value === false)) continue;
        const chosen: ElementDecision = { name, value, element, ...node, despite, place: place(name), isUsed: false };
        this.#all.push(chosen);
        const key = keyOf(name, node.iri, node.class);
        this.#byElement.set(key, chosen);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Returns whether there is such a decision about any element. */
  has(name: ChoiceName): boolean {
    return this.#all.some((chosen) => chosen.name === name);
  }

  /**
   * Returns the decision about an element. One about the property in the class precedes one about the property in all classes.
   *
   * @param cls the class in which a property is used
   */
  find<K extends ChoiceName>(name: K, iri: string | undefined, cls?: string): ElementDecision<K> | undefined {
    if (this.isEmpty || iri === undefined) return undefined;
    const inClass = cls === undefined ? undefined : this.#byElement.get(keyOf(name, iri, cls));
    const inAll = this.#byElement.get(keyOf(name, iri, undefined));
    const decision = inClass ?? inAll;
    // A decision that is overruled in every class is not reported.
    if (inClass && inAll) inAll.isUsed = true;
    if (decision) decision.isUsed = true;
    return decision as ElementDecision<K> | undefined;
  }

  /** Returns the element of the decision at a source location. */
  elementAt(place: Place | undefined): string {
    return this.#all.find((chosen) => chosen.place === place)?.element ?? 'an element';
  }

  /** Warns about elements that the ontology does not contain. */
  async warnUnknown(reader: WarningReader): Promise<void> {
    if (this.#unknown.length === 0) return;
    const typed = [...reader.ontology.typed].filter((node) => !isBlank(node));
    const known = typed.map((node) => reader.show(node));
    for (const { element, place } of this.#unknown) {
      // An IRI without its brackets.
      const lacksBrackets = typed.some((node) => node === element);
      const suggestion = lacksBrackets ? `<${element}>` : await suggest(element, known);
      reader.warn('decision-unknown', { element, suggestion }, place);
    }
  }

  warnUnused(reader: WarningReader): void {
    for (const chosen of this.#all) {
      const { name, element, iri, class: cls, place, isUsed } = chosen;
      if (isUsed) continue;
      const other = this.#byElement.get(keyOf(name, iri, cls));
      const why =
        other === undefined || other === chosen ? unusedReasons[name] : `it is also decided at ${formatPlace(other.place)}`;
      reader.warn('decision-impossible', { element, says: settingOf(name), why }, place);
    }
  }

  /** All decisions in the order of the settings. */
  get decided(): Decided[] {
    return this.#all.map(({ name, value, element, iri, class: cls, place, despite }) => ({
      ...{ element, iri },
      ...(cls !== undefined && { class: cls }),
      choice: name,
      says: (choiceClauses[name] as (value: unknown) => string)(value),
      ...(despite !== undefined && { despite }),
      place,
    }));
  }
}

export function settingOf(name: ChoiceName): string {
  return name === 'serverAssigned' ? 'server-assigned' : name;
}

function keyOf(name: ChoiceName, iri: string, cls: string | undefined): string {
  return `${name} ${iri} ${cls ?? ''}`;
}

/** Returns the IRIs of an element, if the ontology mentions them. */
function resolveElement(
  ontology: Ontology,
  element: string,
): { readonly iri: string; readonly class: string | undefined } | undefined {
  const isKnown = (iri: string | undefined): iri is string =>
    iri !== undefined && (ontology.statements(iri).length > 0 || ontology.mentions(iri));
  for (const [className, propertyName] of classPropertySplits(element)) {
    const [cls, property] = [ontology.resolve(className), ontology.resolve(propertyName)];
    if (isKnown(cls) && isKnown(property)) return { iri: property, class: cls };
  }
  const iri = ontology.resolve(element);
  return isKnown(iri) ? { iri, class: undefined } : undefined;
}
