/** Converts data between RDF, JSON records and SQL, and reports each statement that the target format cannot express. */

import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import type { DomainClass, DomainModel } from '../model/index.ts';
import type { FieldValue, Individual, Loss } from './individual.ts';
import { tripleOf } from './individual-assembly.ts';
import { Losses } from './losses.ts';
import { mergeSorted } from './merge.ts';
import { type Data, readData } from './read.ts';
import { ModelIndex } from './statement-fields.ts';
import { isAbsolute } from './terms.ts';
import type { DataWorkspace } from './workspace.ts';
import { jsonldWriter, jsonWriter, ndjsonWriter } from './write-json.ts';
import { ntriplesWriter, turtleWriter } from './write-rdf.ts';
import { CsvTables, SqlTables } from './write-tables.ts';
import { joinPieces, type Writer } from './writer.ts';

/** The maximum number of individuals that are reported because of their classes. */
const MAX_CONFLICTS = 20;

/** The formats that are written as one text; SQL and CSV have functions of their own. */
export type TextForm = 'ndjson' | 'json' | 'turtle' | 'ntriples' | 'jsonld';

export interface ConvertOptions {
  readonly workspace: DataWorkspace;
  /** The prefixes of the ontology. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Returns an IRI as messages show it. */
  readonly show: (iri: string) => string;
  readonly from?: 'rdf' | 'records' | undefined;
  readonly fallback?: DomainClass | undefined;
  /** Returns whether a property is declared to have only literals as values. */
  readonly isDatatypeProperty?: ((property: string) => boolean) | undefined;
  /** Receives a line of JSON for each statement that is lost or altered. */
  readonly list?: ((line: string) => void) | undefined;
}

export interface Converted {
  /** The number of instances of each class that were written. */
  readonly individuals: ReadonlyMap<DomainClass, number>;
  readonly inputCount: Data['inputCount'];
  readonly lost: number;
  readonly altered: number;
  readonly diagnostics: readonly Diagnostic[];
}

const writers = {
  ndjson: (model) => ndjsonWriter(model),
  json: (model) => jsonWriter(model),
  turtle: (_, { prefixes }) => turtleWriter(prefixes),
  ntriples: () => ntriplesWriter,
  jsonld: (model) => jsonldWriter(model),
} satisfies Record<TextForm, (model: DomainModel, options: ConvertOptions) => Writer | Promise<Writer>>;

/**
 * Writes the individuals of a file in another format, in the order of the file.
 *
 * @param write receives the text in pieces
 * @throws DiagnosticError with the source location if the file cannot be read or parsed
 */
export async function convert(
  file: string,
  model: DomainModel,
  form: TextForm,
  options: ConvertOptions,
  write: (text: string) => void,
): Promise<Converted> {
  const writer = await writers[form](model, options);
  const rdfOptions = { ...options, isForRdf: form !== 'ndjson' && form !== 'json' };
  return convertIndividuals(file, model, rdfOptions, writer.text, (texts) => {
    for (const text of joinPieces(texts, writer)) write(text);
  });
}

/** Writes the individuals of a file as SQL statements, in the order that foreign keys require. */
export async function convertToSql(
  file: string,
  model: DomainModel,
  options: ConvertOptions,
  write: (text: string) => void,
): Promise<Converted> {
  const tables = new SqlTables(model, options.workspace);
  const converted = await convertToRows(file, model, options, tables);
  tables.write(write);
  return converted;
}

/** Writes the individuals of a file as CSV: one file for each table, and a script that loads them. */
export async function convertToCsv(
  file: string,
  model: DomainModel,
  options: ConvertOptions,
  open: Parameters<CsvTables['write']>[0],
): Promise<Converted> {
  const tables = new CsvTables(model, options.workspace);
  const converted = await convertToRows(file, model, options, tables);
  tables.write(open);
  return converted;
}

function convertToRows(file: string, model: DomainModel, options: ConvertOptions, tables: SqlTables | CsvTables) {
  const tableOptions = { ...options, isForTables: true };
  return convertIndividuals(file, model, tableOptions, tables.textOf, (texts) => tables.add(texts));
}

