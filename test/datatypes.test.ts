import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { knownDatatypes } from '../src/model/kinds/datatypes.ts';
import { OWL, RDF, RDFS, SCHEMA, XSD } from '../src/ontology/index.ts';
import { loadTarget, type TemplateName } from '../src/targets/index.ts';
import { modelOfTurtle } from './support/ontologies.ts';
import { root } from './support/program.ts';

/** The datatypes of the table, as prefixed names. schema.org's exist with two schemes; the table shows one. */
const datatypes = knownDatatypes.filter((iri) => !iri.startsWith(SCHEMA[0])).map((iri) => ({ iri, shown: prefixed(iri) }));

function prefixed(iri: string): string {
  for (const [prefix, namespace] of [
    ['xsd', XSD],
    ['rdf', RDF],
    ['rdfs', RDFS],
    ['owl', OWL],
    ['schema', SCHEMA[1]],
  ] as const) {
    if (iri.startsWith(namespace)) return `${prefix}:${iri.slice(namespace.length)}`;
  }
  throw new Error(`no prefix for ${iri}`);
}

/** Extracts the type of a field from the source code of each target that has types. */
const extract = {
  'rust-models': (source, field) => first(source, new RegExp(`pub ${field}: (.*),\n`)),
  'typescript-models': (source, field) => first(source, new RegExp(`\n  ${field}: (.*);\n`)),
  'sql-schema': (source, field) => {
    const type = first(source, new RegExp(`\n    ${field} (.*?) NOT NULL`));
    const line = first(source, new RegExp(`\n    ${field} (.*)`));
    return type + (line.includes('CHECK') ? ', checked' : '');
  },
  'graphql-schema': (source, field) => first(source, new RegExp(`\n  ${field}: (.*)!`)),
  'openapi-spec': (source, field) => {
    const { type, format, contentEncoding, pattern, allOf } = openApiProperty(source, field);
    return [type, format ?? contentEncoding ?? (pattern || allOf ? 'pattern' : undefined)].filter(Boolean).join(', ');
  },
  'python-pydantic': (source, field) => {
    const named = first(source, new RegExp(`\n    ${field}: (\\S*)`));
    const isDefined = /^_\w+Value$/.test(named);
    // A type that does not fit into one line is defined above the class.
    const type = isDefined ? first(source, new RegExp(`\n${named} = Annotated\\[\\s*(\\w+),`)) : named;
    const whole = isDefined ? `(\n${named} = [\\s\\S]*?)(?=\n\n)` : `(\n    ${field}: [\\s\\S]*?)(?=\n    \\w|\n\n)`;
    const field_ = first(source, new RegExp(whole));
    const limits = /[gl]e=/.test(field_) ? ', bounded' : field_.includes('pattern=') ? ', pattern' : '';
    return type + limits;
  },
} satisfies Partial<Record<TemplateName, (source: string, field: string) => string>>;

const names = Object.keys(extract) as (keyof typeof extract)[];

function first(source: string, pattern: RegExp): string {
  const found = pattern.exec(source)?.[1];
  if (found === undefined) throw new Error(`${pattern} is not in\n${source.slice(0, 3000)}`);
  return found;
}

interface Schema {
  readonly properties?: Record<string, Schema>;
  readonly [keyword: string]: unknown;
}

let parsed: { source: string; schemas: Record<string, Schema> } | undefined;

function openApiProperty(source: string, field: string): Schema {
  if (parsed?.source !== source) parsed = { source, schemas: parse(source).components.schemas };
  const { schemas } = parsed;
  const property = schemas['A']?.properties?.[field] ?? {};
  return schemas[`${property['$ref']}`.replace('#/components/schemas/', '')] ?? property;
}

test('the table of datatypes shows what the targets print', async () => {
  const { model, diagnostics } = await modelOfTurtle(
    `:A a owl:Class .\n${datatypes
      .map(({ iri }, i) => `:f${i} a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range <${iri}> ; rdfs:label "f${i}x" .`)
      .join('\n')}`,
  );
  expect(diagnostics).toEqual([]);
  const rows = new Map<string, string[]>();
  const sources = new Map<string, string>();
  for (const name of names) {
    const files = (await loadTarget(name)).generate(model);
    sources.set(name, `\n${files.map((file) => file.content).join('\n')}`);
  }
  datatypes.forEach(({ shown }, i) => {
    const types = names.map((name) => extract[name](sources.get(name) ?? '', `f${i}x`));
    const row = types.map((type) => ` \`${type.replaceAll('|', '\\|')}\` `).join('|');
    rows.set(row, [...(rows.get(row) ?? []), shown]);
  });
  const table = [
    '| Datatypes | Rust | TypeScript | PostgreSQL | GraphQL | OpenAPI | Pydantic |',
    '|---|---|---|---|---|---|---|',
    ...[...rows].map(([row, shown]) => `| ${shown.map((name) => `\`${name}\``).join(' ')} |${row}|`),
  ].join('\n');

  const document = path.join(root, 'docs/reference/datatypes.md');
  const text = readFileSync(document, 'utf8');
  const [begin, end] = ['<!-- datatypes -->\n', '\n<!-- /datatypes -->'];
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  if (process.env['RECORD'] === '1') writeFileSync(document, text.slice(0, from) + table + text.slice(to));
  expect(readFileSync(document, 'utf8')).toContain(begin + table + end);
});
