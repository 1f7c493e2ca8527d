/** Builds the domain model of an ontology: runs all steps in their order, which docs/explanation/architecture.md describes. */

import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, fail, runWithTimeLimit } from '../diagnostics/index.ts';
import { DCTERMS, isBlank, limits, type Ontology, owl, rdf, rdfs, SCHEMA, type Statement, sh } from '../ontology/index.ts';
import { AssumptionLog } from './assume/decision.ts';
import { setDeletionRules } from './assume/deletion.ts';
import { decideClasses } from './assume/one-class.ts';
import { warnOfIndividuals } from './check/individuals.ts';
import { breakCycles } from './check/reference-cycles.ts';
import { checkSatisfiable } from './check/satisfiable.ts';
import { reportFaultyValues } from './check/values.ts';
import type { Decisions } from './decide/choices.ts';
import { reportDecisions } from './decide/decision-warnings.ts';
import type { ClassDraft } from './draft.ts';
import { checkTotals, mergeChoices, mergeTotals } from './inherit/alternatives.ts';
import { addBases } from './inherit/bases.ts';
import { inheritFields } from './inherit/refine.ts';
import { MemberNames } from './name/members.ts';
import { modelName } from './name/model-name.ts';
import { defaultPolicies, type Policies } from './policies.ts';
import { findClasses, readClasses } from './read/classes.ts';
import { dropContradictions } from './read/contradictions.ts';
import { Facts } from './read/facts.ts';
import { Reader } from './read/reader.ts';
import { readRestrictions } from './read/restrictions.ts';
import { readShapes } from './read/shapes.ts';
import { warnOfSimilarTerms } from './read/similar-terms.ts';
import { warnOfSlips } from './read/slip-checks.ts';
import { warnOfUnreadShapes } from './read/unread-shapes.ts';
import { storeRelations } from './relate/index.ts';
import { markAbstract, markBlankNodes, recordAbstract } from './settle/abstract.ts';
import { applyKeys, closeClasses, readClassAxioms } from './settle/class-axioms.ts';
import { settleComparisons } from './settle/comparisons.ts';
import type { Context } from './settle/context.ts';
import { addDiscriminators } from './settle/discriminators.ts';
import { settleDisjunctions } from './settle/disjunctions.ts';
import { Enumerations } from './settle/enumerations.ts';
import { addFields } from './settle/fields.ts';
import { NamedTypes } from './type/named-types.ts';
import { readProperties } from './type/properties.ts';
import type { Property } from './type/property.ts';
import { Ranges } from './type/range.ts';
import type { DomainModel } from './types.ts';
import type { NameText } from './words/japanese.ts';
import { isAscii } from './words/latin.ts';
import { pascalName, transliteratorFor } from './words/names.ts';
import { percentDecoded } from './words/text.ts';

export interface ModelResult {
  readonly model: DomainModel;
  /** Warnings, in the order of their source locations. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds the domain model of an ontology.
 *
 * @param policies decide what the ontology does not state
 * @param decisions the user's decisions about single elements; they may contradict the ontology
 * @throws DiagnosticError if the ontology declares no class.
 */
export async function buildModel(
  source: Ontology,
  policies: Policies = defaultPolicies,
  decisions: Decisions = [],
): Promise<ModelResult> {
  const ontology = policies.order === 'iri' ? source.sorted() : source;
  const reader = new Reader(ontology, await transliteratorFor(namesBeyondAscii(ontology)), policies, decisions);
  await reader.decisions.warnUnknown(reader);
  await warnOfSimilarTerms(reader);
  await warnOfSlips(reader);
  const classes = await findClasses(reader);
  const build = () => {
    const declaredClasses = readClasses(reader, classes);
    if (declaredClasses.length === 0) {
      // A warning may say why.
      const error = diagnostic('no-classes', { file: ontology.file, instead: commonTypes(ontology) });
      throw new DiagnosticError(...sortDiagnostics(ontology, reader.diagnostics), error);
    }
    return buildFromClasses(reader, declaredClasses, policies, decisions);
  };
  return runWithTimeLimit('building the model', build, { file: ontology.file });
}

/** The number of types that the error about missing classes lists. */
const MAX_KINDS = 3;

/** Returns the most frequent types of the resources of an ontology, with their numbers, for the error about missing classes. */
function commonTypes(ontology: Ontology): readonly { readonly kind: string; readonly count: number }[] {
  const countByKind = new Map<string, number>();
  for (const subject of ontology.subjects()) {
    for (const type of ontology.types(subject)) {
      if (!isBlank(type) && type !== owl.Ontology) countByKind.set(type, (countByKind.get(type) ?? 0) + 1);
    }
  }
  const all = [...countByKind].map(([type, count]) => ({ kind: ontology.show(type), count }));
  return all.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)).slice(0, MAX_KINDS);
}

