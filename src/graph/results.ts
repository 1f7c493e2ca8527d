/** Formats the results of SELECT and ASK as a table and in the formats of SPARQL: JSON, XML, CSV and TSV. */

import stringWidth from 'string-width';
import type { Prefixes } from './prefixes.ts';
import { BlankLabels, bracketed, type Term, turtleTerm } from './terms.ts';

/** The rows of a SELECT. */
export interface Rows {
  readonly variables: readonly string[];
  /** Unbound variables of a row are absent. */
  readonly rows: readonly Readonly<Record<string, Term>>[];
}

interface Cell {
  readonly text: string;
  readonly isIri: boolean;
}

const textCell = (text: string): Cell => ({ text: oneLine(text), isIri: false });

/** Separator of columns. */
const GAP = '  ';

/**
 * Makes a text safe for one line of a terminal: replaces line breaks and tabs by spaces, and other control characters
 * and bidirectional controls by U+FFFD.
 */
function oneLine(text: string): string {
  return text.replace(/\r\n|[\t\n\v\f\r\x85\u2028\u2029]/g, ' ').replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

/** Returns the longest prefix of the characters that is not wider than `width`. */
function longestPrefix(characters: readonly string[], width: number): string[] {
  let used = 0;
  const end = characters.findIndex((character) => {
    used += stringWidth(character);
    return used > width;
  });
  return characters.slice(0, end < 0 ? characters.length : end);
}

/** Cuts a cell to a width. IRIs lose their middle, because their ends distinguish them. */
function cut({ text, isIri }: Cell, width: number): string {
  if (stringWidth(text) <= width) return text;
  if (isIri && width >= MIN_LAST_COLUMN_WIDTH) {
    const end = longestPrefix([...text].reverse(), Math.ceil(((width - 1) * 2) / 3)).reverse();
    const start = longestPrefix([...text], width - 1 - stringWidth(end.join('')));
    return `${start.join('')}…${end.join('')}`;
  }
  let prefix = '';
  for (const character of text) {
    if (stringWidth(prefix + character) >= width) break;
    prefix += character;
  }
  return `${prefix}…`;
}

/** Minimum width to which a column is cut. */
const MIN_LAST_COLUMN_WIDTH = 8;

/** Reduces the widest columns until a line fits. */
function narrowColumns(widths: readonly number[], maxWidth: number): number[] {
  const availableWidth = maxWidth - GAP.length * (widths.length - 1);
  let limit = Math.max(MIN_LAST_COLUMN_WIDTH, ...widths);
  const total = () => widths.reduce((sum, width) => sum + Math.min(width, limit), 0);
  while (limit > MIN_LAST_COLUMN_WIDTH && total() > availableWidth) limit--;
  return widths.map((width) => Math.min(width, limit));
}

/**
 * Prints aligned columns with the variables' names as headings. Shows the lexical form of literals, and prefixed names of
 * IRIs where a non-empty prefix applies. Only if a line would exceed `maxWidth`, abbreviates the most frequent namespace
 * of the other IRIs as `:` and explains that in a line above, and then cuts cells.
 */
export function formatTable(result: Rows, prefixes: Prefixes, maxWidth?: number): string {
  const cells = cellsOf(result, (iri) => prefixes.prefixedName(iri) ?? iri);
  if (maxWidth === undefined || widthOf(naturalWidths(cells)) <= maxWidth) return alignCells(cells, naturalWidths(cells));
  const namespace = commonNamespace(result, prefixes);
  const abbreviate = (iri: string) => {
    const prefixedName = prefixes.prefixedName(iri);
    return prefixedName ?? (namespace !== undefined && iri.startsWith(namespace) ? `:${iri.slice(namespace.length)}` : iri);
  };
  const shortened = namespace === undefined ? cells : cellsOf(result, abbreviate);
  const heading =
    namespace === undefined
      ? ''
      : `: is ${cut({ text: oneLine(namespace), isIri: true }, Math.max(MIN_LAST_COLUMN_WIDTH, maxWidth - 5))}\n\n`;
  const widths = narrowColumns(naturalWidths(shortened), maxWidth);
  return heading + (widthOf(widths) > maxWidth ? formatRecords(shortened, maxWidth) : alignCells(shortened, widths));
}

/** Returns the names of the variables as the first line, then the rows. */
function cellsOf({ variables, rows }: Rows, formatIri: (iri: string) => string): readonly (readonly Cell[])[] {
  const labels = new BlankLabels();
  const cell = (term: Term | undefined): Cell => {
    switch (term?.type) {
      case undefined:
        return textCell('');
      case 'uri':
        return { text: oneLine(formatIri(term.value)), isIri: true };
      case 'literal':
        return textCell(term.value);
      case 'bnode':
      case 'triple':
        return textCell(
          turtleTerm(term, {
            iri: (each) => (formatIri(each) === each ? bracketed(each) : formatIri(each)),
            blank: (id) => labels.of(id),
          }),
        );
      default:
        return term satisfies never;
    }
  };
  return [variables.map(textCell), ...rows.map((row) => variables.map((name) => cell(row[name])))];
}

/** Returns the most frequent namespace of IRIs without a prefixed name, if at least two IRIs have it. */
function commonNamespace({ variables, rows }: Rows, prefixes: Prefixes): string | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const name of variables) {
      const term = row[name];
      if (term?.type !== 'uri' || prefixes.prefixedName(term.value) !== undefined) continue;
      const namespace = /^.*[#/](?=[^#/]+$)/s.exec(term.value)?.[0];
      if (namespace !== undefined) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    }
  }
  const [mostFrequent] = [...counts].sort((a, b) => b[1] - a[1]);
  return mostFrequent !== undefined && mostFrequent[1] > 1 ? mostFrequent[0] : undefined;
}

