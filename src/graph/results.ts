/** Results of SELECT and ASK as text. */

import stringWidth from 'string-width';
import type { Prefixes } from './prefixes.ts';
import { BlankLabels, bracketed, type Term, turtleTerm } from './terms.ts';

/** The rows of a SELECT. */
export interface Rows {
  readonly variables: readonly string[];
  /** A variable without a value in a row is absent. */
  readonly rows: readonly Readonly<Record<string, Term>>[];
}

/** What stands between two columns. */
const GAP = '  ';

/**
 * A text that takes one line and obeys no terminal: line breaks and tabs become blanks; other controls,
 * and those that turn the direction of what follows, become U+FFFD.
 */
function oneLine(text: string): string {
  return text.replace(/\r\n|[\t\n\v\f\r\x85\u2028\u2029]/g, ' ').replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const c of text) {
    if (stringWidth(kept + c) >= width) break;
    kept += c;
  }
  return `${kept}…`;
}

/** No column is cut to less, however narrow the terminal is. */
const NARROWEST = 8;

/** The widths of columns, the widest ones reduced until a line fits. */
function narrowed(widths: readonly number[], maxWidth: number): number[] {
  const room = maxWidth - GAP.length * (widths.length - 1);
  let limit = Math.max(NARROWEST, ...widths);
  const total = () => widths.reduce((sum, width) => sum + Math.min(width, limit), 0);
  while (limit > NARROWEST && total() > room) limit--;
  return widths.map((width) => Math.min(width, limit));
}

/**
 * Aligned columns under the variables' names. Literals show their text, IRIs a prefixed name if there is
 * a prefix with a name for them. Cells are cut only where a line would be longer than `maxWidth`.
 */
export function table({ variables, rows }: Rows, prefixes: Prefixes, maxWidth?: number): string {
  const labels = new BlankLabels();
  const show = (term: Term | undefined): string => {
    switch (term?.type) {
      case undefined:
        return '';
      case 'uri':
        return prefixes.named(term.value) ?? term.value;
      case 'literal':
        return term.value;
      case 'bnode':
      case 'triple':
        return turtleTerm(term, { iri: (iri) => prefixes.named(iri) ?? bracketed(iri), blank: (id) => labels.of(id) });
      default:
        return term satisfies never;
    }
  };
  const lines = [variables, ...rows.map((row) => variables.map((name) => oneLine(show(row[name]))))];
  const natural = variables.map((_, i) => lines.reduce((width, line) => Math.max(width, stringWidth(line[i] ?? '')), 0));
  const widths = maxWidth === undefined ? natural : narrowed(natural, maxWidth);
  const gaps = GAP.length * (widths.length - 1);
  if (maxWidth !== undefined && widths.reduce((sum, width) => sum + width, gaps) > maxWidth) return records(lines, maxWidth);
  return lines
    .map((line) => {
      const cells = line.map((cell, i) => {
        const shown = cut(cell, widths[i] ?? 0);
        return shown + ' '.repeat((widths[i] ?? 0) - stringWidth(shown));
      });
      return `${cells.join(GAP).trimEnd()}\n`;
    })
    .join('');
}

/** Where no columns fit side by side: each row as a paragraph, with a line a variable. */
function records([variables = [], ...rows]: readonly (readonly string[])[], maxWidth: number): string {
  const widest = variables.reduce((most, name) => Math.max(most, stringWidth(name)), 0);
  const names = Math.min(widest, Math.max(NARROWEST, Math.floor(maxWidth / 3)));
  const room = Math.max(1, maxWidth - names - GAP.length);
  return rows
    .map((row) =>
      row
        .map((cell, i) => {
          const name = cut(variables[i] ?? '', names);
          return `${name}${' '.repeat(names - stringWidth(name))}${GAP}${cut(cell, room)}`.trimEnd();
        })
        .join('\n'),
    )
    .join('\n\n')
    .concat(rows.length > 0 ? '\n' : '');
}

/** SPARQL 1.1 Query Results CSV (section 3 of the recommendation); its lines end with CR LF. */
export function csv({ variables, rows }: Rows): string {
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
export function tsv({ variables, rows }: Rows): string {
  const labels = new BlankLabels();
  const cell = (term: Term | undefined) => (term ? turtleTerm(term, { iri: bracketed, blank: (id) => labels.of(id) }) : '');
  return [variables.map((name) => `?${name}`), ...rows.map((row) => variables.map((name) => cell(row[name])))]
    .map((line) => `${line.join('\t')}\n`)
    .join('');
}

/** SPARQL 1.1 Query Results JSON Format. */
export function json({ variables, rows }: Rows): string {
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
