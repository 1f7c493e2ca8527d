import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildModel,
  type Decisions,
  type DomainModel,
  type ElementChoice,
  isPartial,
  type ModelResult,
  type Policies,
  policiesOf,
  type Selection,
  slice,
} from '../../src/model/index.ts';
import { loadOntology, type Ontology } from '../../src/ontology/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The ontologies of this project itself. */
const own = {
  blog: 'examples/blog.ttl',
  /** The tutorial's ontology after its evolution step. */
  'blog-evolved': 'test/ontologies/blog-evolved.ttl',
  /** Axioms and shapes of all kinds. */
  constraints: 'test/ontologies/constraints.ttl',
  /** All difficult cases in one file. */
  torture: 'test/ontologies/torture.ttl',
} as const;

/** Published ontologies that are no development dependencies. */
const copied = { saref: 'test/ontologies/saref.ttl' } as const;

/**
 * Whether the tests may take longer than a run of CI: all judges then check the largest vocabularies, and tests use all of
 * many similar cases instead of a sample.
 */
export const isExhaustive = process.env['CODEGEN_TEST_EXHAUSTIVE'] === '1';

/** All public vocabularies of the development dependencies; some of them hold no classes. */
export const allVocabularies: readonly string[] = readdirSync(path.join(root, 'node_modules/@vocabulary')).sort();

/** The vocabularies whose generated code the languages' own tools check: widely used and difficult ones. */
export const vocabularies: readonly string[] = [
  ...['as', 'doap', 'foaf', 'org', 'skos', 'sosa', 'time'],
  // Thousands of properties; classes with several thousand inherited ones.
  ...['ebucore', 'schema', ...(isExhaustive ? ['dbo'] : [])],
  // Names that are codes; many restrictions; hundreds of classes without properties.
  ...['crm', 'rico', 'qudt', 'dpv'],
  // Classes that are only mentioned, are instances of a metaclass, or are extended by other vocabularies.
  ...['dash', 'gs1', 'hydra', 'm4i', 'mads', 'ssn'],
  // Circles, unions, anonymous classes, deprecated terms, and names that languages reserve.
  ...['dcat', 'gr', 'gtfs', 'prov', 'sh', 'sioc', 'vcard'],
];

/** Vocabularies with a hundred thousand fields, inherited ones included: tests that take a minute for each skip them. */
export const largeVocabularies: ReadonlySet<string> = new Set(['dbo', 'schema']);

const ownNames = Object.keys(own).filter((name) => existsSync(path.join(root, own[name as keyof typeof own])));

/** The names of all ontologies that the tests use. */
export const allOntologies: readonly string[] = [...ownNames, ...vocabularies];

/** Small and different vocabularies: restrictions and unions, many superclasses, names that are codes. */
const small = ['foaf', 'gtfs', 'prov', 'time'];

interface ModelVariant extends Partial<Selection> {
  readonly of: string;
  readonly policies?: Policies;
  /** Decisions on single elements. */
  readonly elements?: Readonly<Record<string, ElementChoice & { readonly despite?: string }>>;
}

/** Models with other policies, decisions or selections than the default, each by a name for {@link modelOf}. */
const modelVariants: Readonly<Record<string, ModelVariant>> = {
  'iris-constraints': { of: 'constraints', policies: policiesOf({ iris: 'on' }) },
  'iris-torture': { of: 'torture', policies: policiesOf({ iris: 'on', integers: '64' }) },
  // A hierarchy that is mostly outside, properties with alternative classes, and classes that refer to each other.
  'part-activity': { of: 'prov', select: ['Activity', 'Person'] },
  'part-orders': { of: 'constraints', exclude: ['Company', 'DigitalProduct'], outside: 'omit' },
  'part-offer': { of: 'schema', select: ['schema:Offer'] },
  'part-offer-near': { of: 'schema', select: ['schema:Offer'], depth: 1 },
  'part-product': { of: 'schema', select: ['schema:Product'], outside: 'omit' },
  'part-actions': { of: 'schema', select: ['schema:C*Action'], exclude: ['schema:ConsumeAction'] },
  'part-observation': { of: 'sosa', select: ['Observation'], depth: 1, outside: 'omit' },
  'part-production': { of: 'crm', select: ['E12*'], depth: 1 },
  'part-record': { of: 'rico', select: ['Record'], depth: 1 },
  'part-unit': { of: 'qudt', select: ['Unit'] },
  'part-person': { of: 'dbo', select: ['Person'], outside: 'omit' },
  'decided-orders': {
    of: 'constraints',
    elements: {
      ':Product': { name: 'Article' },
      ':sku': { name: 'stock_number' },
      ':catalogue': { required: false, despite: 'what is not printed any more has none' },
      ':number': { name: 'units', generated: 'none' },
      ':discount': { required: true },
      ':oldName': { skip: true },
      ':replaces': { name: 'supersedes', deletion: 'restrict' },
      ':Party/:name': { name: 'called' },
      ':orderedBy': { name: 'buyer', deletion: 'restrict', many: false },
      ':item': { name: 'wares', many: true },
      ':placedAt': { generated: 'now', serverAssigned: true },
      ':wish': { name: 'wanted', many: true },
      ':Company': { name: 'Firm' },
    },
  },
  'decided-resources': { of: 'constraints', elements: { ':Wishlist': { resource: false }, ':Party': { resource: false } } },
};

