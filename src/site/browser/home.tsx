/** The start page of a site: figures about the model, suggestions where to begin, and all classes and enumerations. */

import { useMemo } from 'preact/hooks';
import { AboutOntology, ClassLink, Doc, ExpandableList } from './components.tsx';
import { Enforced } from './enforced.tsx';
import { siteIndex } from './load.ts';
import { enumerationHref } from './routes.ts';

/** An ontology with fewer classes needs no suggestions where to begin. */
const MIN_CLASSES_FOR_SUGGESTIONS = 24;

const MAX_SUGGESTIONS = 9;

function countText(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** Returns each class with its number, sorted by name. */
function useSorted() {
  const { classes } = siteIndex();
  return useMemo(() => {
    const all = classes.map((cls, of) => ({ cls, of }));
    return all.sort((a, b) => (a.cls.name < b.cls.name ? -1 : 1));
  }, [classes]);
}

/** Returns the numbers of the classes with the most references and subclasses, in descending order. */
function useCentral(): readonly number[] {
  const { classes, links } = siteIndex();
  return useMemo(() => {
    if (classes.length < MIN_CLASSES_FOR_SUGGESTIONS) return [];
    const weights = classes.map(() => 0);
    const add = (of: number, weight: number) => {
      weights[of] = (weights[of] ?? 0) + weight;
    };
    for (const { from, to } of links) {
      add(from, 1);
      add(to, 1);
    }
    for (const { parents } of classes) for (const parent of parents) add(parent, 2);
    return [...weights.keys()]
      .filter((of) => (weights[of] ?? 0) > 0)
      .sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
      .slice(0, MAX_SUGGESTIONS);
  }, [classes, links]);
}

function Card({ of }: { of: number }) {
  const cls = siteIndex().classes[of];
  if (!cls) return null;
  return (
    <li class="card">
      <ClassLink of={of} /> <span class="soft">{countText(cls.all, 'field', 'fields')}</span>
      {cls.about !== undefined && <p class="soft">{cls.about}</p>}
    </li>
  );
}

export function Home() {
  const { title, about, classes, enumerations, axioms, assumptions } = siteIndex();
  const sorted = useSorted();
  const central = useCentral();
  return (
    <>
      <div class="hero">
        <h1 tabIndex={-1}>{title}</h1>
        <Doc text={about} />
        <ul class="figures">
          <li>
            <a href="#/map">
              <b>{classes.length}</b> {classes.length === 1 ? 'class' : 'classes'}
            </a>
          </li>
          <li>
            <a href="#/report">
              <b>{axioms}</b> {axioms === 1 ? 'axiom' : 'axioms'}
            </a>
          </li>
          <li>
            <a href="#/assumptions">
              <b>{assumptions}</b> {assumptions === 1 ? 'assumption' : 'assumptions'}
            </a>
          </li>
        </ul>
        <AboutOntology />
      </div>
      {central.length > 0 && (
        <>
          <h2>Where to begin</h2>
          <p class="soft">The classes that most others refer to or specialise.</p>
          <ul class="cards">
            {central.map((of) => (
              <Card key={of} of={of} />
            ))}
          </ul>
        </>
      )}
      <h2>{countText(classes.length, 'class', 'classes')}</h2>
      <ul class="cards">
        <ExpandableList of={sorted} shown={120} each={({ of }) => <Card key={of} of={of} />} />
      </ul>
      {enumerations.length > 0 && (
        <>
          <h2>{countText(enumerations.length, 'enumeration', 'enumerations')}</h2>
          <ul class="cards">
            {enumerations.map((each) => (
              <li key={each.slug} class="card">
                <a href={enumerationHref(each)}>{each.name}</a>{' '}
                <span class="soft">{countText(each.values, 'value', 'values')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>What is enforced of {countText(axioms, 'axiom', 'axioms')}</h2>
      <Enforced />
      <p>
        <a href="#/report">All axioms</a> and <a href="#/enforcement">what is not enforced, and why</a>
      </p>
    </>
  );
}
