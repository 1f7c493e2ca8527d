/** Judges documents by the model and the table of kinds alone: no target's code has a part in it. */

import {
  compareValues,
  type DomainClass,
  type Field,
  type FieldType,
  identity,
  isText,
  isWithin,
  type Kind,
  kindOf,
  type ScalarType,
} from '../../src/model/index.ts';
import { matcher } from '../../src/pattern/index.ts';
import { memberOf, readJson, type Tree } from './json.ts';

/**
 * What a document says: one text for each field that has a value. Documents that say the same have equal maps, whatever
 * the spelling of their values.
 */
export type Meaning = ReadonlyMap<string, string>;

/** What a document says as an instance of a class; undefined if it is none. */
export function judge(cls: DomainClass, text: string): Meaning | undefined {
  const tree = readJson(text);
  const names = new Set(cls.allFields.map(({ name }) => name));
  if (tree?.is !== 'object' || repeats(tree, names)) return undefined;
  if (cls.closed && tree.members.some(([key]) => !names.has(key))) return undefined;
  return meaningOf(cls, tree);
}

/** Whether an object says one of some keys twice: what it means then is for nobody to say. */
export function repeats(tree: Tree, names: ReadonlySet<string>): boolean {
  if (tree.is !== 'object') return false;
  const keys = tree.members.map(([key]) => key).filter((key) => names.has(key));
  return new Set(keys).size < keys.length;
}

/** What an object says in the fields of a class; undefined if that may not be. */
export function meaningOf(cls: DomainClass, tree: Tree): Meaning | undefined {
  const found = new Map<string, string>();
  for (const field of cls.allFields) {
    const value = fieldMeaning(field, memberOf(tree, field.name));
    if (value === undefined) return undefined;
    if (value !== null) found.set(field.name, value);
  }
  const id = found.get('id');
  if (cls.allFields.some((field) => field.irreflexive && id !== undefined && found.get(field.name)?.includes(id)))
    return undefined;
  return keepsTogether(cls, found) ? found : undefined;
}

/** One text for what a field says, null for no value; undefined if that may not be. */
function fieldMeaning(field: Field, tree: Tree | undefined): string | null | undefined {
  const { cardinality, minItems = 0, maxItems = Number.POSITIVE_INFINITY, contains = [], absent, constant } = field;
  if (cardinality === 'many') {
    if (tree?.is !== 'array') return undefined;
    const values = tree.items.map((item) => meaningOfValue(field.type, item));
    if (values.includes(undefined) || values.length < minItems || values.length > (absent ? 0 : maxItems)) return undefined;
    return contains.every((value) => values.includes(canonical(field.type, value))) ? JSON.stringify(values) : undefined;
  }
  if (tree === undefined || tree.is === 'null') return cardinality === 'optional' ? null : undefined;
  const value = absent ? undefined : meaningOfValue(field.type, tree);
  return constant === undefined || value === canonical(field.type, constant) ? value : undefined;
}

/** What the model holds as the only value of a field, in the text that stands for it here. */
function canonical(type: FieldType, value: string): string {
  if (type.kind !== 'union') return value;
  const member = type.union.members.find(({ scalar }) => kindOf(scalar).read(value) !== undefined);
  return `${member?.scalar} ${value}`;
}

function meaningOfValue(type: FieldType, tree: Tree): string | undefined {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return valueIn(identity, tree);
    case 'enumeration': {
      const found = (type.only ?? type.enumeration.values).find(({ value }) => tree.is === 'string' && value === tree.value);
      return found?.value;
    }
    case 'union': {
      const values = type.union.members.map((member) => [member.scalar, scalarMeaning(member, tree)] as const);
      return values.find(([, value]) => value !== undefined)?.join(' ');
    }
    case 'scalar':
      return scalarMeaning(type, tree);
    default:
      return type satisfies never;
  }
}

function scalarMeaning(type: ScalarType, tree: Tree): string | undefined {
  const { scalar, minLength = 0, maxLength = Number.POSITIVE_INFINITY, patterns, values } = type;
  const value = valueIn(kindOf(scalar), tree);
  if (value === undefined || !isWithin(scalar, value, type)) return undefined;
  const length = [...value].length;
  if (length < minLength || length > maxLength) return undefined;
  if (patterns && !(matcher(patterns)?.(value) ?? true)) return undefined;
  return (values?.some((one) => compareValues(scalar, one, value) === 0) ?? true) ? value : undefined;
}

/** One text for each value of a kind; undefined if the JSON is none. */
function valueIn(kind: Kind, tree: Tree): string | undefined {
  if (tree.is !== jsonOf(kind)) return undefined;
  const text = tree.is === 'number' ? tree.source : String(tree.value);
  return isText(kind, text) ? kind.read(text) : undefined;
}

/** What a value of a kind is in a tree. */
export function jsonOf({ json }: Kind): Exclude<Tree['is'], 'null' | 'array' | 'object'> {
  return json === 'integer' ? 'number' : json;
}

/** Whether an object keeps to what is said of several fields. */
function keepsTogether(cls: DomainClass, found: Meaning): boolean {
  const line = [...cls.ancestors, cls];
  const choices = line.flatMap((each) => each.choices);
  const counts = (name: string) =>
    found.get(name)?.startsWith('[') ? JSON.parse(found.get(name) as string).length : found.has(name) ? 1 : 0;
  return (
    choices.every(({ fields, required }) => {
      const given = fields.filter(({ name }) => found.has(name)).length;
      return given <= 1 && (given === 1 || !required);
    }) &&
    line
      .flatMap((each) => each.totals)
      .every(({ fields, minItems = 0, maxItems = Number.POSITIVE_INFINITY }) => {
        const total = fields.reduce((sum, { name }) => sum + counts(name), 0);
        return total >= minItems && total <= maxItems;
      })
  );
}