/** Runs the steps of the builder. Everything that is loaded asynchronously is loaded before. */
function buildFromClasses(
  reader: Reader,
  declaredClasses: readonly ClassDraft[],
  policies: Policies,
  decisions: Decisions,
): ModelResult {
  const { ontology } = reader;
  // Classes and enumerations; facts and properties.
  const log = new AssumptionLog();
  const types = new NamedTypes(reader, declaredClasses);
  const enumerations = new Enumerations(reader, types, log);
  const classes = enumerations.extract(declaredClasses);
  const facts = new Facts();
  readRestrictions(reader, classes, facts);
  readShapes(reader, classes, facts);
  dropContradictions(reader, classes, facts);
  warnOfUnreadShapes(reader, new Set(declaredClasses.map(({ iri }) => iri)));
  const ranges = new Ranges(reader, classes, types);
  const properties = readProperties(reader, classes, ranges, facts);
  checkSize(properties);
  // Where references are stored; fields, relations and their inheritance.
  const names = new MemberNames(reader, classes, properties);
  const related = storeRelations(reader, classes, properties, facts, names, log);
  const context: Context = { reader, classes, facts, types, names, related, policies, log };
  const isAcyclic = breakCycles(reader, classes, addFields(context));
  inheritFields(context, ranges);
  mergeChoices(context);
  mergeTotals(context);
  checkTotals(context);
  // Axioms about whole classes and about several fields.
  const abstract = markAbstract(reader, classes, facts);
  markBlankNodes(classes, facts);
  addDiscriminators(context);
  recordAbstract(abstract);
  settleDisjunctions(classes, facts);
  settleComparisons(classes, facts);
  setDeletionRules(reader, classes, log);
  applyKeys(reader, classes);
  readClassAxioms(reader, classes);
  decideClasses(classes, reader.axioms, policies, log);
  closeClasses(classes, facts);
  enumerations.recordConstraints(classes, ranges.schemes.listedSchemes);
  // Names that depend on all members, and warnings.
  checkSatisfiable(reader, classes, isAcyclic, facts);
  nameRelationTypes(classes, types);
  addBases(classes);
  nameReplacements(reader, classes, types);
  warnOfIndividuals(reader, classes);
  reportFaultyValues(reader);
  reportDecisions(reader, classes, types.enumerations, log);
  const { iri } = ontology;
  const name = modelName(iri, ontology.file, reader);
  const version = iri === undefined ? undefined : reader.version(iri);
  /** All classes that may be the subject of a decision. */
  const decided = [...classes, ...enumerations.decided];
  const model: DomainModel = {
    name,
    ...(iri !== undefined && { iri }),
    ...(version !== undefined && { version }),
    source: path.basename(ontology.file),
    ...(iri !== undefined ? reader.described(iri) : { deprecated: false }),
    classes,
    ...types.used(classes),
    axioms: reader.axioms.finish(policies.order),
    ...log.finish(decided),
    policies,
    ...(decisions.length > 0 && { decided: reader.decisions.decided }),
  };
  return { model, diagnostics: sortDiagnostics(ontology, reader.diagnostics) };
}

/**
 * Stops if classes have so many fields, inherited ones included, that generated code would be useless.
 *
 * @throws DiagnosticError in that case, at the property that exceeds the limit
 */
