/**
 * Sample rows for the tables of a model: arbitrary valid values, and valid references between rows. Tests
 * insert them to prove that a schema accepts valid data and that a migration keeps it.
 */

import { comparisonNarrower } from '../../src/instances/index.ts';
import {
  allComparisons,
  allTotals,
  concreteClasses,
  type DomainClass,
  type DomainModel,
  type Field,
  isBuiltIn,
  isReference,
  type Pattern,
  type ReferenceField,
  type ScalarType,
} from '../../src/model/index.ts';
import { isForeignKey } from '../../src/targets/sql-schema/order.ts';
import type { Table } from '../../src/targets/sql-schema/plan.ts';
import { originalField } from '../../src/targets/sql-schema/queries.ts';
import { planSchema } from '../../src/targets/sql-schema/schema.ts';
import type { ValueType } from '../../src/targets/sql-schema/types.ts';
import { arrayValue, sqlValue } from '../../src/targets/sql-schema/values.ts';
import { createMatcher, textsMatching } from '../../src/targets/text/index.ts';
import { scalarSample } from './sample-values.ts';

/** An instance whose rows are inserted. */
interface Instance {
  readonly class: DomainClass;
  readonly id: string;
  /** Its number; different instances get different values. */
  readonly number: number;
  readonly values: Map<Field, string>;
  /** The instances that it refers to, by field. */
  readonly references: Map<Field, Instance[]>;
}

/**
 * Returns transactions that insert an instance of every class, with rows in its table and those of its superclasses: first
 * with required values only, then with all values.
 */
export function transactions(model: DomainModel): readonly string[] {
  const rows = new SampleRows(model);
  return [false, true].flatMap((hasAllValues) => rows.transactions(hasAllValues));
}

/** Limit per class: in some random models, instances require other instances without end. */
const MAX_INSTANCES_PER_CLASS = 100;

class SampleRows {
  readonly #classes: readonly DomainClass[];
  readonly #tables: readonly Table[];
  readonly #tableOf: ReadonlyMap<DomainClass | Field, Table>;
  /** Foreign keys that close a cycle but are not deferred, with the beginning of their UPDATE. */
  readonly #cyclicKeys: ReadonlyMap<Field, string>;
  /** Texts that match the patterns of a type. */
  readonly #texts = new Map<ScalarType, readonly string[]>();
  /** Texts that are already used, by field. */
  readonly #usedTexts = new Map<Field, Set<string>>();
  #hasAllValues = false;
  #instances = new Map<string, Instance>();
  /** Instances that are already referred to, by field; unique references skip them. */
  #usedInstances = new Map<Field, Set<Instance>>();
  /** Instances that have no values yet. */
  #waiting: Instance[] = [];
  #instanceCount = 0;

