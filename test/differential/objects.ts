/** Classes with constraints on several values of an object or on several objects, and instances that violate them. */

import { type Instance, instanceOf, referenceClosure } from '../../src/instances/index.ts';
import { type Demand, type DomainClass, type DomainModel, demandOf, demandsOn, variantOf } from '../../src/model/index.ts';
import type { Corpus, Document } from './documents.ts';
import { ofInstances } from './ontology-documents.ts';
import { modelOfTurtle } from './turtle.ts';

const restriction = (property: string, what: string) => `[ a owl:Restriction ; owl:onProperty :${property} ; ${what} ]`;

const TURTLE = `
:Other a owl:Class . :Another a owl:Class .
:ChoosesOne a owl:Class ; rdfs:subClassOf ${restriction('chosen', 'owl:cardinality 1')} .
:chosen a owl:ObjectProperty ; rdfs:domain :ChoosesOne ; rdfs:range [ a owl:Class ; owl:unionOf ( :Other :Another ) ] .
:MayChoose a owl:Class ; rdfs:subClassOf ${restriction('choice', 'owl:maxCardinality 1')} .
:choice a owl:ObjectProperty ; rdfs:domain :MayChoose ; rdfs:range [ a owl:Class ; owl:unionOf ( :Other :Another ) ] .
:CountsAll a owl:Class ; rdfs:subClassOf ${restriction('counted', 'owl:minCardinality 2')}, ${restriction('counted', 'owl:maxCardinality 3')} .
:counted a owl:ObjectProperty ; rdfs:domain :CountsAll ; rdfs:range [ a owl:Class ; owl:unionOf ( :Other :Another ) ] .
:Sealed a owl:Class . :SealedShape a sh:NodeShape ; sh:targetClass :Sealed ; sh:closed true .
:noted a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Sealed, :Bare ; rdfs:range xsd:string .
:Selfless a owl:Class ; rdfs:subClassOf ${restriction('likes', 'owl:maxCardinality 1')} .
:likes a owl:ObjectProperty, owl:IrreflexiveProperty ; rdfs:domain :Selfless ; rdfs:range :Selfless .
:Noted a owl:Class . :remark a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Noted ; rdfs:range xsd:string .
:Unnoted a owl:Class ; rdfs:subClassOf :Noted, ${restriction('remark', 'owl:maxCardinality 0')} .
:Weighed a owl:Class ; rdfs:subClassOf ${restriction('weight', 'owl:cardinality 1')} .
:weight a owl:DatatypeProperty ; rdfs:domain :Weighed ; rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:float ;
  owl:withRestrictions ( [ xsd:minExclusive "0.1"^^xsd:float ] [ xsd:maxExclusive "0.3"^^xsd:float ] ) ] .
:Listed a owl:Class . :Hued a owl:Class ; rdfs:subClassOf ${restriction('hue', 'owl:cardinality 1')} .
:entry a owl:DatatypeProperty ; rdfs:domain :Listed ; rdfs:range xsd:string . :Listed rdfs:subClassOf ${restriction('entry', 'owl:minCardinality 0')} .
:Unlisted a owl:Class ; rdfs:subClassOf :Listed, ${restriction('entry', 'owl:maxCardinality 0')} .
:hue a owl:DatatypeProperty ; rdfs:domain :Hued ; rdfs:range xsd:string . :size a owl:DatatypeProperty ; rdfs:domain :Blue ; rdfs:range xsd:int .
:Blue a owl:Class ; rdfs:subClassOf :Hued, ${restriction('hue', 'owl:hasValue "blue"')} .
:Shut a owl:Class ; rdfs:subClassOf :Noted, ${restriction('remark', 'owl:maxCardinality 0')} ; rdfs:comment "Closed." .
:shutAt a owl:DatatypeProperty ; rdfs:domain :Shut ; rdfs:range xsd:date .
:ShutShape a sh:NodeShape ; sh:targetClass :Shut ; sh:closed true ; sh:property [ sh:path :remark ], [ sh:path :shutAt ] .
:Whole a owl:Class . :Left a owl:Class ; rdfs:subClassOf :Whole . :Right a owl:Class ; rdfs:subClassOf :Whole . :Middle a owl:Class ; rdfs:subClassOf :Whole .
:Left owl:disjointWith :Right .
:Coded a owl:Class ; rdfs:subClassOf ${restriction('code', 'owl:cardinality 1')} .
:code a owl:DatatypeProperty, owl:InverseFunctionalProperty ; rdfs:domain :Coded ; rdfs:range xsd:string .
:Keyed a owl:Class ; owl:hasKey ( :row :column ) ;
  rdfs:subClassOf ${restriction('row', 'owl:cardinality 1')}, ${restriction('column', 'owl:cardinality 1')} .
:row a owl:DatatypeProperty ; rdfs:domain :Keyed ; rdfs:range xsd:int .
:column a owl:DatatypeProperty ; rdfs:domain :Keyed ; rdfs:range xsd:string .
`;

