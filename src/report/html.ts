import { formatPlace } from '../diagnostics/index.ts';
import { type AssumedEntry, type AssumedGroup, assumedInWords, groupsOf, policyChoices } from './assumed.ts';
import look from './look.css?raw';
import { type AxiomReport, type Entry, type Note, notesOf } from './report.ts';
import { leavingInGroups, sliceInWords } from './slice.ts';
import type { Status } from './verdict.ts';

/** Signs that can be told apart without their colours. */
const signs: Readonly<Record<Status, string>> = { enforced: '✓', approximated: '≈', dropped: '✗' };

/** What this page has beside the look that it shares with sites. */
const style = `${look}
main { max-width: 96rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
td:first-child { min-width: 0; }
td:nth-child(2):not(.count) { min-width: 16rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .5rem; }
ul { list-style: none; margin: .25rem 0; padding: 0 0 0 1rem; color: var(--soft); font-size: .875rem; }
body:has(#partly:checked) tr.wholly { display: none; }
@media print { label { display: none; } .wide { overflow: visible; } }
`;

/**
 * The report as one page of HTML that needs nothing else, neither scripts nor other files.
 *
 * @param onlyAssumed leaves the axioms out
 */
export function toHtml(report: AxiomReport, onlyAssumed = false): string {
  const title = `${report.ontology}: ${onlyAssumed ? 'what is assumed' : 'what is enforced, and what is assumed'}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${leaving(report)}${onlyAssumed ? '' : stated(report)}${assumed(report)}</main>
</body>
</html>
`;
}

/** The totals, and a row for each axiom. */
function stated(report: AxiomReport): string {
  const names = Object.keys(report.totals);
  const totals = Object.entries(report.totals).map(
    ([name, { enforced, approximated, dropped }]) =>
      `<tr><th scope="row">${escaped(name)}</th>${[enforced, approximated, dropped].map((n) => `<td class="count">${n}</td>`).join('')}</tr>`,
  );
  return `<section class="wide" tabindex="0" aria-label="Totals">
<table>
<caption>Axioms and shapes by what each target does about them</caption>
<thead>
<tr><th scope="col">target</th>${(['enforced', 'approximated', 'dropped'] as const).map((status) => `<th scope="col" class="${status}">${signs[status]} ${status}</th>`).join('')}</tr>
</thead>
<tbody>
${totals.join('\n')}
</tbody>
</table>
</section>
<h2>Axioms and shapes</h2>
<p><label><input type="checkbox" id="partly"> only what is not enforced by all</label></p>
<section class="wide" tabindex="0" aria-label="Axioms and shapes">
<table>
<caption>In the order of their places</caption>
<thead>
<tr><th scope="col">place</th><th scope="col">axiom</th>${names.map((name) => `<th scope="col" class="target">${escaped(name)}</th>`).join('')}</tr>
</thead>
<tbody>
${report.axioms.map((axiom) => row(axiom, names)).join('\n')}
</tbody>
</table>
</section>
${differing(report)}${leftOut(report)}`;
}

/** What leads out of a slice. */
function leaving({ slice }: AxiomReport): string {
  if (!slice) return '';
  const groups = leavingInGroups(slice).map(({ heading, entries }) => {
    const items = entries.map(({ element, target, place }) => {
      const where = place ? ` ${escaped(formatPlace(place))}` : '';
      return `<li><code>${escaped(element)}</code> to <code>${escaped(target)}</code>${where}</li>`;
    });
    return `<h3>${heading}</h3>\n<ul>\n${items.join('\n')}\n</ul>\n`;
  });
  return `<h2>Slice</h2>\n<p>${sliceInWords(slice, slice.classes)}.</p>\n${groups.join('')}`;
}

/** What targets cannot do as others do, and why. */
function differing({ differences }: AxiomReport): string {
  if (differences.length === 0) return '';
  const items = differences.map(
    ({ what, why, targets }) => `<dt>${escaped(targets.join(', '))}: ${escaped(what)}</dt>\n<dd>because ${escaped(why)}</dd>`,
  );
  return `<h2>Where targets cannot do as others do</h2>
<dl>
${items.join('\n')}
</dl>
`;
}

/** What targets leave out that no axiom asks for. */
function leftOut({ omissions }: AxiomReport): string {
  if (omissions.length === 0) return '';
  const items = omissions.map(
    ({ target, class: cls, what }) => `<li>${escaped(target)}: of <code>${escaped(cls)}</code>, ${escaped(what)}</li>`,
  );
  return `<h2>Left out</h2>
<ul>
${items.join('\n')}
</ul>
`;
}

/** What the tool decided: a list for all of which the same is said. */
function assumed({ assumptions, policies }: AxiomReport): string {
  const summary = assumedInWords(assumptions);
  const chosen = policies.map((policy) => `<code>${escaped(policy)}</code>`).join(', ');
  return `<h2>Assumed</h2>
<p>${escaped(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}`)}.${chosen === '' ? '' : ` Decided by policies: ${chosen}.`}</p>
${groupsOf(assumptions).map(groupSection).join('')}`;
}

function groupSection({ kind, decided, because, otherwise, policy, entries }: AssumedGroup): string {
  const statedBy = otherwise === '' ? '' : `Stated by ${escaped(otherwise)}. `;
  return `<section class="assumed">
<h3>${kind}: ${escaped(decided)}</h3>
<p>Because ${escaped(because)}. ${statedBy}Decided by <code>${escaped(policyChoices(policy))}</code>.</p>
<ul>
${entries.map(assumedItem).join('\n')}
</ul>
</section>
`;
}

function assumedItem(entry: AssumedEntry): string {
  const { element, place } = entry;
  const where = place ? ` ${escaped(formatPlace(place))}` : '';
  const notes = notesOf(entry).map(noteItem);
  return `<li><code>${escaped(element)}</code>${where}${notes.length === 0 ? '' : `<ul>${notes.join('')}</ul>`}</li>`;
}

function noteItem({ status, by, note }: Note): string {
  return `<li><span class="${status}">${status}</span> by ${escaped(by)}: ${escaped(note)}</li>`;
}

function row(axiom: Entry, names: readonly string[]): string {
  const { statement, place, targets } = axiom;
  const cells = names.map((name) => {
    const status = targets[name]?.status;
    if (status === undefined) return '<td></td>';
    return `<td class="status ${status}"><span aria-hidden="true">${signs[status]}</span><span class="unseen">${status}</span></td>`;
  });
  const notes = notesOf(axiom).map(noteItem);
  const list = notes.length === 0 ? '' : `<ul>${notes.join('')}</ul>`;
  const shown = `<td>${place ? escaped(formatPlace(place)) : ''}</td><td><code>${escaped(statement)}</code>${list}</td>`;
  return `<tr class="${notes.length === 0 ? 'wholly' : 'partly'}">${shown}${cells.join('')}</tr>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text without what HTML would read, or what would turn the order of its characters around. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (c) => entities[c] as string)
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
