/** The page that a site begins with. */

import { useMemo } from 'preact/hooks';
import type { TargetBrief } from '../data.ts';
import { index } from './load.ts';
import { ClassLink, Doc, Long, Wide } from './parts.tsx';
import { enumerationHref } from './routes.ts';

/** With fewer classes than these, all of them are where to begin. */
const MANY = 24;

/** So many are named as those that the others hang on. */
const CENTRAL = 9;

function number(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** Each class with its number, by name. */
function useSorted() {
  const { classes } = index();
  return useMemo(() => {
    const all = classes.map((cls, of) => ({ cls, of }));
    return all.sort((a, b) => (a.cls.name < b.cls.name ? -1 : 1));
  }, [classes]);
}

/** The classes with the most references and subclasses, the most of all first. */
function useCentral(): readonly number[] {
  const { classes, links } = index();
  return useMemo(() => {
    if (classes.length < MANY) return [];
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
      .slice(0, CENTRAL);
  }, [classes, links]);
}

function Card({ of }: { of: number }) {
  const cls = index().classes[of];
  if (!cls) return null;
  return (
    <li class="card">
      <ClassLink of={of} /> <span class="soft">{number(cls.all, 'field', 'fields')}</span>
      {cls.about !== undefined && <p class="soft">{cls.about}</p>}
    </li>
  );
}

export function Home() {
  const { title, about, source, iri, version, classes, enumerations, axioms, assumptions, policies, slice } = index();
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
            <a href="#/enforcement">
              <b>{axioms}</b> {axioms === 1 ? 'axiom' : 'axioms'}
            </a>
          </li>
          <li>
            <a href="#/assumptions">
              <b>{assumptions}</b> {assumptions === 1 ? 'assumption' : 'assumptions'}
            </a>
          </li>
        </ul>
        <dl class="about">
          <dt>read from</dt>
          <dd>{source}</dd>
          {iri !== undefined && (
            <>
              <dt>IRI</dt>
              <dd>
                <code>{iri}</code>
              </dd>
            </>
          )}
          {version !== undefined && (
            <>
              <dt>version</dt>
              <dd>{version}</dd>
            </>
          )}
          {slice !== undefined && (
            <>
              <dt>part</dt>
              <dd>{slice}</dd>
            </>
          )}
          {policies.length > 0 && (
            <>
              <dt>policies</dt>
              <dd>{policies.join(', ')}</dd>
            </>
          )}
        </dl>
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
      <h2>{number(classes.length, 'class', 'classes')}</h2>
      <ul class="cards">
        <Long of={sorted} shown={120} each={({ of }) => <Card key={of} of={of} />} />
      </ul>
      {enumerations.length > 0 && (
        <>
          <h2>{number(enumerations.length, 'enumeration', 'enumerations')}</h2>
          <ul class="cards">
            {enumerations.map((each) => (
              <li key={each.slug} class="card">
                <a href={enumerationHref(each)}>{each.name}</a> <span class="soft">{number(each.values, 'value', 'values')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>What is enforced of {number(axioms, 'axiom', 'axioms')}</h2>
      <Enforced />
      <p>
        <a href="#/enforcement">What is not enforced, and why</a>
      </p>
    </>
  );
}

const kinds = ['enforced', 'approximated', 'dropped'] as const;
const signs = { enforced: '✓', approximated: '≈', dropped: '✗' } as const;

/** The numbers of each target, and the same as a bar. */
function Enforced() {
  const { targets } = index();
  return (
    <Wide label="What each target enforces">
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
    </Wide>
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
