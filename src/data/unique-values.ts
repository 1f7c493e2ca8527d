/** Finds values that two individuals must not share. */

import { allKeys, type Field, jsonText, kindOf } from '../model/index.ts';
import type { FieldValue, Individual } from './individual.ts';
import { declaredForm } from './statement-fields.ts';
import { packString } from './terms.ts';

/** Yields the unique values of an individual as the start of a line: the class, its members and their values, with tabs. */
export function* uniqueValues({ class: cls, values }: Individual): Generator<string, void, undefined> {
  for (const field of cls.allFields) {
    if (!field.unique) continue;
    const distinct = new Set(values.get(field.name)?.map((value) => canonicalJson(field, value)));
    for (const value of field.cardinality === 'many' ? distinct : [...distinct].slice(0, 1))
      yield `${declaredForm(field).owner.name}\t${field.name}\t${packString(value)}`;
  }
  for (const { fields } of allKeys(cls)) {
    const keyValues = fields.map((field) => {
      const value = values.get(field.name)?.[0];
      return value && canonicalJson(field, value);
    });
    if (keyValues.includes(undefined)) continue;
    const owner = [cls, ...cls.ancestors].find(({ keys }) => keys.some((key) => key.fields === fields)) ?? cls;
    yield `${owner.name}\t${fields.map(({ name }) => name).join(', ')}\t${packString(keyValues.join(', '))}`;
  }
}

/** Returns the JSON of a value in canonical form: `1.0` and `1.00` are equal. */
function canonicalJson({ type }: Field, { json }: FieldValue): string {
  if (type.kind !== 'scalar') return json;
  const text: string = json.startsWith('"') ? JSON.parse(json) : json;
  return jsonText(type.scalar, kindOf(type.scalar).read(text) ?? text);
}

/** Returns the bucket of a value; equal values are compared in one bucket. */
export function bucketOf(key: string, count: number): number {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
  return (hash >>> 0) % count;
}
