/**
 * A model as templates see it: plain objects, which refer to each other by name. Every member is there in every object,
 * null where there is nothing to say, so that a name that is misspelt in a template is an error and not an empty text.
 */

import {
  allChoices,
  allKeys,
  allTotals,
  type Choice,
  constructorFields,
  type DomainClass,
  type DomainModel,
  type Enumeration,
  type EnumerationValue,
  type Field,
  type FieldType,
  isBuiltIn,
  type Key,
  type Relation,
  type ScalarType,
  type Total,
  type Union,
} from '../model/index.ts';
import type { Element } from '../targets/index.ts';

/** An object of a template's data. */
export type Data = Readonly<Record<string, unknown>>;

/** The data of a model, and what its objects stand for. */
export interface ModelData {
  readonly model: Data;
  readonly classes: ReadonlyMap<string, Data>;
  readonly enumerations: ReadonlyMap<string, Data>;
  readonly unions: ReadonlyMap<string, Data>;
  /** What an object of the data is in the model, if lines can be marked with it. */
  readonly elementOf: (data: unknown) => Element | undefined;
}

/** Takes an object of the data when it is made, and gives the one to be used for it: that is how a check sees what is read. */
export type Observe = (what: string, data: Data) => Data;

const orNull = <T>(value: T | undefined): T | null => value ?? null;

interface Described {
  readonly label?: string;
  readonly doc?: string;
  readonly deprecated: boolean;
  readonly replacedBy?: string;
}

function described({ label, doc, deprecated, replacedBy }: Described) {
  return { label: orNull(label), doc: orNull(doc), deprecated, replacedBy: orNull(replacedBy) };
}

const nameOf = ({ name }: { readonly name: string }) => name;

/** The members that only some types have. */
const noType = {
  scalar: null,
  datatype: null,
  minimum: null,
  maximum: null,
  minLength: null,
  maxLength: null,
  patterns: [],
  values: null,
  enumeration: null,
  only: null,
  union: null,
  target: null,
} as const;

/** What makes the data of each part of a model. */
function makers(observe: Observe) {
  const scalarData = (type: ScalarType): Data => {
    const { scalar, datatype, minimum, maximum, minLength, maxLength, patterns, values } = type;
    return observe('type', {
      ...noType,
      kind: 'scalar',
      scalar,
      datatype: orNull(datatype),
      minimum: orNull(minimum && observe('bound', { ...minimum })),
      maximum: orNull(maximum && observe('bound', { ...maximum })),
      minLength: orNull(minLength),
      maxLength: orNull(maxLength),
      patterns: (patterns ?? []).map((pattern) => observe('pattern', { ...pattern })),
      values: orNull(values),
    });
  };

  const typeData = (type: FieldType): Data => {
    switch (type.kind) {
      case 'id':
        return observe('type', { ...noType, kind: 'id' });
      case 'scalar':
        return scalarData(type);
      case 'enumeration': {
        const { enumeration, only } = type;
        return observe('type', {
          ...noType,
          kind: 'enumeration',
          enumeration: enumeration.name,
          only: orNull(only?.map(nameOf)),
        });
      }
      case 'union':
        return observe('type', { ...noType, kind: 'union', union: type.union.name });
      case 'reference':
        return observe('type', { ...noType, kind: 'reference', target: type.target.name });
      default:
        return type satisfies never;
    }
  };

  const fieldData = (field: Field): Data =>
    observe('field', {
      name: field.name,
      ...described(field),
      type: typeData(field.type),
      cardinality: field.cardinality,
      minItems: orNull(field.minItems),
      maxItems: orNull(field.maxItems),
      generated: orNull(field.generated),
      managed: orNull(field.managed),
      default: orNull(field.default),
      constant: orNull(field.constant),
      contains: field.contains ?? [],
      absent: field.absent ?? false,
      irreflexive: field.irreflexive ?? false,
      refined: field.refines !== undefined,
      onDelete: orNull(field.onDelete),
      discriminator: field.discriminator ?? false,
      builtIn: isBuiltIn(field),
      unique: field.unique,
      owner: field.owner.name,
      iri: orNull(field.iri),
    });

  const relationData = (relation: Relation): Data => {
    const { inverse } = relation;
    return observe('relation', {
      name: relation.name,
      ...described(relation),
      source: relation.source.name,
      target: relation.target.name,
      many: relation.many,
      required: relation.required,
      declared: relation.declared,
      field: `${relation.field.owner.name}.${relation.field.name}`,
      holder: relation.holder,
      inverse: inverse ? `${inverse.source.name}.${inverse.name}` : null,
      iri: orNull(relation.iri),
    });
  };

  const keyData = ({ fields }: Key): Data => observe('key', { fields: fields.map(nameOf) });

  const choiceData = ({ name, typeName, fields, required, iri }: Choice): Data =>
    observe('choice', { name, typeName, fields: fields.map(nameOf), required, iri: orNull(iri) });

  const totalData = ({ name, fields, minItems, maxItems, iri }: Total): Data =>
    observe('total', {
      name,
      fields: fields.map(nameOf),
      minItems: orNull(minItems),
      maxItems: orNull(maxItems),
      iri: orNull(iri),
    });

  const valueData = ({ value, name, iri, ...rest }: EnumerationValue): Data =>
    observe('value', { value, name, ...described(rest), iri: orNull(iri) });

  const enumerationData = (enumeration: Enumeration): Data => {
    const { name, slug, values, iri } = enumeration;
    return observe('enumeration', { name, slug, ...described(enumeration), values: values.map(valueData), iri: orNull(iri) });
  };

  const unionData = ({ name, slug, members }: Union): Data => observe('union', { name, slug, members: members.map(scalarData) });

  return { fieldData, relationData, keyData, choiceData, totalData, enumerationData, unionData };
}

