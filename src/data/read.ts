/** Reads the individuals of a file, whatever it is written in. */

import path from 'node:path';
import { type Diagnostic, diagnostic, fail, statOf } from '../diagnostics/index.ts';
import type { DomainClass, DomainModel } from '../model/index.ts';
import { baseIri, limits, readTriples, textPieces } from '../ontology/index.ts';
import { baseOf } from '../targets/jsonld-context/index.ts';
import { individualsIn } from './assemble.ts';
import { Buckets, bucketsFor } from './buckets.ts';
import { Gatherer } from './gather.ts';
import type { Individual, Loss } from './individual.ts';
import { Places } from './places.ts';
import { gatherRecord, Heads, moved, type ReadRecord, type RecordFault, recordsIn, recordsOfBucket } from './records.ts';
import type { Workspace } from './spools.ts';
import { Identities } from './uuid.ts';

/** Data may take longer than an ontology. */
const SECONDS = 24 * 3600;

/** A pipe does not tell its size. */
const UNKNOWN = 500_000_000;

export interface ReadOptions {
  readonly workspace: Workspace;
  readonly lose: (loss: Loss) => void;
  /** What the file is, where its name does not tell. */
  readonly from?: 'rdf' | 'records' | undefined;
  /** The class of records that do not tell theirs. */
  readonly fallback?: DomainClass | undefined;
}

/** An individual, with the JSON that it was read from, if it was. */
export type Read = Pick<ReadRecord, 'individual'> & Partial<Pick<ReadRecord, 'tree'>>;

export interface Data {
  /** How many buckets there are. */
  readonly count: number;
  /** The individuals of each, in the order of the data. */
  readonly buckets: Iterable<readonly Read[]>;
  /** What was read: statements, or records. */
  readonly read: { readonly statements: number } | { readonly records: number };
  /** What is wrong with the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a file. All of it is looked at before the first individual is known, in memory that does not grow with it where the
 * syntax allows it.
 *
 * @throws DiagnosticError with the place if it cannot be read or does not parse.
 */
export async function readData(file: string, model: DomainModel, options: ReadOptions): Promise<Data> {
  const stat = statOf(file);
  const buckets = new Buckets(options.workspace, bucketsFor(stat?.isFile() ? stat.size : UNKNOWN));
  const isRecords = options.from === undefined ? holdsRecords(file) : options.from === 'records';
  return isRecords ? readRecords(file, model, buckets, options) : readRdf(file, model, buckets, options);
}

async function readRdf(file: string, model: DomainModel, buckets: Buckets, { lose }: ReadOptions): Promise<Data> {
  const places = new Places(model);
  const isNumbered = ['.rdf', '.owl', '.xml', '.jsonld', '.json'].includes(path.extname(file).toLowerCase());
  const gatherer = new Gatherer(places, buckets, isNumbered);
  await readTriples(file, baseIri(file), gatherer, { bytes: limits.data, seconds: SECONDS });
  gatherer.end();
  const { properties, count: statements } = gatherer;
  const context = { places, identities: identitiesOf(file, model), properties, language: model.policies.language, lose };
  const read = function* () {
    for (const bucket of buckets.all()) yield individualsIn(bucket, context).map((individual: Individual) => ({ individual }));
  };
  return { count: buckets.count, buckets: read(), read: { statements }, diagnostics: [] };
}

function readRecords(file: string, model: DomainModel, buckets: Buckets, { lose, fallback }: ReadOptions): Data {
  const places = new Places(model);
  const identities = identitiesOf(file, model);
  const heads = new Heads(model, identities, fallback);
  const faults = new Map<RecordFault['fault'], Diagnostic[]>();
  let records = 0;
  for (const raw of recordsIn(textPieces(file, 'data', limits.data), file)) {
    const head = heads.read(raw.text);
    records++;
    if (!('fault' in head)) {
      gatherRecord(raw, records, head, places, buckets);
      continue;
    }
    const { fault, told, syntax } = head;
    const known = faults.get(fault) ?? [];
    faults.set(fault, known);
    if (known.length >= MOST_FAULTS) continue;
    const at = syntax ? moved(raw.at, raw.text.slice(0, syntax.at)) : raw.at;
    known.push(diagnostic(`data-record-${fault}`, { told, syntax }, { file, ...at }));
  }
  const context = { places, identities, heads, language: model.policies.language, lose };
  const read = function* () {
    for (const bucket of buckets.all()) yield recordsOfBucket(bucket, context);
  };
  return { count: buckets.count, buckets: read(), read: { records }, diagnostics: [...faults.values()].flat() };
}

/** So many records that are none are told of each kind. */
const MOST_FAULTS = 20;

function identitiesOf(file: string, model: DomainModel): Identities {
  return new Identities(baseOf(model), path.basename(file));
}

/** Whether a file holds records, and no RDF: by its extension, and where JSON-LD has the same by what it begins with. */
function holdsRecords(file: string): boolean {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.ndjson' || extension === '.jsonl') return true;
  if (extension !== '.json') return false;
  for (const piece of textPieces(file, 'data', limits.data)) {
    const start = piece.slice(0, 100_000);
    if (/"@(context|graph)"\s*:/.test(start)) return false;
    // Expanded documents have IRIs as keys.
    return !/[{,]\s*"[a-z][a-z0-9+.-]*:[^"]*"\s*:/i.test(start);
  }
  return fail('file-empty', { file });
}
