/** The page of an enumeration, and the page of changes since an older version of the ontology. */

import { ClassLink, Doc, Entry, ExpandableList, Placeholder, useData } from './components.tsx';
import { siteIndex } from './load.ts';

export function EnumerationPage({ slug }: { slug: string }) {
  const found = siteIndex().enumerations.find((each) => each.slug === slug);
  const data = useData('enumeration', slug);
  const heading = <h1 tabIndex={-1}>{found?.name ?? 'Nothing here'}</h1>;
  if (data === undefined || data instanceof Error)
    return (
      <>
        {heading}
        <Placeholder of={data} />
      </>
    );
  return (
    <article>
      {heading}
      <Doc text={data.doc} />
      <dl class="about">
        <Entry label="IRI">{data.iri !== undefined && <code>{data.iri}</code>}</Entry>
        <Entry label="place">{data.place}</Entry>
      </dl>
      <h2>Values</h2>
      <dl class="values">
        <ExpandableList
          of={data.values}
          shown={300}
          each={({ value, label, iri, doc }) => (
            <div key={value}>
              <dt>
                <code>{value}</code> {label}
              </dt>
              <dd>
                {iri !== undefined && <code>{iri}</code>}
                <Doc text={doc} />
              </dd>
            </div>
          )}
        />
      </dl>
      <h2>Where it is used</h2>
      {data.usedBy.length === 0 ? (
        <p>Nowhere.</p>
      ) : (
        <ul>
          {data.usedBy.map(([cls, field]) => (
            <li key={`${cls} ${field}`}>
              <ClassLink of={cls} member={field}>{`${siteIndex().classes[cls]?.name ?? ''}.${field}`}</ClassLink>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** Shows the changes since the old version, with their effects. */
export function ChangesPage() {
  const data = useData('changes');
  const heading = <h1 tabIndex={-1}>What changed</h1>;
  if (data === undefined || data instanceof Error)
    return (
      <>
        {heading}
        <Placeholder of={data} />
      </>
    );
  return (
    <>
      {heading}
      <p>
        {`Since ${data.old}: ${data.summary}.`}
        {data.step !== undefined && ` By Semantic Versioning the next version is a ${data.step} one.`}
      </p>
      {data.groups.map(({ name, class: of, changes }) => (
        <section key={name}>
          <h2>{of === undefined ? name === '' ? 'The whole' : name : <ClassLink of={of} />}</h2>
          <ul class="changes">
            {changes.map(({ says, level, place, effects }, i) => (
              <li key={i}>
                <span class={`badge ${level}`}>{level}</span> {says} <span class="place">{place}</span>
                {effects.length > 0 && (
                  <ul class="notes">
                    {effects.map((effect, j) => (
                      <li key={j}>{`${effect.level} for ${effect.surfaces}: ${effect.because}`}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {data.suggestions.length > 0 && (
        <>
          <h2>Perhaps renamed</h2>
          <ul>
            {data.suggestions.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
