/** What stands on the page of a class, beside it where there is room. */

import type { ClassData } from '../data.ts';

/** The sections, by the names of their headings. */
function sectionsOf({ fields, rules, axioms, assumptions }: ClassData): readonly (readonly [id: string, name: string])[] {
  return [
    ['fields', `Fields (${fields.length})`],
    ...(rules.length > 0 ? [['rules', 'Constraints'] as const] : []),
    ['around', 'Neighbourhood'],
    ['used', 'Where it is used'],
    ['code', 'Generated code'],
    ['example', 'Example'],
    ['axioms', `Axioms (${axioms.length})`],
    ...(assumptions.length > 0 ? [['assumed', `Assumed (${assumptions.length})`] as const] : []),
  ];
}

/** Goes to a section: what stands behind `#` already says which page it is, so that there are no links to parts of it. */
function go(id: string): void {
  const heading = document.getElementById(id);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

export function Contents({ of }: { of: ClassData }) {
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {sectionsOf(of).map(([id, name]) => (
          <li key={id}>
            <button type="button" onClick={() => go(id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
