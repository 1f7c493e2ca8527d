import type { PGlite } from '@electric-sql/pglite';
import { memberOf, parseJson, type Tree } from '../../../src/diagnostics/index.ts';
import type { Instance } from '../../../src/instances/index.ts';
import {
  type DomainClass,
  type DomainModel,
  type Field,
  type FieldType,
  identity,
  type Kind,
  kindOf,
} from '../../../src/model/index.ts';
import type { Table } from '../../../src/targets/sql-schema/plan.ts';
import { planSchema } from '../../../src/targets/sql-schema/schema.ts';
import type { Json } from '../../conformance/cases.ts';
import { Rows, Shapeless } from '../../conformance/postgresql.ts';
import { createDatabase } from '../../support/pglite.ts';
import type { Corpus, Document } from '../documents.ts';
import { jsonOf, repeatedKey } from '../referee.ts';
import type { Answer, Layer } from './layer.ts';

/**
 * Stores documents and reads them back. PostgreSQL receives values instead of JSON, so the layer skips documents whose values
 * do not have the JSON types of their fields.
 */
export const postgresql: Layer = async (corpora, target) => {
  const db = await createDatabase();
  try {
    const all: (Answer | undefined)[][] = [];
    for (const corpus of corpora) {
      await db.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'");
      for (const { content } of target.generate(strictModel(corpus.model))) await db.exec(content);
      all.push(await answersTo(db, corpus));
    }
    return all;
  } finally {
    await db.close();
  }
};

/** Enables strict storage, because columns accept more values by default than the layers that read JSON. */
const strictModel = (model: DomainModel): DomainModel => ({ ...model, policies: { ...model.policies, storage: 'strict' } });

async function answersTo(db: PGlite, { model, documents }: Corpus): Promise<(Answer | undefined)[]> {
  const tables = planSchema(model).groups.flat();
  const found: (Answer | undefined)[] = [];
  for (const document of documents) {
    const value = document.variant.role === 'entity' && document.form === undefined ? valuesOf(document) : undefined;
    found.push(value && (await store(db, tables, document, value)));
  }
  return found;
}

type Values = Readonly<Record<string, Json>>;

async function store(db: PGlite, tables: readonly Table[], { variant, others = [] }: Document, value: Values): Promise<Answer> {
  const { class: cls } = variant;
  try {
    // Rows are inserted in the order of their tables, so that referenced rows come first.
    const place = (one: Instance) => tables.findIndex((table) => table.of === one.class);
    const instances = [...others, { class: cls, value }].sort((a, b) => place(a) - place(b));
    const statements = new Rows(tables).of(instances);
    // Checks deferred constraints now, as at the end of the transaction.
    await db.exec(['BEGIN', ...statements, 'SET CONSTRAINTS ALL IMMEDIATE'].join(';\n'));
    return { echo: await readBack(db, tables, cls, String(value['id'])) };
  } catch (error) {
    // Errors of PostgreSQL have a code.
    if (!(error instanceof Shapeless) && !('code' in (error as Error))) throw error;
    return { fault: (error as Error).message };
  } finally {
    await db.exec('ROLLBACK');
  }
}

