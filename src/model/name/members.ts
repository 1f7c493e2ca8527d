/**
 * Names the members of classes: fields, relations and choices. `:hasAuthor` of `:Post` becomes the relation `author` and the
 * field `author_id`, unless another property is called `author`. If two properties of a class want the same name otherwise, the
 * first that is not deprecated gets it, and the other one gets another name, with a warning.
 */

import { pushTo, rdfs } from '../../ontology/index.ts';
import { areRelated, type ClassDraft, isA } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { Reader, Text } from '../read/reader.ts';
import { type Candidates, type OwnNames, type Property, rangeIn } from '../type/property.ts';
import { hasKanjiCodePoints } from '../words/japanese.ts';
import { isAscii, isLatin, isSentence } from '../words/latin.ts';
import { isOpaque, unifiedSpelling } from '../words/names.ts';
import { fieldName, removeHas, roleOf } from './roles.ts';
import { FieldNames, type Meaning } from './scopes.ts';

const ID: Meaning = { of: 'the built-in identifier' };

export class MemberNames {
  readonly #reader: Reader;
  readonly #scopes = new FieldNames();
  /** Meanings by key: fields of one property in several classes share a meaning, so that they may share a name. */
  readonly #meanings = new Map<string, Meaning>();
  /** The properties, with their classes, whose renaming is reported already. */
  readonly #renamed = new Set<string>();
  /** The properties whose wanted name is their local name, by that name, except deprecated ones. */
  readonly #propertiesByName = new Map<string, Property[]>();
  readonly #properties: readonly Property[];
  /** The properties by their unshortened name, as {@link unifiedSpelling}; created on first use. */
  #propertiesByFullName: Map<string, Property[]> | undefined;

  constructor(reader: Reader, classes: readonly ClassDraft[], properties: readonly Property[]) {
    this.#reader = reader;
    this.#properties = properties;
    for (const cls of classes) this.#scopes.reserve([cls], 'id', ID);
    for (const property of properties) {
      const ownNames = this.#ownNames(property);
      property.names = ownNames;
      const { label, local } = ownNames;
      if (local === '' || property.deprecated || (label !== '' && label !== local)) continue;
      pushTo(this.#propertiesByName, local, property);
    }
  }

  /**
   * Reserves a name for a member of a property in several classes. Warns if it is not the first candidate, once for all members
   * in the classes: a reference is a field and a relation.
   *
   * @param key distinguishes the member from other members of the property
   */
  claim(classes: readonly ClassDraft[], candidates: Candidates, key: string, property: Property, isSilent = false): string {
    const meaning = this.#meaning(key, property);
    const name = this.#scopes.claim(classes, candidates, meaning);
    const [intended] = candidates;
    if (name !== intended && !isSilent) this.#reportRenamed(classes, property, meaning, intended, name);
    return name;
  }

  #reportRenamed(classes: readonly ClassDraft[], property: Property, meaning: Meaning, intended: string, renamed: string): void {
    const what = this.#describe(meaning);
    const decided = classes[0] && this.#reader.decisions.find('name', property.iri, classes[0].iri);
    if (decided) {
      const holder = this.#scopes.conflictOf(classes, intended, meaning);
      const other = holder ? this.#describe(holder) : what;
      this.#reader.warn('decision-clash', { element: decided.element, name: intended, other }, decided.place);
      return;
    }
    const classNames = abbreviateNames(classes.map((c) => c.name));
    const renamedProperty = `${what} of ${classNames}`;
    if (this.#renamed.has(renamedProperty)) return;
    this.#renamed.add(renamedProperty);
    const holder = this.#scopes.conflictOf(classes, intended, meaning) ?? meaning;
    const isSame = this.#describe(holder) === what;
    const other = isSame ? 'another part of it' : this.#describe(holder);
    const isBuiltIn = isSame || typeof holder.of === 'string';
    const holders = isBuiltIn ? undefined : this.#foreignHolders(holder, classes);
    const isAvoidable = !isSame && this.#haveDistinctLocalNames(property, holder);
    const params = {
      ...{ element: what, classes: classNames, other, isBuiltIn, name: intended, renamed },
      ...(holders !== undefined && { otherClasses: abbreviateNames(holders) }),
      labelled: this.#labelledOf(...new Set([property, ...(typeof holder.of === 'string' ? [] : [holder.of])])),
      ...(isAvoidable && { isAvoidable }),
    };
    this.#reader.warn('name-collision', params, property.place);
  }

  /** Returns those of some properties whose name comes from `rdfs:label`. */
  #labelledOf(...properties: readonly Property[]): readonly string[] {
    const isLabelled = (property: Property) => {
      const { label = '', local = '' } = property.names ?? {};
      return label !== '' && label !== local && this.candidates(property)[0] === label && this.#reader.rdfsLabel(property.iri);
    };
    return properties.filter(isLabelled).map(({ iri }) => this.#reader.show(iri));
  }

  /** Returns the names of the classes of another property, unless all of these classes have that property, too. */
  #foreignHolders({ of }: Meaning, classes: readonly ClassDraft[]): readonly string[] | undefined {
    if (typeof of === 'string') return undefined;
    const areAllOwners = classes.every((cls) => of.domains.some((owner) => isA(cls, owner)));
    return areAllOwners ? undefined : of.domains.map((cls) => cls.name);
  }