/**
 * Converts the individuals of a file to texts, and counts what the conversion loses.
 *
 * @param take receives the texts of all individuals in the order of the data
 * @throws DiagnosticError with the source location if the file cannot be read or parsed
 */
async function convertIndividuals(
  file: string,
  model: DomainModel,
  {
    workspace,
    show,
    from,
    fallback,
    list,
    isDatatypeProperty,
    isForTables,
    isForRdf,
  }: ConvertOptions & { readonly isForTables?: boolean; readonly isForRdf?: boolean },
  textOf: (individual: Individual) => string,
  take: (texts: Iterable<string>) => void,
): Promise<Converted> {
  const losses = new Losses(show, list);
  const onLoss = (loss: Loss) => losses.add(isForTables ? lossOfRow(loss) : loss);
  const readOptions = { workspace, onLoss, from, fallback, keepsTerms: isForRdf, isDatatypeProperty };
  const { buckets, bucketCount, inputCount, diagnostics } = await readData(file, model, readOptions);
  const individuals = new Map<DomainClass, number>();
  // The texts of each bucket, with their order. Merging them restores the order of the file.
  const sortedTexts = workspace.lists('runs', bucketCount);
  const conflicts: Diagnostic[] = [];
  const modelIndex = new ModelIndex(model);
  let bucketIndex = 0;
  for (const bucket of buckets) {
    const classes = new Map<string, DomainClass>();
    for (const { individual } of bucket) {
      const { id, iri, class: cls, at } = individual;
      const other = classes.get(id);
      if (isForTables && other && conflicts.length < MAX_CONFLICTS && modelIndex.shareDiscriminator(cls, other))
        conflicts.push(diagnostic('data-two-classes', { iri, classes: [other.name, cls.name] }, { file, ...at }));
      classes.set(id, cls);
      individuals.set(individual.class, (individuals.get(individual.class) ?? 0) + 1);
      const written = isForRdf ? removeRelativeIris(individual, onLoss) : individual;
      sortedTexts.add(bucketIndex, `${individual.order}\t${textOf(written).replaceAll('\n', '\0')}`);
    }
    bucketIndex++;
  }
  take(restoreLineBreaks(mergeSorted(sortedTexts, bucketCount)));
  const isExplained = diagnostics.some(({ severity }) => severity === 'error');
  const emptyWarning = individuals.size === 0 && !isExplained ? [diagnostic('data-nothing', { file }, { file })] : [];
  return {
    individuals,
    inputCount,
    lost: losses.lost,
    altered: losses.altered,
    diagnostics: [...diagnostics, ...losses.diagnostics(file), ...conflicts, ...emptyWarning],
  };
}

/** Removes values that are relative IRIs: JSON may contain them, RDF may not (RDF 1.1 Concepts, section 3.2). */
function removeRelativeIris(individual: Individual, onLoss: (loss: Loss) => void): Individual {
  const isAllowed = ({ term }: FieldValue) => typeof term !== 'string' || isAbsolute(term);
  if ([...individual.values.values()].every((fieldValues) => fieldValues.every(isAllowed))) return individual;
  const { class: cls, iri } = individual;
  const values = new Map<string, readonly FieldValue[]>();
  for (const [name, fieldValues] of individual.values) {
    values.set(name, fieldValues.filter(isAllowed));
    const field = cls.allFields.find((one) => one.name === name);
    if (!field) continue;
    for (const { term, at } of fieldValues.filter((one) => !isAllowed(one))) {
      const why = `${JSON.stringify(term)} is a relative IRI, and RDF has absolute ones`;
      onLoss({ kind: 'value', triple: tripleOf(iri, field, term), about: { class: cls, field }, why, at });
    }
  }
  return { ...individual, values };
}

/**
 * Returns the loss for a table: an optional reference to an unknown individual becomes NULL, and a list loses the entry. A
 * required one is kept, and the database rejects the row.
 */
function lossOfRow(loss: Loss): Loss {
  if ((loss.kind !== 'unresolved' && loss.kind !== 'other-class') || loss.about?.field?.cardinality === 'one') return loss;
  const { becomes: _, ...rest } = loss;
  return rest;
}

function* restoreLineBreaks(texts: Iterable<string>): Generator<string, void, undefined> {
  for (const text of texts) yield text.replaceAll('\0', '\n');
}