  constructor(model: DomainModel) {
    this.#classes = model.classes;
    this.#tables = planSchema(model).groups.flat();
    this.#tableOf = new Map(this.#tables.map((table) => [table.of, table]));
    this.#cyclicKeys = new Map(
      this.#tables.flatMap(({ name: table, columns, foreignKeys }) =>
        columns.flatMap(({ name, field }): [Field, string][] => {
          const isLate = foreignKeys.some((key) => key.later && !key.deferred && key.columns[0] === name);
          return field && isLate ? [[field, `"${table}" SET "${name}"`]] : [];
        }),
      ),
    );
  }

  /** Returns a transaction for each class that inserts an instance with required or all values, and those that it refers to. */
  transactions(hasAllValues: boolean): string[] {
    this.#hasAllValues = hasAllValues;
    this.#instances = new Map();
    this.#usedInstances = new Map();
    return this.#classes.flatMap((cls) => {
      this.#instance(cls, 0);
      const instances = this.#waiting;
      for (const one of instances) this.#complete(one);
      this.#waiting = [];
      return instances.length === 0 ? [] : [this.#transaction(instances)];
    });
  }

  /** Returns instance number `k` of a class, and creates it at the first call. */
  #instance(target: DomainClass, k: number): Instance {
    const [cls = target] = concreteClasses(target);
    const key = `${cls.slug}#${k}`;
    const known = this.#instances.get(key);
    if (known) return known;
    const number = ++this.#instanceCount;
    if (number > Math.max(2000, MAX_INSTANCES_PER_CLASS * this.#classes.length))
      throw new RangeError('each instance needs another one, without end');
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const instance: Instance = { class: cls, id, number, values: new Map(), references: new Map() };
    this.#instances.set(key, instance);
    this.#waiting.push(instance);
    return instance;
  }

  /** Sets the values and references of an instance, and creates the instances that it refers to. */
  #complete(instance: Instance): void {
    const { chosen, without } = chooseAlternatives(instance.class, this.#hasAllValues);
    const narrowField = comparisonNarrower(instance.class);
    // The default of a column, such as the current time, may not be in order with other values.
    const hasOrder = allComparisons(instance.class).length > 0;
    const single = new Map<string, string>();
    for (const field of storedFields(instance.class)) {
      const stored = originalField(field);
      if (isBuiltIn(field) || without.has(stored)) continue;
      const isRequired = chosen.has(stored) || requiresValue(field);
      if (!this.#hasAllValues && !isRequired) continue;
      const count = valueCount(field, Math.max(Number(chosen.has(stored)), this.#hasAllValues ? 2 : 0));
      if (isReference(field)) instance.references.set(stored, this.#referred(instance, field, count, isRequired));
      else if (this.#hasAllValues || hasOrder || !hasColumnDefault(field)) {
        const ordered = narrowField(field, ({ name }) => single.get(name));
        instance.values.set(stored, this.#value(ordered, ordered.type as ValueType, instance.number, count, single));
      }
    }
  }

  /** Returns `count` instances for a reference, without those that it must not refer to. An optional reference may get fewer. */
  #referred(from: Instance, field: ReferenceField, count: number, isRequired: boolean): Instance[] {
    const used = this.#usedInstances.get(originalField(field)) ?? new Set();
    this.#usedInstances.set(originalField(field), used);
    const referred: Instance[] = [];
    const { target } = field.type;
    // If each instance must refer to another one than all others do, a chain of them ends where one refers to itself.
    const isOfTarget = from.class === target || from.class.ancestors.includes(target);
    if (isRequired && field.unique && !field.irreflexive && isOfTarget && !used.has(from)) {
      used.add(from);
      referred.push(from);
    }
    for (let k = 0; referred.length < count && (isRequired || k < count); k++) {
      const one = this.#instance(target, k);
      if ((field.irreflexive && one === from) || (field.unique && used.has(one))) continue;
      used.add(one);
      referred.push(one);
    }
    return referred;
  }

  #transaction(instances: readonly Instance[]): string {
    const rows = new Map<DomainClass | Field, (readonly string[])[]>();
    const add = (of: DomainClass | Field, row: readonly string[]) => {
      const known = rows.get(of);
      if (known) known.push(row);
      else rows.set(of, [row]);
    };
    const updates: string[] = [];
    for (const instance of instances) {
      for (const cls of [instance.class, ...instance.class.ancestors])
        add(cls, this.#row(this.#tableOf.get(cls) as Table, instance));
      for (const [field, referred] of instance.references) {
        const update = this.#cyclicKeys.get(field);
        if (field.cardinality === 'many') for (const other of referred) add(field, [`'${instance.id}'`, `'${other.id}'`]);
        else if (update && referred[0]) updates.push(`UPDATE ${update} = '${referred[0].id}' WHERE id = '${instance.id}';`);
      }
    }
    const insertions = this.#tables.flatMap((table) => {
      const all = rows.get(table.of);
      return all ? [insertion(table, all)] : [];
    });
    // Constraints may check a value before its UPDATE sets it.
    const deferral = updates.length > 0 ? ['SET CONSTRAINTS ALL DEFERRED;'] : [];
    return ['BEGIN;', ...deferral, ...insertions, ...updates, 'COMMIT;'].join('\n');
  }

  #row(table: Table, instance: Instance): string[] {
    return table.columns.map(({ field, generated }) => {
      if (generated !== undefined) return 'DEFAULT';
      if (field === undefined || field.type.kind === 'id') return `'${instance.id}'`;
      if (field.discriminator) return `'${instance.class.name}'`;
      if (!isForeignKey(field)) return instance.values.get(field) ?? 'DEFAULT';
      const [other] = instance.references.get(field) ?? [];
      return other === undefined || this.#cyclicKeys.has(field) ? 'DEFAULT' : `'${other.id}'`;
    });
  }

  /** Returns a text that matches the patterns of a field: an unused one as long as there are any. */
  #text(field: Field, type: ScalarType): string | undefined {
    const texts = this.#texts.get(type) ?? [...textsMatching(type.patterns ?? [], type)];
    this.#texts.set(type, texts);
    const used = this.#usedTexts.get(originalField(field)) ?? new Set();
    this.#usedTexts.set(originalField(field), used);
    const text = texts.find((one) => !used.has(one)) ?? texts[0];
    if (text !== undefined) used.add(text);
    return text;
  }

  #sample(field: Field, type: ValueType, n: number): string {
    if (type.kind !== 'scalar' || type.patterns === undefined || type.values !== undefined) return sample(type, n);
    return (type.scalar === 'duration' ? duration(type.patterns, n) : this.#text(field, type)) ?? sample(type, n);
  }

  /** @param single gets the value by the name of the field, unless it is a list */
  #value(field: Field, type: ValueType, n: number, count: number, single: Map<string, string>): string {
    const value = (i: number) => field.constant ?? this.#sample(field, type, i);
    if (field.cardinality !== 'many') {
      const text = value(n);
      single.set(field.name, text);
      return sqlValue(type, text);
    }
    const { contains = [] } = field;
    const others = Array.from({ length: Math.max(0, count - contains.length) }, (_, i) => value(n + i));
    return arrayValue(type, [...contains, ...others]);
  }
}

