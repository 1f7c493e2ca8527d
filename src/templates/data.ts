/**
 * A model as templates see it: the model as JSON (docs/reference/model.md), with lists of objects where that has names of what is
 * inherited. Every member is there in every object, null where there is nothing to say, so that a name that is misspelt in
 * a template is an error and not an empty text.
 */

import { allChoices, allTotals, type DomainClass, type DomainModel, type Field, modelParts } from '../model/index.ts';
import type { Element } from '../targets/index.ts';

/** An object of a template's data. */
export type Data = Readonly<Record<string, unknown>>;

/** How a template is let see its data: a check notes what is read. */
export interface View {
  /** The object that stands for one of the data, and for all within it. */
  readonly of: (data: Data) => Data;
  /** The other way round. */
  readonly behind: (seen: object) => object;
}

const plainly: View = { of: (data) => data, behind: (seen) => seen };

/** The data of a model, and what its objects stand for. */
export interface ModelData {
  readonly model: Data;
  readonly classes: ReadonlyMap<string, Data>;
  readonly enumerations: ReadonlyMap<string, Data>;
  readonly unions: ReadonlyMap<string, Data>;
  /** What an object of the data is in the model, if lines can be marked with it. */
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
};

/** Makes the data of a model. */
export function modelData(model: DomainModel, view: View = plainly): ModelData {
  const parts = modelParts(model);
  const elements = new WeakMap<object, Element>();
  const classes = classesOf(model, [...parts.classes] as unknown as readonly ClassJson[], elements);
  const enumerations = [...parts.enumerations] as unknown as readonly Data[];
  for (const [i, enumeration] of model.enumerations.entries()) {
    elements.set(enumerations[i] as Data, { kind: 'enumeration', enumeration });
  }
  const unions = [...parts.unions] as unknown as readonly Data[];
  const whole = lazy(
    { ...parts, classes, enumerations, unions },
    Object.fromEntries(
      (['axioms', 'assumptions', 'chosen', 'decided'] as const).map((name) => [name, () => [...parts[name]]] as const),
    ),
  );
  const byName = (all: readonly Data[]) => new Map(all.map((one) => [String(one['name']), view.of(one)] as const));
  const named = { classes: byName(classes), enumerations: byName(enumerations), unions: byName(unions) };
  return {
    model: view.of(whole),
    ...named,
    elementOf: (data) => (typeof data === 'object' && data !== null ? elements.get(view.behind(data)) : undefined),
  };
}

function classesOf(model: DomainModel, all: readonly ClassJson[], elements: WeakMap<object, Element>): readonly Data[] {
  const fields = new Map<string, Data>();
  const relations = new Map<string, Data>();
  /** What a class adds, as data: an object for each choice and each total of the model. */
  const added = new Map<object, Data>();
  for (const [i, json] of all.entries()) {
    const { choices, totals } = model.classes[i] as DomainClass;
    for (const field of [...json.fields, ...json.refinements]) fields.set(`${json.name}.${field['name']}`, field);
    for (const relation of [...json.relations, ...json.refinedRelations])
      relations.set(`${json.name}.${relation['name']}`, relation);
    for (const [j, choice] of choices.entries()) added.set(choice, json.choices[j] as Data);
    for (const [j, total] of totals.entries()) added.set(total, json.totals[j] as Data);
  }
  const byName = new Map(all.map((json) => [json.name, json]));
  return all.map((json, i) => {
    const cls = model.classes[i] as DomainClass;
    // A field is an object of its own in each class that has it: lines are marked with the class, too.
    const forms = new Map<Field, Data>();
    const formOf = (field: Field, key: string): Data => {
      const form = forms.get(field) ?? { ...fields.get(key) };
      forms.set(field, form);
      elements.set(form, { kind: 'field', class: cls, field });
      return form;
    };
    const formsOf = (own: readonly Field[]) => own.map((field) => formOf(field, `${cls.name}.${field.name}`));
    const data = lazy(json, {
      fields: () => formsOf(cls.fields),
      refinements: () => formsOf(cls.refinements),
      allFields: () => cls.allFields.map((field, j) => formOf(field, json.allFields[j] ?? '')),
      allRelations: () => json.allRelations.flatMap((name) => relations.get(name) ?? []),
      allKeys: () => [...cls.ancestors, cls].flatMap(({ name }) => byName.get(name)?.keys ?? []),
      allChoices: () => allChoices(cls).flatMap((choice) => added.get(choice) ?? []),
      allTotals: () => allTotals(cls).flatMap((total) => added.get(total) ?? []),
    });
    elements.set(data, { kind: 'class', class: cls });
    return data;
  });
}

/** An object with members that are made when they are read for the first time: few templates read all of them. */
function lazy(object: object, members: Readonly<Record<string, () => unknown>>): Data {
  const data = { ...object };
  for (const [name, make] of Object.entries(members)) {
    const is = { enumerable: true, configurable: true };
    Object.defineProperty(data, name, {
      ...is,
      get() {
        const value = make();
        Object.defineProperty(data, name, { ...is, writable: true, value });
        return value;
      },
    });
  }
  return data as Data;
}
