/**
 * The model as Liquid templates read it, for example `class.allFields[0].name`: the JSON model (docs/reference/model.md), with
 * lists of objects instead of the names of inherited members. Each object has every member, null without a value, so that a
 * misspelt name in a template is an error, not an empty text.
 */

import {
  allChoices,
  allComparisons,
  allTotals,
  type DomainClass,
  type DomainModel,
  type Field,
  modelJson,
  type TableJson,
} from '../model/index.ts';
import type { Element } from '../targets/index.ts';
import { tablesJson } from '../targets/sql-schema/index.ts';

export type Data = Readonly<Record<string, unknown>>;

/** Controls access of a template to its data: a check uses it to record what is read. */
export interface ObservableView {
  /** Returns the object to use instead of a data object and everything in it. */
  readonly of: (data: Data) => Data;
  /** The inverse of `of`. */
  readonly original: (proxy: object) => object;
}

const IDENTITY_VIEW: ObservableView = { of: (data) => data, original: (proxy) => proxy };

/** The data of a model, and the elements that its objects represent. */
export interface ModelData {
  readonly model: Data;
  readonly classes: ReadonlyMap<string, Data>;
  readonly enumerations: ReadonlyMap<string, Data>;
  readonly unions: ReadonlyMap<string, Data>;
  /** Returns the element of the model for a data object, if lines can be marked with it. */
  readonly elementOf: (data: unknown) => Element | undefined;
}

type ClassJson = Data & {
  readonly name: string;
  readonly fields: readonly Data[];
  readonly refinements: readonly Data[];
  readonly relations: readonly Data[];
  readonly refinedRelations: readonly Data[];
  readonly allFields: readonly string[];
  readonly allRelations: readonly string[];
  readonly keys: readonly Data[];
  readonly choices: readonly Data[];
  readonly totals: readonly Data[];
  readonly comparisons: readonly Data[];
};

/**
 * Returns the data of a model that templates read: plain objects in the form of the JSON document of the model.
 *
 * @param view wraps the objects, to observe which members a template reads
 */
export function modelData(model: DomainModel, view: ObservableView = IDENTITY_VIEW): ModelData {
  const json = modelJson(model, tablesJson(model));
  const elements = new WeakMap<object, Element>();
  const classes = classesOf(model, json.classes, elements, byClass(json.tables));
  const { enumerations, unions } = json;
  for (const [i, enumeration] of model.enumerations.entries()) {
    elements.set(enumerations[i] as Data, { kind: 'enumeration', enumeration });
  }
  const document = { ...json, classes };
  const byName = (all: readonly Data[]) => new Map(all.map((data) => [String(data['name']), view.of(data)] as const));
  const indexes = { classes: byName(classes), enumerations: byName(enumerations), unions: byName(unions) };
  return {
    model: view.of(document),
    ...indexes,
    elementOf: (data) => (typeof data === 'object' && data !== null ? elements.get(view.original(data)) : undefined),
  };
}

/** Returns the tables by their classes: for each class its own table, and then its join tables. */
function byClass(tables: Iterable<TableJson>): ReadonlyMap<string, readonly TableJson[]> {
  const grouped = new Map<string, TableJson[]>();
  for (const table of tables) {
    grouped.set(table.class, [...(grouped.get(table.class) ?? []), table]);
  }
  return grouped;
}

function classesOf(
  model: DomainModel,
  documents: readonly ClassJson[],
  elements: WeakMap<object, Element>,
  tablesByClass: ReadonlyMap<string, readonly TableJson[]>,
): readonly Data[] {
  const fields = new Map<string, Data>();
  const relations = new Map<string, Data>();
  /** The data of each choice, total and comparison that a class adds. */
  const added = new Map<object, Data>();
  for (const [i, json] of documents.entries()) {
    const { choices, totals, comparisons } = model.classes[i] as DomainClass;
    for (const field of [...json.fields, ...json.refinements]) fields.set(`${json.name}.${field['name']}`, field);
    for (const relation of [...json.relations, ...json.refinedRelations])
      relations.set(`${json.name}.${relation['name']}`, relation);
    for (const [j, choice] of choices.entries()) added.set(choice, json.choices[j] as Data);
    for (const [j, total] of totals.entries()) added.set(total, json.totals[j] as Data);
    for (const [j, comparison] of comparisons.entries()) added.set(comparison, json.comparisons[j] as Data);
  }
  const byName = new Map(documents.map((json) => [json.name, json]));
  return documents.map((json, i) => {
    const cls = model.classes[i] as DomainClass;
    // Each class that has a field has its own object for it, because marks also name the class.
    const dataByField = new Map<Field, Data>();
    const dataOf = (field: Field, key: string): Data => {
      const data = dataByField.get(field) ?? { ...fields.get(key) };
      dataByField.set(field, data);
      elements.set(data, { kind: 'field', class: cls, field });
      return data;
    };
    const ownData = (ownFields: readonly Field[]) => ownFields.map((field) => dataOf(field, `${cls.name}.${field.name}`));
    const [table, ...joinTables] = tablesByClass.get(cls.name) ?? [];
    const data = {
      ...json,
      fields: ownData(cls.fields),
      refinements: ownData(cls.refinements),
      allFields: cls.allFields.map((field, j) => dataOf(field, json.allFields[j] ?? '')),
      allRelations: json.allRelations.flatMap((name) => relations.get(name) ?? []),
      table,
      joinTables,
      allKeys: [...cls.ancestors, cls].flatMap(({ name }) => byName.get(name)?.keys ?? []),
      allChoices: allChoices(cls).flatMap((choice) => added.get(choice) ?? []),
      allTotals: allTotals(cls).flatMap((total) => added.get(total) ?? []),
      allComparisons: allComparisons(cls).flatMap((comparison) => added.get(comparison) ?? []),
    };
    elements.set(data, { kind: 'class', class: cls });
    return data;
  });
}
