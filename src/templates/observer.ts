/** Sees what a template reads of a model: objects that note which of their members are asked for. */

import type { DomainModel } from '../model/index.ts';
import type { Data, View } from './data.ts';

/** By what an object is, the members that say something in the model, and those of them that are read. */
export class Observer {
  readonly #said = new Map<string, Set<string>>();
  readonly #read = new Map<string, Set<string>>();
  readonly #proxies = new WeakMap<object, object>();
  readonly #behind = new WeakMap<object, object>();

  /** For the data of Liquid templates. */
  readonly view: View = {
    of: (data) => this.#within(data) as Data,
    behind: (seen) => this.#behind.get(seen) ?? seen,
  };

  /** A model for modules: the same objects lead to the same, all of them observed. */
  model(model: DomainModel): DomainModel {
    return this.#within(model) as DomainModel;
  }

  /** Whether one of some members was read, such as `field.unique`. */
  hasRead(...members: readonly string[]): boolean {
    return members.some((member) => {
      const [what = '', name = ''] = member.split('.');
      return this.#read.get(what)?.has(name) ?? false;
    });
  }

  /** Whether a member says something of some object. */
  isSaid(member: string): boolean {
    const [what = '', name = ''] = member.split('.');
    return this.#said.get(what)?.has(name) ?? false;
  }

  /** The members that say something and were never read, by what has them. */
  ignored(): ReadonlyMap<string, readonly string[]> {
    const ignored = new Map<string, readonly string[]>();
    for (const [what, names] of this.#said) {
      // Where something stands in the ontology is nothing that generated code has to say.
      const rest = [...names].filter((name) => name !== 'place' && !this.#read.get(what)?.has(name));
      if (rest.length > 0) ignored.set(what, rest);
    }
    return ignored;
  }

  #note(where: Map<string, Set<string>>, what: string, name: string): void {
    const known = where.get(what) ?? new Set<string>();
    where.set(what, known.add(name));
  }

  #within(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || value instanceof Set || value instanceof Map) return value;
    const known = this.#proxies.get(value);
    if (known) return known;
    const what = Array.isArray(value) ? undefined : whatIs(value as Data);
    if (what !== undefined) for (const [name, each] of Object.entries(value)) if (says(each)) this.#note(this.#said, what, name);
    const proxy = new Proxy(value, {
      get: (target, name) => {
        if (what !== undefined && typeof name === 'string') this.#note(this.#read, what, name);
        const found = Reflect.get(target, name);
        const own = Reflect.getOwnPropertyDescriptor(target, name);
        // What cannot be changed must be given as it is.
        return typeof found === 'function' || (own && !own.configurable && !own.writable) ? found : this.#within(found);
      },
    });
    this.#proxies.set(value, proxy);
    this.#behind.set(proxy, value);
    return proxy;
  }
}

function says(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && value !== undefined && value !== false && value !== '';
}

/** What an object of a model is, by a member that only such have. */
const marksOf: readonly (readonly [member: string, what: string])[] = [
  ['assumptions', 'model'],
  ['allFields', 'class'],
  ['cardinality', 'field'],
  ['holder', 'relation'],
  ['typeName', 'choice'],
  ['inclusive', 'bound'],
  ['syntax', 'pattern'],
];

export function whatIs(value: Data): string | undefined {
  const marked = marksOf.find(([member]) => member in value)?.[1];
  if (marked !== undefined) return marked;
  if ('slug' in value) return 'values' in value ? 'enumeration' : 'union';
  if ('kind' in value && !('class' in value) && !('policy' in value)) return 'type';
  if ('value' in value && 'name' in value) return 'value';
  if ('fields' in value) return 'name' in value ? 'total' : 'key';
  return undefined;
}
