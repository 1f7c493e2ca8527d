/**
 * The JSON-LD context that makes JSON instances RDF (https://www.w3.org/TR/json-ld11/): the term `title` stands for `ex:title`.
 */

import type { DomainClass, DomainModel } from '../../model/index.ts';
import { addMarks, markMap, type TreeMap } from '../shared/tree/index.ts';
import type { Mark } from '../target.ts';
import { type Member, membersIn } from './members.ts';

/** The member with the entries of a page. Instances may have a member of this name only if they always state their class. */
const PAGE_ITEMS = 'items';

/** The members of one name. If all classes define the name alike, it becomes a term of the whole context. */
interface MembersByName {
  /** The definition in the first class. */
  readonly member: Member;
  readonly marks: Mark[];
  isShared: boolean;
}

/**
 * Returns the terms of a model: its classes, and the members that mean the same in all classes that have them. Other members
 * are terms scoped to a class (section 4.1.4) and to the objects of relations to it.
 */
export function contextOf(model: DomainModel): TreeMap {
  const membersOf = membersIn(model.policies);
  const membersByClass = new Map(model.classes.map((cls) => [cls, membersOf(cls)] as const));
  const members = membersByName(membersByClass);
  const items = members.get(PAGE_ITEMS);
  const classesWithItems = [...membersByClass.values()].filter((all) => all.some(({ name }) => name === PAGE_ITEMS));
  const arePages = classesWithItems.every((all) => all.some(({ definition }) => definition['@id'] === '@type'));
  if (items && arePages) items.isShared = false;
  const scopedMembers = (cls: DomainClass) => (membersByClass.get(cls) ?? []).filter(({ name }) => !members.get(name)?.isShared);
  const contexts = new Map<DomainClass, TreeMap>();
  const scopedContext = (cls: DomainClass): TreeMap => {
    let context = contexts.get(cls);
    if (context === undefined) {
      const terms = scopedMembers(cls).map((member) => [member.name, member.definition] as const);
      context = terms.length === 0 ? {} : { '@context': { '@propagate': false, ...Object.fromEntries(terms) } };
      contexts.set(cls, context);
    }
    return context;
  };
  const termOf = ({ definition, target }: Member): TreeMap => (target ? { ...definition, ...scopedContext(target) } : definition);
  const classTerm = (cls: DomainClass): TreeMap => {
    const terms = scopedMembers(cls).map((member) => [member.name, markMap(termOf(member), markOf(cls, member))] as const);
    const scoped = terms.length === 0 ? {} : { '@context': Object.fromEntries(terms) };
    return markMap({ '@id': cls.iri, ...scoped }, { element: { kind: 'class', class: cls }, name: cls.name });
  };
  return {
    '@version': 1.1,
    '@base': baseOf(model),
    // Entries of a page are its content; its numbers describe the list and have no term.
    ...(arePages && { [PAGE_ITEMS]: '@graph' }),
    ...Object.fromEntries(
      [...members].flatMap(([name, { member, marks, isShared }]) => (isShared ? [[name, addMarks(termOf(member), marks)]] : [])),
    ),
    ...Object.fromEntries(model.classes.map((cls) => [cls.name, classTerm(cls)])),
  };
}

/** Returns the default base IRI of instances. Ids are UUIDs, resolved as relative references; `urn:uuid:` cannot be a base. */
export function baseOf({ iri }: DomainModel): string | undefined {
  return iri === undefined || !/^https?:/.test(iri) ? undefined : `${iri.replace(/(?<![/#?])[/#?]+$/, '')}/id/`;
}

/** Groups the members of all classes by their names. */
function membersByName(membersByClass: ReadonlyMap<DomainClass, readonly Member[]>): Map<string, MembersByName> {
  const byName = new Map<string, MembersByName>();
  for (const [cls, members] of membersByClass) {
    for (const member of members) {
      const known = byName.get(member.name);
      if (!known) byName.set(member.name, { member, marks: [markOf(cls, member)], isShared: true });
      else if (!known.isShared) continue;
      else if (!isSame(known.member, member)) known.isShared = false;
      else if (isDeclaredBy(cls, member)) known.marks.push(markOf(cls, member));
    }
  }
  return byName;
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
