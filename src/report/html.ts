import { formatPlace } from '../diagnostics/index.ts';
import { type AssumedEntry, type AssumedGroup, assumedInWords, groupsOf, policyChoices } from './assumed.ts';
import { type AxiomReport, type Entry, type Note, notesOf } from './report.ts';
import { leavingInGroups, sliceInWords } from './slice.ts';
import type { Status } from './verdict.ts';

/** Signs that can be told apart without their colours. */
const signs: Readonly<Record<Status, string>> = { enforced: '✓', approximated: '≈', dropped: '✗' };

const style = `
  :root {
    color-scheme: light dark;
    --text: #1b1f24; --soft: #57606a; --paper: #ffffff; --head: #f6f8fa; --line: #d0d7de;
    --enforced: #116329; --approximated: #7d4e00; --dropped: #a40e26;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --text: #e6edf3; --soft: #9da7b3; --paper: #0d1117; --head: #161b22; --line: #3d444d;
      --enforced: #56d364; --approximated: #e3b341; --dropped: #ff7b72;
    }
  }
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; color: var(--text); background: var(--paper); }
  h1, h2 { line-height: 1.25; }
  table { border-collapse: collapse; margin: 1rem 0 2rem; }
  caption { text-align: left; color: var(--soft); padding-bottom: .5rem; }
  th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
  thead th { position: sticky; top: 0; background: var(--head); vertical-align: bottom; }
  thead th.target { max-width: 6rem; }
  tbody th { font-weight: normal; }
  td.count { text-align: right; font-variant-numeric: tabular-nums; }
  td.enforced, td.approximated, td.dropped { text-align: center; font-weight: bold; }
  .enforced { color: var(--enforced); } .approximated { color: var(--approximated); } .dropped { color: var(--dropped); }
  code { font: .875rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
  ul { list-style: none; margin: .25rem 0; padding: 0 0 0 1rem; color: var(--soft); font-size: .875rem; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  body:has(#partly:checked) tr.wholly { display: none; }
  @media print { label { display: none; } thead th { position: static; } }
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
  return `<table>
<caption>Axioms and shapes by what each target does about them</caption>
<thead>
<tr><th scope="col">target</th>${(['enforced', 'approximated', 'dropped'] as const).map((status) => `<th scope="col" class="${status}">${signs[status]} ${status}</th>`).join('')}</tr>
</thead>
<tbody>
${totals.join('\n')}
</tbody>
</table>
<h2>Axioms and shapes</h2>
<p><label><input type="checkbox" id="partly"> only what is not enforced by all</label></p>
<table>
<caption>In the order of their places</caption>
<thead>
<tr><th scope="col">place</th><th scope="col">axiom</th>${names.map((name) => `<th scope="col" class="target">${escaped(name)}</th>`).join('')}</tr>
</thead>
<tbody>
${report.axioms.map((axiom) => row(axiom, names)).join('\n')}
</tbody>
</table>
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
    return `<td class="${status}"><span aria-hidden="true">${signs[status]}</span><span class="unseen">${status}</span></td>`;
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
