/** The JSON-LD context that makes JSON instances RDF (https://www.w3.org/TR/json-ld11/). */

import type { DomainClass, DomainModel } from '../../model/index.ts';
import { addMarks, markMap, type TreeMap } from '../shared/tree/index.ts';
import type { Mark } from '../target.ts';
import { type Member, membersIn } from './members.ts';

/** The member with the entries of a page. Instances may have a member of this name only if they always state their class. */
const PAGE_ITEMS = 'items';

/** A member that all classes with a member of its name define alike, and its elements. */
interface SharedMember {
  readonly member: Member;
  readonly marks: Mark[];
  isOne: boolean;
}

/**
 * Returns the terms of a model: its classes, and the members that mean the same in all classes that have them. Other members
 * are terms scoped to a class (section 4.1.4) and to the objects of relations to it.
 */
export function contextOf(model: DomainModel): TreeMap {
  const membersOf = membersIn(model.policies);
  const membersByClass = new Map(model.classes.map((cls) => [cls, membersOf(cls)] as const));
  const shared = sharedMembers(membersByClass);
  const items = shared.get(PAGE_ITEMS);
  const holders = [...membersByClass.values()].filter((members) => members.some(({ name }) => name === PAGE_ITEMS));
  const arePages = holders.every((members) => members.some(({ definition }) => definition['@id'] === '@type'));
  if (items && arePages) items.isOne = false;
  const isShared = ({ name }: Member) => shared.get(name)?.isOne === true;
  const scopedMembers = (cls: DomainClass) => (membersByClass.get(cls) ?? []).filter((member) => !isShared(member));
  const contexts = new Map<DomainClass, TreeMap>();
  const scopedContext = (cls: DomainClass): TreeMap => {
    let known = contexts.get(cls);
    if (known === undefined) {
      const terms = scopedMembers(cls).map((member) => [member.name, member.definition] as const);
      known = terms.length === 0 ? {} : { '@context': { '@propagate': false, ...Object.fromEntries(terms) } };
      contexts.set(cls, known);
    }
    return known;
  };
  const termOf = ({ definition, target }: Member): TreeMap => (target ? { ...definition, ...scopedContext(target) } : definition);
  const ofClass = (cls: DomainClass): TreeMap => {
    const terms = scopedMembers(cls).map((member) => {
      const term = termOf(member);
      return [member.name, markMap(term, markOf(cls, member))] as const;
    });
    const scoped = terms.length === 0 ? {} : { '@context': Object.fromEntries(terms) };
    return markMap({ '@id': cls.iri, ...scoped }, { element: { kind: 'class', class: cls }, name: cls.name });
  };
  return {
    '@version': 1.1,
    '@base': baseOf(model),
    // Entries of a page are its content; its numbers describe the list and have no term.
    ...(arePages && { [PAGE_ITEMS]: '@graph' }),
    ...Object.fromEntries(
      [...shared].flatMap(([name, { member, marks, isOne }]) => (isOne ? [[name, addMarks(termOf(member), marks)]] : [])),
    ),
    ...Object.fromEntries(model.classes.map((cls) => [cls.name, ofClass(cls)])),
  };
}

/** Returns the default base IRI of instances. Ids are UUIDs, resolved as relative references; `urn:uuid:` cannot be a base. */
export function baseOf({ iri }: DomainModel): string | undefined {
  return iri === undefined || !/^https?:/.test(iri) ? undefined : `${iri.replace(/(?<![/#?])[/#?]+$/, '')}/id/`;
}

function sharedMembers(membersByClass: ReadonlyMap<DomainClass, readonly Member[]>): Map<string, SharedMember> {
  const shared = new Map<string, SharedMember>();
  for (const [cls, members] of membersByClass) {
    for (const member of members) {
      const known = shared.get(member.name);
      if (!known) shared.set(member.name, { member, marks: [markOf(cls, member)], isOne: true });
      else if (!known.isOne) continue;
      else if (!isSame(known.member, member)) known.isOne = false;
      else if (isDeclaredBy(cls, member)) known.marks.push(markOf(cls, member));
    }
  }
  return shared;
}

/** Checks whether two members of the same name have the same meaning. */
function isSame(one: Member, other: Member): boolean {
  if (one === other) return true;
  return one.target === other.target && JSON.stringify(one.definition) === JSON.stringify(other.definition);
}

/** Checks whether a class declares or narrows a member; inherited members are marked in the class that declares them. */
function isDeclaredBy(cls: DomainClass, { of }: Member): boolean {
  return !('owner' in of) || of.owner === cls || cls.refinements.includes(of);
}

function markOf(cls: DomainClass, { of, name, definition }: Member): Mark {
  if (!('owner' in of)) return { element: { kind: 'class', class: cls } };
  const type = `${definition['@type'] ?? definition['@id']}`;
  return { element: { kind: 'field', class: cls, field: of }, name: `${cls.name}.${name}`, type };
}
