/** The share of the axioms that each target enforces. */

import type { TargetBrief } from '../data.ts';
import { ScrollArea } from './components.tsx';
import { siteIndex } from './load.ts';

const kinds = ['enforced', 'approximated', 'dropped'] as const;
const signs = { enforced: '✓', approximated: '≈', dropped: '✗' } as const;

/** Shows the totals of each target as numbers and as a bar. */
export function Enforced() {
  const { targets } = siteIndex();
  return (
    <ScrollArea label="What each target enforces">
      <table class="totals">
        <thead>
          <tr>
            <th scope="col">target</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" class={kind}>{`${signs[kind]} ${kind}`}</th>
            ))}
            <th scope="col" class="share">
              share
            </th>
          </tr>
        </thead>
        <tbody>
          {targets.map((target) => (
            <tr key={target.name}>
              <th scope="row">{target.name}</th>
              {target.totals.map((count, i) => (
                <td key={i} class="count">
                  {count}
                </td>
              ))}
              <td class="share">
                <Bar of={target} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Bar({ of: { totals } }: { of: TargetBrief }) {
  const all = Math.max(
    1,
    totals.reduce((sum, count) => sum + count, 0),
  );
  return (
    <span class="bar" role="img" aria-label={`${Math.floor((100 * totals[0]) / all)} % enforced`}>
      {kinds.map((kind, i) => (
        <span key={kind} class={kind} style={{ width: `${(100 * (totals[i] ?? 0)) / all}%` }} />
      ))}
    </span>
  );
}
