/** Documents that are not records: pages, instances of any class of a hierarchy, and objects with related objects. */

import { type Instance, instanceOf, type Json } from '../../src/instances/index.ts';
import { concreteClasses, type DomainClass, type DomainModel, type Relation, variantOf } from '../../src/model/index.ts';
import { type Corpus, type Document, type Form, hasDiscriminator } from './documents.ts';
import { modelOfTurtle } from './turtle.ts';

const cardinalityRestriction = (property: string, bound: string) =>
  `[ a owl:Restriction ; owl:onProperty :${property} ; owl:${bound} ]`;

/** A hierarchy with three levels, an abstract class, and a class with every kind of reference in both directions. */
const TURTLE = `
:Vehicle a owl:Class ; rdfs:subClassOf ${cardinalityRestriction('wheels', 'cardinality 1')} .
:wheels a owl:DatatypeProperty ; rdfs:domain :Vehicle ; rdfs:range xsd:byte .
:Car a owl:Class ; rdfs:subClassOf :Vehicle . :Lorry a owl:Class ; rdfs:subClassOf :Vehicle, ${cardinalityRestriction('load', 'cardinality 1')} .
:load a owl:DatatypeProperty ; rdfs:domain :Lorry ; rdfs:range xsd:decimal .
:Tanker a owl:Class ; rdfs:subClassOf :Lorry .
:Journey a owl:Class ; rdfs:subClassOf ${cardinalityRestriction('driver', 'cardinality 1')}, ${cardinalityRestriction('guide', 'maxCardinality 1')}, ${cardinalityRestriction('stop', 'minCardinality 0')} .
:driver a owl:ObjectProperty ; rdfs:domain :Journey ; rdfs:range :Person .
:guide a owl:ObjectProperty ; rdfs:domain :Journey ; rdfs:range :Person .
:stop a owl:ObjectProperty ; rdfs:domain :Journey ; rdfs:range :Place .
:Person a owl:Class . :Place a owl:Class ; <http://datashapes.org/dash#abstract> true .
:City a owl:Class ; rdfs:subClassOf :Place . :Harbour a owl:Class ; rdfs:subClassOf :Place, ${cardinalityRestriction('depth', 'cardinality 1')} .
:depth a owl:DatatypeProperty ; rdfs:domain :Harbour ; rdfs:range xsd:int .
:Ticket a owl:Class ; rdfs:subClassOf ${cardinalityRestriction('journey', 'maxCardinality 1')} .
:journey a owl:ObjectProperty, owl:FunctionalProperty, owl:InverseFunctionalProperty ; rdfs:domain :Ticket ; rdfs:range :Journey .
:ticket a owl:ObjectProperty, owl:FunctionalProperty ; owl:inverseOf :journey ; rdfs:domain :Journey ; rdfs:range :Ticket .
:drives a owl:ObjectProperty ; owl:inverseOf :driver ; rdfs:domain :Person ; rdfs:range :Journey .
:label a owl:DatatypeProperty ; rdfs:domain :Place ; rdfs:range xsd:string .
`;

export async function formsCorpus(): Promise<Corpus> {
  const model = await modelOfTurtle('forms', TURTLE);
  return { slug: 'forms', model, documents: formDocuments(model) };
}

/** Returns documents of every form that the classes of a model have. */
export function formDocuments(model: DomainModel): readonly Document[] {
  return model.classes.flatMap((cls) => [
    ...pageDocuments(cls, model),
    ...(hasDiscriminator(cls) ? anyDocuments(cls, model) : []),
    ...(cls.relationsName === undefined ? [] : relatedDocuments(cls)),
  ]);
}

type Members = Readonly<Record<string, Json>>;

const isObject = (value: Json): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

function documentOf(cls: DomainClass, form: Form | undefined, about: string, value: Json): Document {
  const variant = variantOf(cls, form === undefined ? 'related' : 'entity');
  const text = JSON.stringify(value);
  return { variant, kind: form ?? 'related', cardinality: 'one', about, sample: text, text, ...(form && { form }) };
}

const validInstances = (cls: DomainClass, nth = 5): Instance[] => {
  const [concrete = cls] = concreteClasses(cls);
  const one = instanceOf(concrete, { nth });
  return one ? [one] : [];
};

const classAndSubclasses = (cls: DomainClass, model: DomainModel): readonly DomainClass[] =>
  model.classes.filter((other) => other === cls || other.ancestors.includes(cls));

function anyDocuments(cls: DomainClass, model: DomainModel): readonly Document[] {
  const field = cls.allFields.find(({ discriminator }) => discriminator)?.name ?? '';
  const add = (about: string, value: Json) => documentOf(cls, 'any', about, value);
  const others = model.classes.filter((other) => other !== cls);
  return [
    ...others.flatMap((other) => validInstances(other)).map((one) => add(`a ${one.class.name}`, one.value)),
    ...validInstances(cls).map(({ value }) => add('itself', value)),
    ...classAndSubclasses(cls, model).flatMap((one) =>
      validInstances(one).flatMap(({ value }) => {
        const { [field]: _, ...rest } = value;
        const wrong: readonly Json[] = [null, '', 'Nothing', 5, [one.name], one.name.toLowerCase(), ` ${one.name}`, {}];
        return [
          add('no discriminator', rest),
          ...wrong.map((each) => add('a wrong discriminator', { ...value, [field]: each })),
          ...model.classes.map((other) => add('the discriminator of another class', { ...value, [field]: other.name })),
          add('no id', Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'id'))),
          add('unknown keys', { ...value, unknown: 1 }),
        ];
      }),
    ),
    ...['null', '[]', '"x"', '{}', '1'].map((text) => add('no object', JSON.parse(text))),
  ];
}

