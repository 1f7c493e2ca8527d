import { expect, test } from 'vitest';
import { classOf } from '../../../test/support/format-field.ts';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { policiesOf } from '../policies.ts';
import type { DomainModel } from '../types.ts';
import { typeNames, variantOf } from '../variants/index.ts';

const animals = `:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal . :Puppy a owl:Class ; rdfs:subClassOf :Dog .
  :Cat a owl:Class ; rdfs:subClassOf :Animal . :Stone a owl:Class .`;

/** Returns the discriminator of a class: its name, its enumeration, its values, and its constant or default. */
function kindIn(model: DomainModel, name: string): unknown {
  const field = classOf(model, name).allFields.find(({ discriminator }) => discriminator);
  if (field?.type.kind !== 'enumeration') return undefined;
  const { only, enumeration } = field.type;
  return [
    field.name,
    enumeration.name,
    (only ?? enumeration.values).map(({ value }) => value).join(' '),
    field.constant ?? `${field.default}?`,
  ];
}

test('adds a discriminator to a hierarchy, but not to a single class', async () => {
  const { model } = await modelOfTurtle(animals);
  expect(kindIn(model, 'Animal')).toEqual(['kind', 'AnimalKind', 'Animal Dog Puppy Cat', 'Animal?']);
  expect(kindIn(model, 'Dog')).toEqual(['kind', 'AnimalKind', 'Dog Puppy', 'Dog?']);
  expect(kindIn(model, 'Puppy')).toEqual(['kind', 'AnimalKind', 'Puppy', 'Puppy']);
  expect(kindIn(model, 'Stone')).toBeUndefined();
  expect(model.enumerations.map(({ name }) => name)).toEqual(['AnimalKind']);
  for (const { name, allFields, fields, refinements, parents } of model.classes.slice(0, 4)) {
    expect([name, allFields[1], fields.includes(allFields[1] as never)]).toEqual([
      ...[name, parents.length === 0 ? fields[1] : refinements[0], parents.length === 0],
    ]);
  }
});

test('classes with several roots share one name and one list of classes, and avoid the names of members', async () => {
  const { model } = await modelOfTurtle(
    `:A a owl:Class . :B a owl:Class . :C a owl:Class ; rdfs:subClassOf :A , :B .
     :kind a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .`,
  );
  expect(['A', 'B', 'C'].map((name) => kindIn(model, name))).toEqual([
    ['type', 'AKind', 'A C', 'A?'],
    ['type', 'AKind', 'B C', 'B?'],
    ['type', 'AKind', 'C', 'C'],
  ]);
  expect(classOf(model, 'C').allFields.map(({ name }) => name)).toEqual(['id', 'type', 'kind']);
});

test('adds no discriminator if an instance may have several classes', async () => {
  const { model } = await modelOfTurtle(animals, policiesOf({ subclasses: 'several' }));
  expect(kindIn(model, 'Dog')).toBeUndefined();
  expect(typeNames(model).of(classOf(model, 'Animal')).any).toBeUndefined();
});

test('records contain it, but clients do not write it', async () => {
  const { model } = await modelOfTurtle(animals);
  const roles = ['entity', 'create', 'update'] as const;
  const members = (role: (typeof roles)[number]) => variantOf(classOf(model, 'Dog'), role).members.map(({ field }) => field.name);
  expect(roles.map(members)).toEqual([['id', 'kind'], [], []]);
  expect(typeNames(model).of(classOf(model, 'Dog'))).toEqual({
    create: 'DogCreate',
    update: 'DogUpdate',
    page: 'DogPage',
    any: 'AnyDog',
  });
  expect(typeNames(model).of(classOf(model, 'Puppy')).any).toBeUndefined();
});
