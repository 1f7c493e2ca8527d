/** The context by which instances in JSON are RDF (https://www.w3.org/TR/json-ld11/). */

import type { DomainClass, DomainModel } from '../../model/index.ts';
import { about, aboutAll, type TreeMap } from '../shared/tree/index.ts';
import type { Mark } from '../target.ts';
import { type Member, membersOf } from './members.ts';

/** What a member of some name is where all classes that have it agree, and the elements that it stands for. */
interface Shared {
  readonly member: Member;
  readonly key: string;
  readonly marks: Mark[];
  isOne: boolean;
}

/**
 * The terms of a model: its classes, and members that mean the same in all classes that have them. What means something
 * else in another class is a term within a class only (section 4.1.4), and within the objects that a relation leads to.
 */
export function contextOf(model: DomainModel): TreeMap {
  const all = new Map(model.classes.map((cls) => [cls, membersOf(cls, model.policies)] as const));
  const shared = sharedMembers(all);
  const isShared = ({ name }: Member) => shared.get(name)?.isOne === true;
  const own = (cls: DomainClass) => (all.get(cls) ?? []).filter((member) => !isShared(member));
  const inside = (cls: DomainClass): TreeMap => {
    const terms = own(cls).map((member) => [member.name, member.definition] as const);
    return terms.length === 0 ? {} : { '@context': { '@propagate': false, ...Object.fromEntries(terms) } };
  };
  const whole = ({ definition, target }: Member): TreeMap => (target ? { ...definition, ...inside(target) } : definition);
  const members = [...shared].filter(([, { isOne }]) => isOne);
  const base = baseOf(model);
  return {
    '@version': 1.1,
    ...(base !== undefined && { '@base': base }),
    ...pageTerm(shared),
    ...Object.fromEntries(members.map(([name, { member, marks }]) => [name, aboutAll(whole(member), marks)])),
    ...Object.fromEntries(
      model.classes.map((cls) => {
        const terms = own(cls).map((member) => [member.name, about(whole(member), markOf(cls, member))] as const);
        const scoped = terms.length === 0 ? {} : { '@context': Object.fromEntries(terms) };
        return [cls.name, about({ '@id': cls.iri, ...scoped }, { element: { kind: 'class', class: cls }, name: cls.name })];
      }),
    ),
  };
}

/** Where instances are resources if nobody says otherwise: UUIDs are resolved as relative references, for which `urn:uuid:` is no base. */
export function baseOf({ iri }: DomainModel): string | undefined {
  return iri === undefined || !/^https?:/.test(iri) ? undefined : `${iri.replace(/(?<![/#?])[/#?]+$/, '')}/id/`;
}

/** The entries of a page are what it says; its numbers are about the list. */
function pageTerm(shared: ReadonlyMap<string, Shared>): TreeMap {
  return shared.has('items') ? {} : { items: '@graph' };
}

function sharedMembers(all: ReadonlyMap<DomainClass, readonly Member[]>): Map<string, Shared> {
  const shared = new Map<string, Shared>();
  for (const [cls, members] of all) {
    for (const member of members) {
      const key = `${JSON.stringify(member.definition)} ${member.target?.name ?? ''}`;
      const known = shared.get(member.name);
      const mark = markOf(cls, member);
      if (!known) shared.set(member.name, { member, key, marks: mark ? [mark] : [], isOne: true });
      else if (known.key !== key) known.isOne = false;
      else if (mark && isDeclaredBy(cls, member)) known.marks.push(mark);
    }
  }
  return shared;
}

/** Inherited ones are told where they come from. */
function isDeclaredBy(cls: DomainClass, { of }: Member): boolean {
  return !('owner' in of) || of.owner === cls || cls.refinements.includes(of);
}

function markOf(cls: DomainClass, { of, name, definition }: Member): Mark {
  if (!('owner' in of)) return { element: { kind: 'class', class: cls } };
  const type = `${definition['@type'] ?? definition['@id']}`;
  return { element: { kind: 'field', class: cls, field: of }, name: `${cls.name}.${name}`, type };
}