export async function objectsCorpus(): Promise<Corpus> {
  const model = await modelOfTurtle('objects', TURTLE);
  const documents = [...model.classes.flatMap(ofInstances), ...model.classes.flatMap(extraKeyDocuments), ...clashes(model)];
  return { slug: 'objects', model, documents };
}

/** Returns bodies with keys that the bodies of a superclass have but those of this class lack, such as constant fields. */
function extraKeyDocuments(cls: DomainClass): readonly Document[] {
  return (['create', 'update'] as const).flatMap((role) => {
    const variant = variantOf(cls, role);
    const names = new Set(variant.members.map(({ field }) => field.name));
    const own = instanceOf(cls, { nth: 5 })?.value ?? {};
    const body = role === 'update' ? {} : Object.fromEntries(Object.entries(own).filter(([name]) => names.has(name)));
    const add = (about: string, value: object): Document => {
      const text = JSON.stringify(value);
      return { variant, kind: 'object', cardinality: 'one', about, sample: text, text };
    };
    return cls.ancestors.flatMap((ancestor) =>
      variantOf(ancestor, role).members.flatMap(({ field: { name } }) => {
        if (names.has(name)) return [];
        const values = [null, [], own[name], instanceOf(ancestor, { nth: 5 })?.value[name], 5];
        return [add('kept', body), ...values.map((value) => add('kept', { ...body, [name]: value ?? null }))];
      }),
    );
  });
}

/** Returns, for each constraint on all stored instances, a document that violates it together with another instance. */
function clashes(model: DomainModel): readonly Document[] {
  const demands = demandsOf(model);
  return demands.flatMap((demand) => {
    const pair = pairFor(demand, demands);
    if (pair === undefined) return [];
    const [first, second] = pair;
    const others = new Map(
      [...includeReferences(second).slice(0, -1), ...includeReferences(first)].map((one) => [one.value['id'], one]),
    );
    const text = JSON.stringify(second.value);
    const sample = `${second.class.name} ${text}`;
    const about = { variant: variantOf(second.class, 'entity'), kind: 'whole', cardinality: 'one', sample, text } as const;
    return [{ ...about, facet: demand.kind, about: 'broken', others: [...others.values()], clashes: demand }];
  });
}

const includeReferences = (one: Instance): readonly Instance[] => referenceClosure(one) ?? [one];

/** Returns all constraints of a model: those of its classes, axioms and assumptions. */
export function demandsOf(model: DomainModel): readonly Demand[] {
  const ofClasses = model.classes.flatMap((cls) => {
    const { object, fields } = demandsOn(cls);
    return [...object, ...[...fields.values()].flatMap(({ whole, each }) => [...whole, ...each])];
  });
  const seen = new Set(ofClasses.map(({ kind }) => kind));
  const ofAxioms = [...model.axioms, ...model.assumptions].flatMap(({ constraints }) => constraints.map(demandOf));
  return [...ofClasses, ...ofAxioms.filter((demand) => demand !== undefined && !seen.has(demand.kind))] as Demand[];
}

type Pair = readonly [Instance, Instance];

function pairFor(demand: Demand, all: readonly Demand[]): Pair | undefined {
  switch (demand.kind) {
    case 'unique':
      return equalPair(demand.class, [demand.field.name]);
    case 'key':
      return equalPair(
        demand.class,
        demand.key.fields.map(({ name }) => name),
      );
    case 'disjoint':
      return sameIdPair(demand.class, demand.other);
    case 'one-class':
      return siblings(demand.class, all);
    default:
      return undefined;
  }
}

/** Returns instances of two subclasses of a class that are not stated to be disjoint. */
function siblings(root: DomainClass, all: readonly Demand[]): Pair | undefined {
  const below = new Set(all.map((demand) => demand.class).filter(({ ancestors }) => ancestors.includes(root)));
  const [leaf, ...others] = [...below].filter((one) => ![...below].some(({ ancestors }) => ancestors.includes(one)));
  const isStated = (other: DomainClass) =>
    all.some((one) => one.kind === 'disjoint' && [one.class, one.other].every((cls) => cls === leaf || cls === other));
  const other = others.find((one) => !isStated(one));
  return leaf && other && sameIdPair(leaf, other);
}

/** Returns two instances of a class with the same values in some fields. */
function equalPair(cls: DomainClass, names: readonly string[]): Pair | undefined {
  const [first, second] = [5, 6].map((nth) => instanceOf(cls, { nth }));
  if (first === undefined || second === undefined) return undefined;
  const same = Object.fromEntries(names.map((name) => [name, first.value[name] ?? null]));
  return [first, { ...second, value: { ...second.value, ...same } }];
}

/** Returns an instance of each of two classes, with the same id. */
function sameIdPair(one: DomainClass, other: DomainClass): Pair | undefined {
  const [first, second] = [instanceOf(one, { nth: 5 }), instanceOf(other, { nth: 5 })];
  return first && second && [first, { ...second, value: { ...second.value, id: first.value['id'] ?? null } }];
}