function checkSize(properties: readonly Property[]): void {
  let fieldCount = 0;
  for (const { domains, place } of properties) {
    for (const { descendants } of domains) fieldCount += 1 + descendants.length;
    if (fieldCount > limits.inherited)
      fail('model-too-large', { what: 'own and inherited fields', limit: limits.inherited }, place);
  }
}

/** Sorts diagnostics by source location; those of the main file come first. */
function sortDiagnostics(ontology: Ontology, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rank = new Map(ontology.files.map((file, i) => [file, i]));
  const fileOf = (d: Diagnostic) => rank.get(d.place?.file ?? ontology.file) ?? rank.size;
  return [...diagnostics].sort((a, b) => fileOf(a) - fileOf(b) || (a.place?.line ?? 0) - (b.place?.line ?? 0));
}

/** Matches characters of an IRI that may stand for a letter outside ASCII. */
const encodedCharacter = /[%\u0080-\uffff]/;

/** Collects the strings outside ASCII that names may be made of, in one pass, because most ontologies have none. */
function namesBeyondAscii(ontology: Ontology): NameText[] {
  const names: NameText[] = [];
  for (const { node, statements } of ontology.typedSubjects) {
    if (encodedCharacter.test(node)) names.push({ value: percentDecoded(node) });
    addBeyondAscii(statements, rdfs.label, names);
    addBeyondAscii(statements, sh.name, names);
  }
  // Members of lists may become the values of an enumeration.
  for (const { statements } of ontology.mentions(rdf.first) ? ontology.entries() : []) {
    addBeyondAscii(statements, rdf.first, names);
  }
  return names;
}

function addBeyondAscii(statements: readonly Statement[], predicate: string, found: NameText[]): void {
  for (const { predicate: stated, object } of statements) {
    if (stated === predicate && typeof object !== 'string' && !isAscii(object.value)) found.push(object);
  }
}

const replacementPredicates = [
  `${DCTERMS}isReplacedBy`,
  'http://purl.obolibrary.org/obo/IAO_0100001',
  ...SCHEMA.map((ns) => `${ns}supersededBy`),
];

/** Sets the replacement of deprecated elements: a name in the model if there is one, else an IRI. */
function nameReplacements(reader: Reader, classes: readonly ClassDraft[], types: NamedTypes): void {
  if (!replacementPredicates.some((predicate) => reader.ontology.mentions(predicate))) return;
  const elements = [
    ...classes.flatMap((cls) => [cls, ...cls.fields, ...cls.refinements, ...cls.relations, ...cls.allRelations]),
    ...types.enumerations.flatMap((enumeration) => [enumeration, ...enumeration.values]),
  ].filter(({ deprecated }) => deprecated);
  if (elements.length === 0) return;
  const names = new Map<string, string>();
  for (const cls of classes) {
    names.set(cls.iri, cls.name);
    for (const { iri, name } of cls.fields) if (iri !== undefined && !names.has(iri)) names.set(iri, `${cls.name}.${name}`);
  }
  for (const enumeration of types.enumerations) {
    if (enumeration.iri !== undefined) names.set(enumeration.iri, enumeration.name);
    for (const { iri, name } of enumeration.values) if (iri !== undefined) names.set(iri, `${enumeration.name}.${name}`);
  }
  for (const element of elements as { readonly iri?: string; replacedBy?: string }[]) {
    const { iri } = element;
    if (iri === undefined) continue;
    const [node] = replacementPredicates.flatMap((predicate) => reader.ontology.node(iri, predicate) ?? []);
    if (node !== undefined) element.replacedBy = names.get(node) ?? reader.show(node);
  }
}

/** Names the types with related objects: `<Class>With<Role>` for one relation, `<Class>WithRelations` for more. */
function nameRelationTypes(classes: readonly ClassDraft[], types: NamedTypes): void {
  for (const cls of classes) {
    const declared = cls.allRelations.filter((relation) => relation.declared);
    const [first] = declared;
    if (!first) continue;
    cls.relationsName = types.claimName(`${cls.name}With${declared.length === 1 ? pascalName(first.name) : 'Relations'}`);
  }
}