/** Returns a duration that matches patterns: one with days and times, or with years and months only. */
function duration(patterns: readonly Pattern[], n: number): string | undefined {
  const isMatch = createMatcher(patterns);
  return [`P${n % 1000}DT4H`, `P1Y${n % 12}M`].find((text) => isMatch?.(text));
}

/** Returns the INSERT for some rows, without columns that have no value in any of them. */
function insertion(table: Table, rows: readonly (readonly string[])[]): string {
  const isGiven = table.columns.map((_, i) => rows.some((row) => row[i] !== 'DEFAULT'));
  const columns = table.columns.filter((_, i) => isGiven[i]).map(({ name }) => `"${name}"`);
  const values = rows.map((row) => `(${row.filter((_, i) => isGiven[i]).join(', ')})`);
  return `INSERT INTO "${table.name}" (${columns.join(', ')}) VALUES ${values.join(', ')};`;
}

/** Returns the fields that the rows of an instance store: two superclasses may each have a column for the same field. */
function storedFields(cls: DomainClass): readonly Field[] {
  const narrowed = new Map(cls.allFields.map((field) => [originalField(field), field]));
  return [...cls.ancestors, cls].flatMap((c) => c.fields.map((field) => narrowed.get(field) ?? field));
}

function requiresValue({ cardinality, minItems = 0, contains }: Field): boolean {
  return cardinality === 'one' || minItems > 0 || contains !== undefined;
}

/** Returns the wanted number of values, changed so that it is within the bounds of the field. */
function valueCount({ cardinality, minItems = 0, maxItems }: Field, wanted: number): number {
  if (cardinality !== 'many') return 1;
  const count = Math.max(minItems, wanted);
  return Math.min(count, maxItems ?? count);
}

/** Returns whether the column supplies a value. The column of a narrowed field has the default of the superclass. */
function hasColumnDefault(field: Field): boolean {
  return !field.refines && (field.default ?? field.constant ?? field.generated) !== undefined;
}

/**
 * Returns, for all choices, the alternatives that get a value and those that get none. A choice that two superclasses have is
 * decided for the table of each.
 */
function chooseAlternatives(
  cls: DomainClass,
  hasAllValues: boolean,
): { readonly chosen: ReadonlySet<Field>; readonly without: ReadonlySet<Field> } {
  const chosen = new Set<Field>();
  const without = new Set(cls.allFields.filter((field) => field.absent).map(originalField));
  const choices = [...cls.ancestors, cls].flatMap((c) => c.choices);
  for (const { fields, required } of choices.toSorted((a, b) => Number(b.required) - Number(a.required))) {
    const alternatives = fields.map(originalField);
    const choice =
      alternatives.find((f) => chosen.has(f)) ?? alternatives.find((f) => (required || hasAllValues) && !without.has(f));
    if (choice) chosen.add(choice);
    for (const other of alternatives) if (other !== choice) without.add(other);
  }
  // Totals: as many fields get a value as the minimum requires.
  for (const { fields, minItems = 0 } of allTotals(cls)) {
    const candidates = fields.map(originalField).filter((field) => !without.has(field));
    for (const field of candidates.slice(0, Math.max(0, minItems))) chosen.add(field);
  }
  return { chosen, without };
}

function sample(type: ValueType, n: number): string {
  switch (type.kind) {
    case 'scalar':
      return scalarSample(type, n);
    case 'enumeration': {
      const values = type.only ?? type.enumeration.values;
      return values[n % values.length]?.value ?? '';
    }
    case 'union':
      return scalarSample(type.union.members[n % type.union.members.length] as ScalarType, n);
    default:
      return type satisfies never;
  }
}