  /** Returns whether the members of two properties have different names with `names=local`. */
  #haveDistinctLocalNames(property: Property, { of }: Meaning): boolean {
    if (typeof of === 'string' || this.keepsFullNames) return false;
    const [one, other] = [property, of].map((each) => {
      const local = fieldName(this.#reader.localInAscii(each.iri));
      return local === '' ? [] : ['', '_id', '_ids'].map((suffix) => unifiedSpelling(local + suffix));
    }) as [string[], string[]];
    return one.length > 0 && other.length > 0 && !one.some((name) => other.includes(name));
  }

  /** Reserves a name for an element without a property, in one class or as one element of several classes. */
  claimGenerated(classes: readonly ClassDraft[], candidates: Candidates, what: string): string {
    return this.#scopes.claim(classes, candidates, { of: what });
  }

  /** Reserves a name for the discriminator of some classes, and warns if a property has the first candidate. */
  claimDiscriminator(classes: readonly ClassDraft[], candidates: readonly [string, ...string[]]): string {
    const meaning = { of: 'the discriminator' };
    const name = this.#scopes.claim(classes, candidates, meaning);
    const [wanted] = candidates;
    const holder = this.#scopes.conflictOf(classes, wanted, meaning)?.of;
    if (holder !== undefined && typeof holder !== 'string') {
      const params = { element: this.#reader.show(holder.iri), name: wanted, renamed: name };
      this.#reader.warn('discriminator-renamed', params, holder.place);
    }
    return name;
  }

  chosenName(property: Property, cls: ClassDraft): string | undefined {
    const decided = this.#reader.decisions.find('name', property.iri, cls.iri);
    if (!decided) return undefined;
    const { value, element, place } = decided;
    if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(value) && fieldName(value) === value) return value;
    const why = 'a member name has ASCII lower-case letters and digits, with _ between words: head_line';
    this.#reader.warn('decision-impossible', { element, says: `name: ${value}`, why }, place);
    return fieldName(this.#reader.transliterate(value)) || undefined;
  }

  /** Returns the candidate names of a property in a class: the one that the user chose, or its own. */
  candidatesIn(property: Property, cls: ClassDraft): Candidates {
    const chosenName = this.chosenName(property, cls);
    return chosenName === undefined ? this.candidates(property) : [chosenName];
  }

  /** Returns the candidate names of a property in snake_case, best first. Each begins with a letter. */
  candidates(property: Property): Candidates {
    const names = property.names ?? this.#ownNames(property);
    property.names = names;
    names.candidates ??= this.#readNames(property, names);
    return names.candidates;
  }

  /** Returns the name of a property in a class by the target that it refers to. */
  role(property: Property, cls: ClassDraft): string {
    return roleOf(this.candidates(property)[0], cls);
  }

  /**
   * Returns the name of a reference in a class: its role, or with the policy `names=local` the whole published name. A role that
   * is the unshortened name of another property belongs to that one.
   */
  referenceName(property: Property, cls: ClassDraft): string {
    return this.#shortened(property, this.role(property, cls));
  }

  /** Returns the name of a field whose values are IRIs or an enumeration of individuals. */
  resourceName(property: Property): string {
    return this.#shortened(property, removeHas(this.candidates(property)[0]));
  }

  /** Returns a shortened name of a property; its whole name if the policy or another property excludes the shortened one. */
  #shortened(property: Property, short: string): string {
    const [name] = this.candidates(property);
    return short === name || this.keepsFullNames || this.#isFullNameOfAnother(short, property) ? name : short;
  }

  /** Returns whether another property has this name without shortening, in a class that shares instances with one of the domain. */
  #isFullNameOfAnother(name: string, property: Property): boolean {
    if (!this.#propertiesByFullName) {
      this.#propertiesByFullName = new Map();
      for (const each of this.#properties) pushTo(this.#propertiesByFullName, unifiedSpelling(this.candidates(each)[0]), each);
    }
    const others = this.#propertiesByFullName.get(unifiedSpelling(name)) ?? [];
    return others.some(
      (other) =>
        other !== property &&
        other.domains.some(
          (cls) => this.#keepsFullName(other, cls) && property.domains.some((own) => shareDescendants(own, cls)),
        ),
    );
  }

  /** Returns whether nothing shortens or replaces the name of a property in a class. */
  #keepsFullName(property: Property, cls: ClassDraft): boolean {
    if (this.#reader.decisions.find('name', property.iri, cls.iri)) return false;
    const [name] = this.candidates(property);
    // Another property may prevent that it is shortened. Each step compares shorter names, so this ends.
    return rangeIn(property, cls).value !== undefined || this.#shortened(property, roleOf(name, cls)) === name;
  }

  /** Whether fields keep every word of the published name (`names=local`). */
  get keepsFullNames(): boolean {
    return this.#reader.policies.names === 'local';
  }

