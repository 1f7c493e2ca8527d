/**
 * Reads the individuals of a file in RDF or JSON. First it distributes all statements or records over buckets on the disk, by
 * their subjects; then it reads one bucket after the other, so that memory does not grow with the file.
 */

import path from 'node:path';
import { type Diagnostic, diagnostic, fail, suggest } from '../diagnostics/index.ts';
import type { DomainClass, DomainModel } from '../model/index.ts';
import { baseIri, limits, readTriples, type SourceFiles } from '../ontology/index.ts';
import { baseOf } from '../targets/jsonld-context/index.ts';
import type { Loss } from './individual.ts';
import { individualsIn } from './individual-assembly.ts';
import {
  advancePosition,
  distributeRecord,
  type ReadRecord,
  type RecordContext,
  type RecordFault,
  RecordHeads,
  recordsIn,
  recordsOfBucket,
} from './records.ts';
import { Buckets, bucketsFor } from './statement-buckets.ts';
import { StatementDistributor } from './statement-distributor.ts';
import { ModelIndex } from './statement-fields.ts';
import { Identities } from './uuid.ts';
import type { DataWorkspace } from './workspace.ts';

/** Data may take longer to read than an ontology. */
const MAX_SECONDS = 24 * 3600;

/** The assumed size of a pipe, whose size is unknown. */
const PIPE_BYTES = 500_000_000;

/** The maximum number of invalid records that are reported for each kind of fault. */
const MAX_FAULTS = 20;

export interface ReadOptions {
  readonly workspace: DataWorkspace;
  /** Receives each statement that JSON cannot hold. */
  readonly onLoss: (loss: Loss) => void;
  /** The format; by default that of the name and the beginning of the file. */
  readonly from?: 'rdf' | 'records' | undefined;
  /** The class of records that do not state theirs. */
  readonly fallback?: DomainClass | undefined;
  /** Whether values keep the terms of the data, such as strings with a language tag: RDF has them, JSON does not. */
  readonly keepsTerms?: boolean | undefined;
  /** Returns whether a property is declared to have only literals as values. */
  readonly isDatatypeProperty?: ((property: string) => boolean) | undefined;
  /** Returns the types of an individual of the ontology, to which the data may refer. */
  readonly typesOf?: ((iri: string) => readonly string[]) | undefined;
}

/** An individual, and the JSON of the record that it was read from, if it was read from a record. */
export type ReadIndividual = Pick<ReadRecord, 'individual'> & Partial<Pick<ReadRecord, 'tree'>>;

export interface Data {
  readonly bucketCount: number;
  /** The individuals of each bucket, in the order of the data. They can be read once. */
  readonly buckets: Iterable<readonly ReadIndividual[]>;
  readonly inputCount: { readonly statements: number } | { readonly records: number };
  /** Errors in the file. */
  readonly diagnostics: readonly Diagnostic[];
}

type ReadContext = ReadOptions & Pick<RecordContext, 'modelIndex' | 'identities' | 'language'>;

/**
 * Reads a whole file, then returns its individuals lazily. RDF/XML and JSON-LD are parsed in memory.
 *
 * @throws DiagnosticError with the source location if the file cannot be read or parsed
 */
export async function readData(file: string, model: DomainModel, options: ReadOptions): Promise<Data> {
  const { files } = options.workspace;
  const buckets = new Buckets(options.workspace, bucketsFor(files.size(file) ?? PIPE_BYTES));
  const isRecords = options.from === undefined ? isRecordFile(file, files) : options.from === 'records';
  const { language } = model.policies;
  const context = { ...options, modelIndex: new ModelIndex(model), identities: identitiesFor(file, model), language };
  return isRecords ? readRecords(file, model, buckets, context) : readRdf(file, buckets, context);
}

async function readRdf(file: string, buckets: Buckets, options: ReadContext): Promise<Data> {
  // The parsers of these formats give blank nodes random labels.
  const hasRandomLabels = ['.rdf', '.owl', '.xml', '.jsonld', '.json'].includes(path.extname(file).toLowerCase());
  const distributor = new StatementDistributor(options.modelIndex, buckets, hasRandomLabels);
  const readLimits = { bytes: limits.data, seconds: MAX_SECONDS };
  await readTriples(options.workspace.files, file, baseIri(file), distributor, readLimits);
  distributor.flush();
  const { properties, statementCount: statements } = distributor;
  const context = { ...options, properties };
  const readBuckets = function* () {
    for (const bucket of buckets.all()) yield individualsIn(bucket, context).map((individual) => ({ individual }));
  };
  return { bucketCount: buckets.count, buckets: readBuckets(), inputCount: { statements }, diagnostics: [] };
}

async function readRecords(file: string, model: DomainModel, buckets: Buckets, options: ReadContext): Promise<Data> {
  const { workspace, modelIndex } = options;
  const heads = new RecordHeads(model, options.identities, options.fallback);
  const faults = new Map<RecordFault['fault'], Diagnostic[]>();
  let records = 0;
  let unreported = 0;
  for (const raw of recordsIn(workspace.files.pieces(file, limits.data, 'data'), file)) {
    const head = heads.read(raw.text);
    records++;
    if (!('fault' in head)) {
      distributeRecord(raw, records, head, modelIndex, buckets);
      continue;
    }
    const { fault, statedClass, isInvalid, syntax } = head;
    const reported = faults.get(fault) ?? [];
    faults.set(fault, reported);
    if (reported.length >= MAX_FAULTS) {
      unreported++;
      continue;
    }
    const at = advancePosition(raw.at, raw.text.slice(0, syntax?.at ?? (statedClass ? raw.text.indexOf(statedClass) : 0)));
    const names = statedClass === undefined ? [] : model.classes.map(({ name }) => name);
    const suggestion = await suggest(statedClass ?? '', names);
    reported.push(diagnostic(`data-record-${fault}`, { statedClass, suggestion, isInvalid, syntax }, { file, ...at }));
  }
  const diagnostics = [...faults.values()].flat();
  if (unreported > 0) diagnostics.push(diagnostic('data-records-more', { count: unreported }, { file }));
  const context = { ...options, heads };
  const readBuckets = function* () {
    for (const bucket of buckets.all()) yield recordsOfBucket(bucket, context);
  };
  return { bucketCount: buckets.count, buckets: readBuckets(), inputCount: { records }, diagnostics };
}

/** Returns the ids for the individuals of a file, whose name distinguishes its blank nodes from those of other files. */
export function identitiesFor(file: string, model: DomainModel): Identities {
  return new Identities(baseOf(model), path.basename(file));
}

/** Returns whether a file has records, not RDF: by its extension, and by its beginning if JSON-LD has the same extension. */
function isRecordFile(file: string, files: SourceFiles): boolean {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.ndjson' || extension === '.jsonl') return true;
  if (extension !== '.json') return false;
  for (const piece of files.pieces(file, limits.data, 'data')) {
    const start = piece.slice(0, 100_000);
    if (/"@(context|graph)"\s*:/.test(start)) return false;
    // Expanded documents have IRIs as keys.
    return !/[{,]\s*"[a-z][a-z0-9+.-]*:[^"]*"\s*:/i.test(start);
  }
  return fail('file-empty', { file });
}