/** Models of services. */
const serviceModels: Readonly<Record<string, ModelVariant>> = {
  shopping: { of: 'schema', select: ['schema:Product', 'schema:Offer', 'schema:Organization', 'schema:PostalAddress'] },
};

/** Whether the tests that take minutes run. */
export const isFullRun = process.env['CODEGEN_TEST_FULL'] === '1';

/** The models that compilers and databases check: all of them only in the full run. */
export const judgedOntologies: readonly string[] = isFullRun
  ? [...allOntologies, ...Object.keys(modelVariants)]
  : [...ownNames, ...small, ...['part-activity', 'part-orders', 'iris-constraints', 'decided-orders', 'decided-resources']];

/**
 * Returns all names of this project, and every second published vocabulary: similar judges check one half each. The exhaustive
 * run returns all names.
 *
 * @param turn which half of the vocabularies
 */
export function halfOfVocabularies(names: readonly string[], turn: 0 | 1): readonly string[] {
  if (isExhaustive) return names;
  const published = names.filter((name) => vocabularies.includes(name));
  return names.filter((name) => !published.includes(name) || published.indexOf(name) % 2 === turn);
}

/**
 * Returns the names without the largest vocabularies, which take minutes. Only the judges of the six templates' own languages
 * check those; in the exhaustive run all judges do.
 */
export function affordableNames(names: readonly string[]): readonly string[] {
  return isExhaustive ? names : names.filter((name) => !largeVocabularies.has(name));
}

/** Returns the number of random cases to draw: `exhaustive` in the exhaustive run, otherwise `long`. */
export function drawCount(long: number, exhaustive: number): number {
  return isExhaustive ? exhaustive : long;
}

/** Returns at most `most` items, evenly spread over the list; all items in the exhaustive run. */
export function sampleEvenly<T>(all: readonly T[], most: number): readonly T[] {
  const step = isExhaustive ? 1 : Math.ceil(all.length / most);
  return all.filter((_, i) => i % step === 0);
}

/** Returns the path of an ontology of this project, or of one of {@link allVocabularies}. */
export function ontologyFile(name: string): string {
  const files: Readonly<Record<string, string>> = { ...own, ...copied };
  return path.join(root, files[name] ?? `node_modules/@vocabulary/${name}/${name}.nq`);
}

/** An ontology and its model, loaded and built once for all its slices. */
interface OntologyAndModel {
  readonly ontology: Ontology;
  readonly model: DomainModel;
}

/** Ontologies with slices or variants. The others are large, so they are not kept in memory. */
const reusedOntologies: ReadonlySet<string> = new Set(Object.values(modelVariants).map(({ of }) => of));
const loadedOntologies = new Map<string, Promise<OntologyAndModel>>();
const models = new Map<string, Promise<DomainModel>>();

/** Returns the arguments of the program that select the classes of a model. */
export const selectionArguments = (name: string): readonly string[] =>
  (serviceModels[name]?.select ?? []).flatMap((cls) => ['--select', cls]);

/** Returns the domain model for the name of a test ontology, of {@link modelVariants} or of {@link serviceModels}, built once. */
export function modelOf(name: string): Promise<DomainModel> {
  let model = models.get(name);
  if (!model) {
    model = buildVariant({ ...modelVariants, ...serviceModels }[name] ?? { of: name });
    models.set(name, model);
  }
  return model;
}

async function buildVariant({ of, policies, elements, ...selection }: ModelVariant): Promise<DomainModel> {
  const { model, ontology } = await (policies || elements ? loadAndBuild(of, policies, elements) : loadedOntology(of));
  const whole: Selection = { select: [], exclude: [], depth: 0, outside: 'iri', ...selection };
  return isPartial(whole) ? slice(model, whole, ontology) : model;
}

function loadedOntology(name: string): Promise<OntologyAndModel> {
  const whole = loadedOntologies.get(name) ?? loadAndBuild(name);
  if (reusedOntologies.has(name)) loadedOntologies.set(name, whole);
  return whole;
}

async function loadAndBuild(of: string, policies?: Policies, elements: ModelVariant['elements'] = {}): Promise<OntologyAndModel> {
  const decisions = Object.entries(elements).map(([element, { despite, ...choice }]) => ({
    ...{ element, choice, despite },
    place: () => ({ file: 'codegen.yaml', line: 1 }),
  }));
  const ontology = await loadOntology(ontologyFile(of));
  const { model, diagnostics } = await buildModel(ontology, policies, decisions);
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) throw new Error(wrong.map(({ message }) => message).join('\n'));
  return { ontology, model };
}

/** The prefix declarations that `modelOfTurtle` puts before its Turtle. */
export const PREFIXES = `@prefix : <http://example.org/test#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix schema: <https://schema.org/> .
`;

/** Builds the model of an ontology in Turtle, which may use {@link PREFIXES}. */
export async function modelOfTurtle(turtle: string, policies?: Policies, decisions?: Decisions): Promise<ModelResult> {
  return buildModel(await ontologyOfTurtle(turtle), policies, decisions);
}

/** Loads an ontology in Turtle, which may use {@link PREFIXES}. */
export async function ontologyOfTurtle(turtle: string): Promise<Ontology> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-model-'));
  try {
    const file = path.join(folder, 'test.ttl');
    writeFileSync(file, PREFIXES + turtle);
    return await loadOntology(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
