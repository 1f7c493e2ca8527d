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
  gatherRecord,
  type ReadRecord,
  type RecordFault,
  RecordHeads,
  recordsIn,
  recordsOfBucket,
} from './records.ts';
import { Buckets, bucketsFor } from './statement-buckets.ts';
import { ModelIndex } from './statement-fields.ts';
import { StatementGatherer } from './statement-gatherer.ts';
import { Identities } from './uuid.ts';
import type { DataWorkspace } from './workspace.ts';

/** Data may take longer to read than an ontology. */
const MAX_SECONDS = 24 * 3600;

/** The assumed size of a pipe, whose size is unknown. */
const PIPE_BYTES = 500_000_000;

export interface ReadOptions {
  readonly workspace: DataWorkspace;
  readonly lose: (loss: Loss) => void;
  /** The format, if the name of the file does not determine it. */
  readonly from?: 'rdf' | 'records' | undefined;
  /** The class of records that do not state theirs. */
  readonly fallback?: DomainClass | undefined;
  /** Whether values keep the terms of the data, such as strings with a language tag: RDF has them, JSON does not. */
  readonly keepsTerms?: boolean | undefined;
  /** Returns whether a property is declared to have only literals as values. */
  readonly isOfLiterals?: ((property: string) => boolean) | undefined;
  /** Returns the types of an individual of the ontology, to which the data may refer. */
  readonly typesOf?: ((iri: string) => readonly string[]) | undefined;
}

/** An individual, and the JSON of the record that it was read from, if it was read from a record. */
export type Read = Pick<ReadRecord, 'individual'> & Partial<Pick<ReadRecord, 'tree'>>;

export interface Data {
  /** The number of buckets. */
  readonly count: number;
  /** The individuals of each bucket, in the order of the data. */
  readonly buckets: Iterable<readonly Read[]>;
  readonly read: { readonly statements: number } | { readonly records: number };
  /** Errors in the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a whole file, then returns its individuals lazily. RDF/XML and JSON-LD are parsed in memory.
 *
 * @throws DiagnosticError with the source location if the file cannot be read or parsed
 */
export async function readData(file: string, model: DomainModel, options: ReadOptions): Promise<Data> {
  const { workspace } = options;
  const buckets = new Buckets(workspace, bucketsFor(workspace.files.size(file) ?? PIPE_BYTES));
  const isRecords = options.from === undefined ? isRecordFile(file, workspace.files) : options.from === 'records';
  return isRecords ? readRecords(file, model, buckets, options) : readRdf(file, model, buckets, options);
}

async function readRdf(file: string, model: DomainModel, buckets: Buckets, options: ReadOptions): Promise<Data> {
  const { workspace } = options;
  const modelIndex = new ModelIndex(model);
  // The parsers of these formats give blank nodes random names.
  const numbersBlankNodes = ['.rdf', '.owl', '.xml', '.jsonld', '.json'].includes(path.extname(file).toLowerCase());
  const gatherer = new StatementGatherer(modelIndex, buckets, numbersBlankNodes);
  await readTriples(workspace.files, file, baseIri(file), gatherer, { bytes: limits.data, seconds: MAX_SECONDS });
  gatherer.end();
  const { properties, count: statements } = gatherer;
  const { language } = model.policies;
  const context = { ...options, modelIndex, identities: identitiesOf(file, model), properties, language };
  const readBuckets = function* () {
    for (const bucket of buckets.all()) yield individualsIn(bucket, context).map((individual) => ({ individual }));
  };
  return { count: buckets.count, buckets: readBuckets(), read: { statements }, diagnostics: [] };
}

async function readRecords(
  file: string,
  model: DomainModel,
  buckets: Buckets,
  { workspace, lose, fallback, typesOf }: ReadOptions,
): Promise<Data> {
  const modelIndex = new ModelIndex(model);
  const identities = identitiesOf(file, model);
  const heads = new RecordHeads(model, identities, fallback);
  const faults = new Map<RecordFault['fault'], Diagnostic[]>();
  let records = 0;
  for (const raw of recordsIn(workspace.files.pieces(file, limits.data, 'data'), file)) {
    const head = heads.read(raw.text);
    records++;
    if (!('fault' in head)) {
      gatherRecord(raw, records, head, modelIndex, buckets);
      continue;
    }
    const { fault, statedClass, isInvalid, syntax } = head;
    const known = faults.get(fault) ?? [];
    faults.set(fault, known);
    if (known.length >= MAX_FAULTS) continue;
    const at = advancePosition(raw.at, raw.text.slice(0, syntax?.at ?? (statedClass ? raw.text.indexOf(statedClass) : 0)));
    const names = statedClass === undefined ? [] : model.classes.map(({ name }) => name);
    const suggestion = await suggest(statedClass ?? '', names);
    known.push(diagnostic(`data-record-${fault}`, { statedClass, suggestion, isInvalid, syntax }, { file, ...at }));
  }
  const context = { modelIndex, identities, heads, language: model.policies.language, lose, typesOf };
  const readBuckets = function* () {
    for (const bucket of buckets.all()) yield recordsOfBucket(bucket, context);
  };
  return { count: buckets.count, buckets: readBuckets(), read: { records }, diagnostics: [...faults.values()].flat() };
}

/** The maximum number of invalid records that are reported for each kind of fault. */
const MAX_FAULTS = 20;

/** Returns the ids of the individuals of a file. */
export function identitiesOf(file: string, model: DomainModel): Identities {
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