/** Reads the rows of an instance and returns its JSON, as a program would write it. */
export async function readBack(db: PGlite, tables: readonly Table[], cls: DomainClass, id: string): Promise<string> {
  const found = new Map<string, string>();
  const select = async (what: string, table: Table) => {
    // The first column is the id; in a join table, the id of the owner.
    const key = `"${table.columns[0]?.name}"`;
    const from = `FROM "${table.name}" t WHERE ${key} = $1`;
    const { rows } = await db.query<{ json: string }>(`SELECT ${what}::text AS json ${from}`, [id]);
    return parseJson(rows[0]?.json ?? 'null') as Tree;
  };
  for (const table of tables) {
    if (table.of === cls || cls.ancestors.includes(table.of as DomainClass)) {
      const row = await select('row_to_json(t)', table);
      for (const { name, field } of table.columns) {
        const value = field && memberOf(row, name);
        if (value) found.set(field.name, columnJson(field.type, value));
      }
    } else if (cls.allFields.some((field) => declarationOf(field) === table.of)) {
      const others = await select(`coalesce(json_agg("${table.columns.at(-1)?.name}"), '[]')`, table);
      found.set((table.of as Field).name, columnJson((table.of as Field).type, others));
    }
  }
  return `{${[...found].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

/** Returns the original field of a narrowed field, which is the one that is stored. */
const declarationOf = (field: Field): Field => (field.refines ? declarationOf(field.refines) : field);

/** Converts the value of a column to JSON as in documents. */
function columnJson(type: FieldType, tree: Tree): string {
  if (tree.kind === 'array') return `[${tree.items.map((item) => columnJson(type, item)).join(',')}]`;
  const scalar = type.kind === 'scalar' ? type.scalar : undefined;
  const isText = scalar !== undefined && kindOf(scalar).json === 'string';
  if (tree.kind === 'number') return isText ? JSON.stringify(tree.source) : tree.source;
  if (tree.kind !== 'string') return tree.kind === 'boolean' ? String(tree.value) : 'null';
  const text = tree.value;
  if (scalar === 'base64') return JSON.stringify(Buffer.from(text.slice(2), 'hex').toString('base64'));
  if (scalar === 'hex') return JSON.stringify(text.slice(2));
  // PostgreSQL writes a sign before each part.
  if (scalar === 'duration') return JSON.stringify(text.includes('-') ? `-${text.replaceAll('-', '')}` : text);
  return JSON.stringify(text);
}

/** Returns the values that a program passes to PostgreSQL; undefined if a value does not have the type of its field. */
function valuesOf({ variant: { class: cls }, text }: Document): Values | undefined {
  const tree = parseJson(text);
  const names = new Set(cls.allFields.map(({ name }) => name));
  if (tree?.kind !== 'object' || tree.members.some(([key]) => !names.has(key)) || repeatedKey(tree, names) !== undefined)
    return undefined;
  const found: Record<string, Json> = {};
  for (const { name, type, cardinality } of cls.allFields) {
    const member = memberOf(tree, name);
    // A program that stores a record sets every column. The record has an id, and its lists are not null.
    const one = member ?? { kind: 'null' };
    if (one.kind === 'null' && (type.kind === 'id' || cardinality === 'many')) return undefined;
    const value = cardinality === 'many' ? listOf(type, one) : parameterOf(type, one);
    if (value === undefined) return undefined;
    found[name] = value;
  }
  return found;
}

function listOf(type: FieldType, tree: Tree): Json | undefined {
  if (tree.kind !== 'array') return undefined;
  const values = tree.items.map((item) => parameterOf(type, item));
  return values.includes(undefined) ? undefined : (values as Json);
}

/** Returns a value as a program has it after reading JSON. Numbers stay text, because parsing would round them here. */
function parameterOf(type: FieldType, tree: Tree): Json | undefined {
  // Drivers cannot pass strings with NUL or with lone surrogates.
  if (tree.kind === 'string' && /[\0\p{Surrogate}]/u.test(tree.value)) return undefined;
  switch (tree.kind) {
    case 'null':
      return null;
    case 'array':
    case 'object':
      return undefined;
    default:
      break;
  }
  if (type.kind === 'union') {
    if (!type.union.members.some(({ scalar }) => jsonOf(kindOf(scalar)) === tree.kind)) return undefined;
    // A union is stored as JSON.
    if (tree.kind !== 'number') return tree.value;
    const number = Number(tree.source);
    return String(number) === tree.source ? number : undefined;
  }
  const kind = type.kind === 'scalar' ? kindOf(type.scalar) : identity;
  if (jsonOf(kind) !== tree.kind) return undefined;
  return tree.kind === 'number' ? numeral(kind, tree.source) : tree.value;
}

/** Returns a number as a program writes it; undefined for an integer with a point or an exponent in the document. */
function numeral(kind: Kind, source: string): string | undefined {
  const plain = kind.read(String(Number(source)));
  if (kind.json !== 'integer') return plain ?? source;
  return source === plain || plain === undefined ? source : undefined;
}
