/** Judges documents by the model and by the forms of values alone: no target's code has a part in it. */

import type { DomainClass, Field, FieldType } from '../../src/model/index.ts';
import { valueIn } from './forms.ts';
import { memberOf, readJson, type Tree } from './json.ts';

/**
 * What a document says, one text for each field that has a value; undefined if it is no instance of the class. Documents
 * that say the same have equal maps, whatever the spelling of their values.
 */
export type Meaning = ReadonlyMap<string, string>;

/** Whether an object says a key twice: what it means then is for nobody to say. */
export function repeats(tree: Tree, names: ReadonlySet<string>): boolean {
  if (tree.is !== 'object') return false;
  const keys = tree.members.map(([key]) => key).filter((key) => names.has(key));
  return new Set(keys).size < keys.length;
}

export function judge(cls: DomainClass, text: string): Meaning | undefined {
  const tree = readJson(text);
  const names = new Set(cls.allFields.map(({ name }) => name));
  if (tree?.is !== 'object' || repeats(tree, names)) return undefined;
  if (cls.closed && tree.members.some(([key]) => !names.has(key))) return undefined;
  return meaningOf(cls, tree);
}

/** What an object says in the fields of a class; undefined if one of them says nothing that may be. */
export function meaningOf(cls: DomainClass, tree: Tree): Meaning | undefined {
  const found = new Map<string, string>();
  for (const field of cls.allFields) {
    const value = fieldMeaning(field, memberOf(tree, field.name));
    if (value === undefined) return undefined;
    if (value !== null) found.set(field.name, value);
  }
  return found;
}

/** One text for what a field says, null for no value; undefined if that may not be. */
function fieldMeaning({ cardinality, type }: Field, tree: Tree | undefined): string | null | undefined {
  if (cardinality === 'many') {
    if (tree?.is !== 'array') return undefined;
    const values = tree.items.map((item) => meaningOfValue(type, item));
    return values.includes(undefined) ? undefined : JSON.stringify(values);
  }
  if (tree === undefined || tree.is === 'null') return cardinality === 'optional' ? null : undefined;
  return meaningOfValue(type, tree);
}

function meaningOfValue(type: FieldType, tree: Tree): string | undefined {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return valueIn('uuid', tree);
    case 'enumeration':
      return tree.is === 'string' && (type.only ?? type.enumeration.values).some(({ value }) => value === tree.value)
        ? tree.value
        : undefined;
    case 'union': {
      const values = type.union.members.map((member) => [member.scalar, valueIn(member.scalar, tree)] as const);
      return values.find(([, value]) => value !== undefined)?.join(' ');
    }
    case 'scalar':
      return valueIn(type.scalar, tree);
    default:
      return type satisfies never;
  }
}