  #describe({ of }: Meaning): string {
    return typeof of === 'string' ? of : this.#reader.show(of.iri);
  }

  #meaning(key: string, property: Property): Meaning {
    // A property of one class is named once, so its meaning need not be shared.
    if (property.domains.length === 1) return { of: property };
    return getOrCreate(this.#meanings, key, () => ({ of: property }));
  }

  #readNames(property: Property, { label, local }: OwnNames): Candidates {
    const reader = this.#reader;
    const owner =
      local === '' || this.#propertiesByName.size === 0 ? undefined : this.#propertyWithLocalName(label, local, property);
    if (owner) {
      const params = {
        element: reader.show(property.iri),
        classes: abbreviateNames(property.domains.map((cls) => cls.name)),
        other: reader.show(owner.iri),
        name: label,
        renamed: local,
        labelled: reader.rdfsLabel(property.iri) ? [reader.show(property.iri)] : [],
        ...(this.#haveDistinctLocalNames(property, { of: owner }) && { isAvoidable: true }),
      };
      reader.warn('name-collision', params, property.place);
    }
    const prefix = reader.ontology.prefixOf(property.iri);
    const first = owner ? '' : label;
    if ((first === '' || first === local) && local !== '') this.#reportKanji(property, local);
    const prefixed = prefix !== undefined && local !== '' ? fieldName(`${prefix}_${local}`) : '';
    const [best, ...others] = distinctNames(first, local, prefixed);
    if (best !== undefined) return [best, ...others];
    const name = reader.rdfsLabel(property.iri)?.value ?? reader.local(property.iri);
    const what = `property ${reader.show(property.iri)}`;
    reader.warn('name-repaired', { what, name, repaired: 'field' }, property.place);
    return ['field'];
  }

  /** Warns of a property whose name consists of code points of kanji. */
  #reportKanji({ iri, place }: Property, repaired: string): void {
    const reader = this.#reader;
    const name = reader.local(iri);
    if (isAscii(name) || !hasKanjiCodePoints(name, reader.localInAscii(iri))) return;
    reader.warn('name-repaired', { what: `property ${reader.show(iri)}`, name, repaired, why: 'is-kanji' }, place);
  }

  /** Returns the names from the label, unless the policy excludes labels, and from the IRI; empty if none exists. */
  #ownNames({ iri, statements }: Property): OwnNames {
    const local = fieldName(this.#reader.localInAscii(iri));
    const isLabelled = this.#reader.policies.names === 'label' || local === '';
    // A code such as `P31` has no meaning for users, so any kind of label is better.
    const isCode = isOpaque(this.#reader.local(iri)) || local === '';
    const ownLabel = isLabelled ? this.#reader.rdfsLabel(iri, statements) : undefined;
    const label = ownLabel ?? (isLabelled && isCode ? this.#reader.label(iri, statements) : undefined);
    const isName = label && isLatin(label.value) && (!isSentence(label.value) || isCode);
    const nameOf = ({ value, language }: Text) => fieldName(this.#reader.transliterate(value, language));
    const labels = isName ? this.#reader.ontology.literals(iri, rdfs.label) : [];
    // Of several labels in a language, the first one may be about one use of the property only.
    const isLocalName = labels.some((one) => one.language === label?.language && nameOf(one) === local);
    const labelName = isName ? nameOf(label) : '';
    const name = isLocalName ? local : labelName;
    // Equal strings become one object, which saves memory.
    return { label: name === local ? local : name, local, candidates: undefined };
  }

  /** Returns another property of related classes that has this label as its local name, and so a better claim to the name. */
  #propertyWithLocalName(label: string, local: string, property: Property): Property | undefined {
    const others = this.#propertiesByName.get(label);
    if (!others || others.includes(property)) return undefined;
    const refersToClass = (one: Property, cls: ClassDraft) => rangeIn(one, cls).classes.length > 0;
    const isCompetitor = (other: Property, otherClass: ClassDraft, cls: ClassDraft) => {
      const role = roleOf(label, cls);
      return (
        areRelated(otherClass, cls) &&
        roleOf(local, cls) !== role &&
        (role === label || refersToClass(other, otherClass) === refersToClass(property, cls))
      );
    };
    return others.find((other) =>
      other.domains.some((otherClass) => property.domains.some((cls) => isCompetitor(other, otherClass, cls))),
    );
  }
}

/** Returns whether an instance can be one of both classes: one is a superclass of the other, or they have a common subclass. */
function shareDescendants(a: ClassDraft, b: ClassDraft): boolean {
  return areRelated(a, b) || a.descendants.some((cls) => cls.ancestors.includes(b));
}

/** Returns the names that are not empty, without duplicates. */
function distinctNames(first: string, second: string, third: string): string[] {
  const hasSecond = second !== '' && second !== first;
  const two = first === '' ? (hasSecond ? [second] : []) : hasSecond ? [first, second] : [first];
  return third === '' || two.includes(third) ? two : [...two, third];
}

/** Returns the first three names of a list, and the number of the others. */
function abbreviateNames(names: readonly string[]): string {
  const more = names.length - 3;
  return names.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
