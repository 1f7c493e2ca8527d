/** Prints deviations as Markdown tables. */

import type { TemplateName } from '../../src/targets/index.ts';
import type { Deviation } from './deviations.ts';
import type { Document } from './documents.ts';

/** Groups items by name, in order of their first appearance. */
export function grouped<T>(items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    const known = groups.get(name);
    if (known) known.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

/** Characters that are invisible or change how other characters are shown. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u00a0]/gu;

/** Shortens a text and escapes it for a cell of a table. */
export function shown(text: string, longest = 90): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replace(HIDDEN, escaped).replaceAll('|', '\\|');
}

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Returns what a document tests, for example `decimal minInclusive (create)`. */
function caseOf({ kind, facet, variant: { role } }: Document): string {
  return [kind, facet, role !== 'entity' && `(${role})`].filter(Boolean).join(' ');
}

/** Returns a table of counts by layer and kind, then for each layer a table of its deviations with samples. */
export function tableOf(deviations: readonly Deviation[]): string {
  const layers = [...new Set(deviations.map(({ layer }) => layer))].sort();
  const byKind = grouped(deviations, ({ document }) => document.kind);
  const count = (all: readonly Deviation[], layer: TemplateName) => all.filter((one) => one.layer === layer).length || '';
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const parts = [
    `# ${deviations.length} deviations\n`,
    [
      line(['', ...layers]),
      line(['---', ...layers.map(() => '--:')]),
      ...[...byKind].map(([kind, all]) => line([kind, ...layers.map((layer) => count(all, layer))])),
      line(['all', ...layers.map((layer) => count(deviations, layer))]),
      '',
    ].join('\n'),
  ];
  for (const layer of layers) {
    parts.push(`## ${layer}\n\n| kind | does | about | documents | samples |\n| --- | --- | --- | --: | --- |`);
    const own = deviations.filter((one) => one.layer === layer);
    for (const all of grouped(own, ({ does, document }) => `${caseOf(document)} ${does} ${document.about}`).values()) {
      const [{ does, document }] = all as [Deviation];
      const bySample = [...grouped(all, (one) => one.document.sample)].slice(0, 6);
      const samples = bySample.map(([sample, of]) => {
        const said = of[0] && ['rejects', 'changes'].includes(of[0].does) ? `: ${shown(of[0].because, 120)}` : '';
        return `${code(shown(sample))}${of.length < 3 ? ` (${of.map((one) => one.document.cardinality).join(', ')})` : ''}${said}`;
      });
      parts.push(line([caseOf(document), does, document.about, all.length, samples.join('; ')]));
    }
    parts.push('');
  }
  return `${parts.join('\n')}\n`;
}
