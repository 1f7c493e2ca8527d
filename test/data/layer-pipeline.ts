/** Sends individuals through all layers and compares the statements at the end with those at the start. */

import type { PGlite } from '@electric-sql/pglite';
import { type DomainModel, variantOf } from '../../src/model/index.ts';
import { loadTarget } from '../../src/targets/index.ts';
import { r2rml } from '../../src/targets/r2rml/index.ts';
import { CREATE_IRIS, IRIS } from '../../src/targets/sql-schema/index.ts';
import type { Document } from '../differential/documents.ts';
import { layers } from '../differential/layers/index.ts';
import { readMapping, triplesOf } from '../support/r2rml.ts';
import { canonicalStatements } from './rdf-values.ts';
import { canonical, converted, type Outcome, statementsOf } from './support.ts';
import { emptyTables, filledTables, makeTables } from './tables.ts';

/** A file of individuals that travel together. */
export interface IndividualsFile {
  /** The name of the file; its extension determines the syntax. */
  readonly file: string;
  readonly text: string;
}

export interface JourneyResult {
  /** The statements of the file, without the reported losses, and with their reported replacements. */
  readonly expected: readonly string[];
  readonly arrived: readonly string[];
  /** Statements that are lost or replaced, in the order of the reports. */
  readonly losses: Outcome['losses'];
  /** The records that a layer rejects, with the reason. */
  readonly refused: readonly { readonly iri: string; readonly fault: string }[];
  readonly records: number;
}

/** A record as one layer passes it to the next: JSON without `@id` and `@type`, which no layer knows. */
interface Record {
  readonly iri: string;
  readonly head: string;
  text: string;
  readonly document: Document;
  fault?: string;
}

/** Matches the join that adds the IRI of a row. */
const IRI_JOIN = new RegExp(`JOIN ${IRIS}\\b`, 'g');

const intermediateLayers = ['python-pydantic', 'typescript-models'] as const;

/**
 * Converts individuals from RDF to JSON, passes them through Pydantic and TypeScript into PostgreSQL, and maps the tables to
 * RDF with R2RML.
 */
export async function passThroughLayers(
  db: PGlite,
  model: DomainModel,
  cargos: readonly IndividualsFile[],
): Promise<readonly JourneyResult[]> {
  const read = await Promise.all(cargos.map(({ file, text }) => converted(file, text, model, 'ndjson')));
  const records = read.map(({ text }) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => recordOf(model, line)),
  );
  for (const name of intermediateLayers) await readWithLayer(model, records.flat(), name);
  await makeTables(db, model, "SET intervalstyle = 'postgres'");
  await db.exec(CREATE_IRIS);
  const maps = await readMapping(r2rml.generate(model)[0]?.content ?? '');
  const found: JourneyResult[] = [];
  for (const [i, { text }] of cargos.entries()) {
    const [fine, refused] = partition(records[i] ?? [], ({ fault }) => fault === undefined);
    const lines = fine.map(({ head, text }) => `${head},${text.slice(1)}\n`).join('');
    const sql = await converted('data.ndjson', lines, model, 'sql');
    await db.exec(sql.text);
    const rows = async (query: string) => (await db.query<{ [name: string]: string | null }>(query)).rows;
    // Queries only tables with rows: hundreds have none.
    const filled = [IRIS, ...filledTables(sql.text)].map((table) => new RegExp(`(?<![\\w"])${table}(?![\\w"])`));
    const asked = maps.filter(({ logical }) => filled.some((table) => table.test(logical.sql.replaceAll(IRI_JOIN, ''))));
    const arrived = await canonicalStatements((await triplesOf(asked, rows)).join('\n'));
    await emptyTables(db, sql.text);
    const ids = new Map((records[i] ?? []).map(({ iri, text }) => [iri, JSON.parse(text).id as string]));
    const losses = [...(read[i] as Outcome).losses, ...sql.losses];
    // Statements about rejected records do not arrive.
    const left = new Set(refused.map(({ iri }) => iri));
    let expected = await statementsOf(text, formatOf(cargos[i] as IndividualsFile));
    for (const messages of [(read[i] as Outcome).losses, sql.losses]) expected = await applyLosses(expected, messages);
    const stays = expected.filter((one) => !left.has(subjectOf(one))).map((one) => named(one, ids));
    found.push({
      ...{ losses, records: (records[i] ?? []).length },
      expected: await canonical(await canonicalStatements(stays.join('\n'))),
      arrived: await canonical(arrived),
      refused: refused.map(({ iri, fault = '' }) => ({ iri, fault })),
    });
  }
  return found;
}

/** Replaces blank nodes with the IRIs that a database makes of their ids (RDF 1.1 Concepts, section 3.5). */
const named = (statement: string, ids: ReadonlyMap<string, string>) =>
  statement.replace(/(^| )(_:\w+)(?= )/g, (node, blank: string, name: string) => {
    const id = ids.get(name);
    return id === undefined ? node : `${blank}<urn:uuid:${id}>`;
  });

const subjectOf = (statement: string) => statement.slice(0, statement.indexOf(' ')).replace(/^<|>$/g, '');

const formats: { readonly [ending: string]: string } = {
  nq: 'application/n-quads',
  rdf: 'application/rdf+xml',
  owl: 'application/rdf+xml',
};
const formatOf = ({ file }: IndividualsFile) => formats[file.split('.').at(-1) ?? ''] ?? 'text/turtle';

/** Removes the statements that are reported as lost, and adds their reported replacements. */
async function applyLosses(statements: readonly string[], losses: Outcome['losses']): Promise<readonly string[]> {
  const parsed = (lines: readonly string[]) => statementsOf(lines.join('\n'), 'application/n-triples');
  const left = new Set(statements);
  for (const one of await parsed(losses.map(({ statement }) => statement))) left.delete(one);
  for (const one of await parsed(losses.flatMap(({ becomes = [] }) => becomes))) left.add(one);
  return [...left];
}

function recordOf(model: DomainModel, line: string): Record {
  // `id` is the first member after those of JSON-LD, and the names and IRIs before it contain no quotes.
  const at = line.indexOf(',"id":');
  const head = line.slice(0, at);
  const { '@id': iri, '@type': types } = JSON.parse(`${head}}`);
  const [type] = [types].flat();
  const cls = model.classes.find(({ name }) => name === type);
  if (!cls || at < 0) throw new Error(`${line} is no record`);
  const text = `{${line.slice(at + 1)}`;
  const document: Document = {
    ...{ variant: variantOf(cls, 'entity'), kind: 'object', cardinality: 'one', about: 'kept', sample: cls.name, text },
  };
  return { iri, head, text, document };
}

async function readWithLayer(
  model: DomainModel,
  records: readonly Record[],
  name: (typeof intermediateLayers)[number],
): Promise<void> {
  const fine = records.filter(({ fault }) => fault === undefined);
  const documents = fine.map(({ document, text }) => ({ ...document, text }));
  const [answers = []] = await layers[name].read([{ slug: 'journey', model, documents }], await loadTarget(name));
  for (const [i, record] of fine.entries()) {
    const answer = answers[i];
    // A layer without an answer passes its input on unchanged.
    if (answer === undefined) continue;
    const { fault, echo } = answer;
    if (echo === undefined) record.fault = `${name}: ${fault}`;
    else record.text = echo;
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
