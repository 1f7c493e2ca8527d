/** Records which members of a model a template reads, such as `field.unique`. A check reports those that it ignores. */

import type { DomainModel } from '../model/index.ts';
import type { Data, ObservableView } from './data.ts';

/** Records for each kind of object which members have a value in the model, and which are read. */
export class Observer {
  readonly #present = new Map<string, Set<string>>();
  readonly #read = new Map<string, Set<string>>();
  readonly #proxies = new WeakMap<object, object>();
  readonly #originals = new WeakMap<object, object>();

  readonly view: ObservableView = {
    of: (data) => this.#observed(data) as Data,
    original: (proxy) => this.#originals.get(proxy) ?? proxy,
  };

  /** Returns a model for modules in which every object is observed. The same object always has the same proxy. */
  model(model: DomainModel): DomainModel {
    return this.#observed(model) as DomainModel;
  }

  /** Returns true if any of the members, such as `field.unique`, was read. */
  hasRead(...members: readonly string[]): boolean {
    return members.some((member) => {
      const [kind = '', name = ''] = member.split('.');
      return this.#read.get(kind)?.has(name) ?? false;
    });
  }

  /** Returns true if any object has a value for a member. */
  hasValue(member: string): boolean {
    const [kind = '', name = ''] = member.split('.');
    return this.#present.get(kind)?.has(name) ?? false;
  }

  /** Returns the members that have a value and were never read, by the kind of object. */
  ignored(): ReadonlyMap<string, readonly string[]> {
    const ignored = new Map<string, readonly string[]>();
    for (const [kind, names] of this.#present) {
      // Generated code does not need source locations.
      const unread = [...names].filter((name) => name !== 'place' && !this.#read.get(kind)?.has(name));
      if (unread.length > 0) ignored.set(kind, unread);
    }
    return ignored;
  }

  #add(membersByKind: Map<string, Set<string>>, kind: string, name: string): void {
    const known = membersByKind.get(kind) ?? new Set<string>();
    membersByKind.set(kind, known.add(name));
  }

  #observed(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || value instanceof Set || value instanceof Map) return value;
    const known = this.#proxies.get(value);
    if (known) return known;
    const kind = Array.isArray(value) ? undefined : kindOfObject(value as Data);
    if (kind !== undefined)
      for (const [name, each] of Object.entries(value)) if (hasContent(each)) this.#add(this.#present, kind, name);
    const proxy = new Proxy(value, {
      get: (target, name) => {
        if (kind !== undefined && typeof name === 'string') this.#add(this.#read, kind, name);
        const member = Reflect.get(target, name);
        const descriptor = Reflect.getOwnPropertyDescriptor(target, name);
        // A proxy must return read-only members unchanged.
        return typeof member === 'function' || (descriptor && !descriptor.configurable && !descriptor.writable)
          ? member
          : this.#observed(member);
      },
    });
    this.#proxies.set(value, proxy);
    this.#originals.set(proxy, value);
    return proxy;
  }
}

function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && value !== undefined && value !== false && value !== '';
}

/** Members and kinds: an object is of the kind of the first of these members that it has. */
const identifyingMembers: readonly (readonly [member: string, kind: string])[] = [
  ['assumptions', 'model'],
  ['allFields', 'class'],
  ['cardinality', 'field'],
  ['holder', 'relation'],
  ['typeName', 'choice'],
  ['orEqual', 'comparison'],
  ['inclusive', 'bound'],
  ['syntax', 'pattern'],
  ['foreignKeys', 'table'],
  ['notNull', 'column'],
  ['targets', 'foreign key'],
];

/** Returns what an object of the model data represents, such as `class` or `field`, by its members; undefined if unknown. */
export function kindOfObject(value: Data): string | undefined {
  const kind = identifyingMembers.find(([member]) => member in value)?.[1];
  if (kind !== undefined) return kind;
  if ('slug' in value) return 'values' in value ? 'enumeration' : 'union';
  if ('kind' in value && !('class' in value) && !('policy' in value)) return 'type';
  if ('value' in value && 'name' in value) return 'value';
  if ('fields' in value) return 'name' in value ? 'total' : 'key';
  return undefined;
}