/** An object whose members are made when they are read for the first time: few templates read all of them. */
function lazy(members: Readonly<Record<string, () => unknown>>): Data {
  const data = {};
  for (const [name, make] of Object.entries(members)) {
    Object.defineProperty(data, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = make();
        Object.defineProperty(data, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return data;
}

/** Makes the data of a model. */
export function modelData(model: DomainModel, observe: Observe = (_, data) => data): ModelData {
  const { fieldData, relationData, keyData, choiceData, totalData, enumerationData, unionData } = makers(observe);
  const elements = new WeakMap<object, Element>();
  const standingFor = (data: Data, element: Element): Data => {
    elements.set(data, element);
    return data;
  };

  const classData = (cls: DomainClass): Data => {
    const forms = new Map<Field, Data>();
    const fieldsData = (fields: readonly Field[]) =>
      fields.map((field) => {
        const known = forms.get(field) ?? standingFor(fieldData(field), { kind: 'field', class: cls, field });
        forms.set(field, known);
        return known;
      });
    const data = lazy({
      name: () => cls.name,
      slug: () => cls.slug,
      plural: () => cls.plural,
      iri: () => cls.iri,
      label: () => orNull(cls.label),
      doc: () => orNull(cls.doc),
      deprecated: () => cls.deprecated,
      replacedBy: () => orNull(cls.replacedBy),
      parents: () => cls.parents.map(nameOf),
      bases: () => cls.bases.map(nameOf),
      ancestors: () => cls.ancestors.map(nameOf),
      children: () => cls.children.map(nameOf),
      fields: () => fieldsData(cls.fields),
      allFields: () => fieldsData(cls.allFields),
      refinements: () => fieldsData(cls.refinements),
      constructorFields: () => fieldsData(constructorFields(cls)),
      keys: () => cls.keys.map(keyData),
      allKeys: () => allKeys(cls).map(keyData),
      choices: () => cls.choices.map(choiceData),
      allChoices: () => allChoices(cls).map(choiceData),
      totals: () => cls.totals.map(totalData),
      allTotals: () => allTotals(cls).map(totalData),
      closed: () => cls.closed,
      relations: () => cls.relations.map(relationData),
      allRelations: () => cls.allRelations.map(relationData),
      relationsName: () => orNull(cls.relationsName),
      relationsBases: () => cls.relationsBases.map(nameOf),
    });
    return standingFor(observe('class', data), { kind: 'class', class: cls });
  };

  const byName = <T extends { readonly name: string }>(all: readonly T[], make: (one: T) => Data) =>
    new Map(all.map((one) => [one.name, make(one)] as const));
  const classes = byName(model.classes, classData);
  const enumerations = byName(model.enumerations, (enumeration) =>
    standingFor(enumerationData(enumeration), { kind: 'enumeration', enumeration }),
  );
  const unions = byName(model.unions, unionData);
  return {
    model: observe('model', {
      name: model.name,
      iri: orNull(model.iri),
      version: orNull(model.version),
      source: model.source,
      ...described(model),
      classes: [...classes.values()],
      enumerations: [...enumerations.values()],
      unions: [...unions.values()],
    }),
    classes,
    enumerations,
    unions,
    elementOf: (data) => (typeof data === 'object' && data !== null ? elements.get(data) : undefined),
  };
}
