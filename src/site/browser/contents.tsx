/** The table of contents of a class page, next to the page if there is room. */

import type { ClassData } from '../data.ts';

/** Returns the sections of the page, as ids of their headings and names. */
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

/** Goes to a section. Links cannot do this, because the part of the address after `#` already identifies the page. */
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
