/** All classes as a tree. A list suffices for the 3 to 300 classes that a site has; the search finds single ones. */

import { siteIndex } from './load.ts';
import { ClassLink } from './parts.tsx';

/** The classes below each class, and those without a superclass below `undefined`; a class is below its first superclass. */
type Subclasses = ReadonlyMap<number | undefined, readonly number[]>;

function subclassesOf(): Subclasses {
  const below = new Map<number | undefined, number[]>();
  for (const [of, { parents }] of siteIndex().classes.entries()) below.set(parents[0], [...(below.get(parents[0]) ?? []), of]);
  return below;
}

function Branch({ of, below }: { of: number | undefined; below: Subclasses }) {
  const classes = below.get(of) ?? [];
  if (classes.length === 0) return null;
  return (
    <ul class="tree">
      {classes.map((each) => (
        <li key={each}>
          <ClassLink of={each} />
          <Branch of={each} below={below} />
        </li>
      ))}
    </ul>
  );
}

export function HierarchyPage() {
  return (
    <>
      <h1 tabIndex={-1}>Hierarchy</h1>
      <Branch of={undefined} below={subclassesOf()} />
    </>
  );
}
