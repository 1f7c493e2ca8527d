/** A minimal engine for the part of R2RML that generated mappings use (https://www.w3.org/TR/r2rml/#generated-rdf). */

import { loadEngine, rdf } from '../../src/ontology/index.ts';

const RR = 'http://www.w3.org/ns/r2rml#';

/** Runs an SQL query and returns its rows, with all values as text. */
export type Query = (sql: string) => Promise<readonly Readonly<Record<string, string | null>>[]>;

interface Logical {
  readonly kind: 'table' | 'query';
  readonly sql: string;
}

interface TermMap {
  readonly column: string;
  readonly template: string | undefined;
  readonly suffix: string | undefined;
}

export interface TriplesMap {
  readonly name: string;
  readonly logical: Logical;
  readonly subject: TermMap;
  readonly statements: readonly { readonly predicate: string; readonly object: TermMap | string }[];
}

/** Parses a mapping. Throws if it uses a property that this engine does not support. */
export async function readMapping(turtle: string): Promise<readonly TriplesMap[]> {
  const { parse } = await loadEngine();
  const said = new Map<string, [predicate: string, object: string][]>();
  for (const { subject, predicate, object } of parse(turtle, { format: 'text/turtle' })) {
    const all = said.get(`${subject}`) ?? [];
    all.push([predicate.value, `${object}`]);
    said.set(`${subject}`, all);
  }
  const of = (node: string, known: readonly string[]) => {
    const all = said.get(node) ?? [];
    for (const [predicate] of all) {
      if (![...known.map((name) => RR + name), rdf.type].includes(predicate)) throw new Error(`${node}: ${predicate}`);
    }
    const many = (name: string) => all.flatMap(([predicate, object]) => (predicate === RR + name ? [object] : []));
    const one = (name: string) => {
      const found = many(name);
      if (found.length > 1) throw new Error(`${node}: ${found.length} of ${name}`);
      return found[0];
    };
    return { many, one };
  };
  const textOf = (literal: string | undefined) => (literal === undefined ? undefined : lexicalFormOf(literal));
  const termMap = (node: string, more: readonly string[] = []): TermMap => {
    const { one } = of(node, ['column', 'template', 'termType', 'datatype', 'language', ...more]);
    const template = textOf(one('template'));
    const column = textOf(one('column')) ?? /\{([^}]+)\}/.exec(template ?? '')?.[1];
    if (column === undefined) throw new Error(`${node}: no column`);
    const isIri = template !== undefined || one('termType') === `<${RR}IRI>`;
    const [datatype, language] = [one('datatype'), textOf(one('language'))];
    return { column, template, suffix: isIri ? undefined : language === undefined ? `^^${datatype}` : `@${language}` };
  };
  return [...said].flatMap(([node, all]): TriplesMap[] => {
    if (!all.some(([predicate, object]) => predicate === rdf.type && object === `<${RR}TriplesMap>`)) return [];
    const map = of(node, ['logicalTable', 'subjectMap', 'predicateObjectMap']);
    const { one } = of(map.one('logicalTable') ?? '', ['tableName', 'sqlQuery']);
    const table = textOf(one('tableName'));
    const subject = map.one('subjectMap') ?? '';
    const classes = of(subject, ['class', 'column', 'template', 'termType']).many('class');
    return [
      {
        name: node,
        logical: table === undefined ? { kind: 'query', sql: textOf(one('sqlQuery')) ?? '' } : { kind: 'table', sql: table },
        subject: termMap(subject, ['class']),
        statements: [
          ...classes.map((object) => ({ predicate: `<${rdf.type}>`, object })),
          ...map.many('predicateObjectMap').map((each) => {
            const { one } = of(each, ['predicate', 'objectMap']);
            return { predicate: one('predicate') ?? '', object: termMap(one('objectMap') ?? '') };
          }),
        ],
      },
    ];
  });
}

/** Returns the lexical form of a literal in N-Triples. */
function lexicalFormOf(literal: string): string {
  return JSON.parse(literal.replace(/\^\^<[^>]*>$/, ''));
}

/** Returns all triples of a mapping as sorted lines of N-Triples, without duplicates. */
export async function triplesOf(maps: readonly TriplesMap[], query: Query): Promise<readonly string[]> {
  const lines = new Set<string>();
  for (const { logical, subject, statements } of maps) {
    const objects = statements.flatMap(({ object }) => (typeof object === 'string' ? [] : [object]));
    const columns = [...new Set([subject, ...objects].map(({ column }) => column))];
    const from = logical.kind === 'table' ? logical.sql : `(${logical.sql})`;
    const rows = await query(`SELECT ${columns.map((column) => `r.${column}::TEXT AS ${column}`).join(', ')} FROM ${from} AS r`);
    for (const row of rows) {
      const own = termOf(subject, row);
      if (own === undefined) continue;
      for (const { predicate, object } of statements) {
        const other = typeof object === 'string' ? object : termOf(object, row);
        if (other !== undefined) lines.add(`${own} ${predicate} ${other} .`);
      }
    }
  }
  return [...lines].sort();
}

/** Returns the term for a row; undefined if the column is null (R2RML, section 11). */
function termOf({ column, template, suffix }: TermMap, row: Readonly<Record<string, string | null>>): string | undefined {
  const value = row[column];
  if (value === null || value === undefined) return undefined;
  if (suffix !== undefined) return JSON.stringify(value) + suffix;
  return `<${template === undefined ? value : template.replace(`{${column}}`, value)}>`;
}