function naturalWidths(lines: readonly (readonly Cell[])[]): number[] {
  return (lines[0] ?? []).map((_, i) => lines.reduce((width, line) => Math.max(width, stringWidth(line[i]?.text ?? '')), 0));
}

/** Returns the width of a line with these columns. */
function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
}

function alignCells(lines: readonly (readonly Cell[])[], widths: readonly number[]): string {
  return lines
    .map((line) => {
      const cells = line.map((cell, i) => {
        const cutText = cut(cell, widths[i] ?? 0);
        return cutText + ' '.repeat((widths[i] ?? 0) - stringWidth(cutText));
      });
      return `${cells.join(GAP).trimEnd()}\n`;
    })
    .join('');
}

/** Prints each row as a paragraph with one line per variable; used if the columns do not fit side by side. */
function formatRecords([variables = [], ...rows]: readonly (readonly Cell[])[], maxWidth: number): string {
  const widest = variables.reduce((most, { text }) => Math.max(most, stringWidth(text)), 0);
  const nameWidth = Math.min(widest, Math.max(MIN_LAST_COLUMN_WIDTH, Math.floor(maxWidth / 3)));
  const valueWidth = Math.max(1, maxWidth - nameWidth - GAP.length);
  return rows
    .map((row) =>
      row
        .map((cell, i) => {
          const name = cut(variables[i] ?? textCell(''), nameWidth);
          return `${name}${' '.repeat(nameWidth - stringWidth(name))}${GAP}${cut(cell, valueWidth)}`.trimEnd();
        })
        .join('\n'),
    )
    .join('\n\n')
    .concat(rows.length > 0 ? '\n' : '');
}

/** SPARQL Query Results XML Format (second edition), with triple terms as in the working draft of SPARQL 1.2. */
export function formatXml({ variables, rows }: Rows): string {
  const labels = new BlankLabels();
  const head = variables.map((name) => `    <variable name="${escapeXml(name)}"/>\n`).join('');
  const body = rows.map((row) => {
    const bindings = variables.flatMap((name) => {
      const term = row[name];
      return term === undefined ? [] : [`      <binding name="${escapeXml(name)}">${xmlTerm(term, labels)}</binding>\n`];
    });
    return `    <result>\n${bindings.join('')}    </result>\n`;
  });
  return inSparqlXml(`  <head>\n${head}  </head>\n  <results>\n${body.join('')}  </results>\n`);
}

/** Formats the result of ASK as SPARQL Query Results XML. */
export function formatXmlBoolean(value: boolean): string {
  return inSparqlXml(`  <head/>\n  <boolean>${value}</boolean>\n`);
}

function inSparqlXml(content: string): string {
  return `<?xml version="1.0"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n${content}</sparql>\n`;
}

function xmlTerm(term: Term, labels: BlankLabels): string {
  switch (term.type) {
    case 'uri':
      return `<uri>${escapeXml(term.value)}</uri>`;
    case 'bnode':
      return `<bnode>${labels.of(term.value)}</bnode>`;
    case 'literal': {
      const language = term['xml:lang'];
      const datatype = term.datatype;
      const attributes =
        language !== undefined
          ? ` xml:lang="${escapeXml(language)}"`
          : datatype !== undefined
            ? ` datatype="${escapeXml(datatype)}"`
            : '';
      return `<literal${attributes}>${escapeXml(term.value)}</literal>`;
    }
    case 'triple': {
      const { subject, predicate, object } = term.value;
      const element = (name: string, each: Term) => `<${name}>${xmlTerm(each, labels)}</${name}>`;
      return `<triple>${element('subject', subject)}${element('predicate', predicate)}${element('object', object)}</triple>`;
    }
    default:
      return term satisfies never;
  }
}

/** Escapes text for XML. Characters that XML 1.0 does not allow even as references (2.2) become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** SPARQL 1.1 Query Results CSV (section 3 of the recommendation); its lines end with CR LF. */
export function formatCsv({ variables, rows }: Rows): string {
  const labels = new BlankLabels();
  const cell = (term: Term | undefined): string => {
    if (!term) return '';
    const text =
      term.type === 'bnode' || term.type === 'triple'
        ? turtleTerm(term, { iri: bracketed, blank: (id) => labels.of(id) })
        : term.value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [variables, ...rows.map((row) => variables.map((name) => cell(row[name])))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('');
}

/** SPARQL 1.1 Query Results TSV (section 4 of the recommendation): terms in Turtle syntax. */
export function formatTsv({ variables, rows }: Rows): string {
  const labels = new BlankLabels();
  const cell = (term: Term | undefined) => (term ? turtleTerm(term, { iri: bracketed, blank: (id) => labels.of(id) }) : '');
  return [variables.map((name) => `?${name}`), ...rows.map((row) => variables.map((name) => cell(row[name])))]
    .map((line) => `${line.join('\t')}\n`)
    .join('');
}

/** SPARQL 1.1 Query Results JSON Format. */
export function formatJson({ variables, rows }: Rows): string {
  const labels = new BlankLabels();
  const bindings = rows.map((row) =>
    Object.fromEntries(
      variables.flatMap((name) => {
        const term = row[name];
        return term ? [[name, labels.relabel(term)]] : [];
      }),
    ),
  );
  return `${JSON.stringify({ head: { vars: variables }, results: { bindings } }, null, 2)}\n`;
}