function omitMember(value: Readonly<Record<string, Json>>, name: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function pageDocuments(cls: DomainClass, model: DomainModel): readonly Document[] {
  const part = { limit: 20, offset: 0 };
  const add = (about: string, value: Json) => documentOf(cls, 'page', about, isObject(value) ? { ...part, ...value } : value);
  const items = classAndSubclasses(cls, model)
    .flatMap((one) => validInstances(one))
    .map(({ value }) => value);
  const other = model.classes.find((one) => !classAndSubclasses(cls, model).includes(one));
  const [first = {}] = items;
  const totals: readonly Json[] = [0, 1, 9007199254740991, -1, 1.5, '1', null, true, [1], 9007199254740992];
  const lists: readonly Json[] = [null, {}, 'x', [null], [[]], [{}], [first, null], [first, { ...first, id: 'x' }], { 0: first }];
  return [
    add('items', { items: [], total: 0 }),
    add('items', { items, total: items.length }),
    add('items', { items: [first, first], total: 7 }),
    ...totals.map((total) => add('total', { items: [], total })),
    ...totals.flatMap((one) => [
      add('limit', { items: [], total: 0, limit: one }),
      add('offset', { items: [], total: 0, offset: one }),
    ]),
    ...['limit', 'offset'].map((name) => documentOf(cls, 'page', 'absent', omitMember({ ...part, items: [], total: 0 }, name))),
    ...lists.map((each) => add('no items', { items: each, total: 1 })),
    ...(other ? validInstances(other).map(({ value }) => add('items of another class', { items: [value], total: 1 })) : []),
    add('absent', { items: [] }),
    add('absent', { total: 0 }),
    add('absent', {}),
    add('unknown keys', { items: [], total: 0, unknown: 1 }),
    ...[null, [], 'x', 1].map((each) => add('no object', each)),
  ];
}

function relatedDocuments(cls: DomainClass): readonly Document[] {
  const add = (about: string, value: Json) => documentOf(cls, undefined, about, value);
  const { relations } = variantOf(cls, 'related');
  const [own] = validInstances(cls);
  if (own === undefined) return [];
  const whole = { ...own.value, ...Object.fromEntries(relations.map((one) => [one.name, matchingObjects(one, own.value)])) };
  return [
    add('all related objects', whole),
    ...relations.flatMap((relation) => {
      const { name, many, target, field, holder } = relation;
      const put = (about: string, value: Json) => add(about, { ...whole, [name]: value });
      const { [name]: _, ...rest } = whole;
      const stranger = mismatchedObject(relation, own.value);
      const wrongOnes: readonly Json[] = many ? [[null], [[]], {}, 'x', [{}]] : [[], 'x', {}, 1];
      return [
        add('absent', rest),
        put('null', null),
        ...wrongOnes.map((one) => put('no related object', one)),
        ...(stranger ? [put('a related object that does not agree', many ? [stranger] : stranger)] : []),
        ...(many ? [put('no related objects', [])] : []),
        ...(holder === 'source' && field.cardinality === 'optional' ? keyDocuments(field.name, name, whole, rest, add) : []),
        ...validInstances(target, 6).map(({ value }) => put('another one', many ? [value] : value)),
      ];
    }),
  ];
}

/** Returns documents in which the key, the related object or both are null or absent. */
function keyDocuments(
  key: string,
  name: string,
  whole: Members,
  rest: Members,
  add: (about: string, value: Json) => Document,
): readonly Document[] {
  const keyless = (value: Members) => Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));
  const beside = { ...rest, [name]: null };
  return [
    ...[{ ...whole, [key]: null }, keyless(whole)].map((value) => add('a key that is none', value)),
    ...[beside, rest].map((value) => add('a key without its object', value)),
    ...[{ ...beside, [key]: null }, { ...rest, [key]: null }, keyless(beside), keyless(rest)].map((value) =>
      add('no key and no object', value),
    ),
  ];
}

/** Returns the related objects of an instance, with matching keys. */
function matchingObjects({ many, target, field, holder }: Relation, own: Members): Json {
  const key = own[field.name] ?? null;
  const ids: readonly Json[] = holder === 'target' ? [null] : Array.isArray(key) ? key : key === null ? [] : [key];
  const objects = ids.flatMap((id) =>
    validInstances(target, 4).map(({ value }) => (holder === 'target' ? replaceKey(value, field.name, own) : { ...value, id })),
  );
  return many ? objects : (objects[0] ?? null);
}

/** Returns an object whose key is the id of another object. */
function replaceKey(value: Members, name: string, own: Members): Members {
  const id = own['id'] ?? null;
  return { ...value, [name]: Array.isArray(value[name]) ? [id] : id };
}

/** Returns a related object whose key does not match. */
function mismatchedObject({ target, field, holder }: Relation, own: Members): Json | undefined {
  const [other] = validInstances(target, 7);
  if (other === undefined || holder === 'source') return other?.value;
  return replaceKey(other.value, field.name, { id: '99999999-9999-4999-8999-999999999999', own: own['id'] ?? null });
}
