/** The pages that are not about one class. */

import { useState } from 'preact/hooks';
import { index } from './load.ts';
import { AxiomTable, ClassLink, Doc, Long, Notes, useData, Waiting } from './parts.tsx';

export function EnumerationPage({ slug }: { slug: string }) {
  const found = index().enumerations.find((each) => each.slug === slug);
  const data = useData('enumeration', slug);
  const heading = <h1 tabIndex={-1}>{found?.name ?? 'Nothing here'}</h1>;
  if (data === undefined || data instanceof Error)
    return (
      <>
        {heading}
        <Waiting of={data} />
      </>
    );
  return (
    <article>
      {heading}
      <Doc text={data.doc} />
      <dl class="about">
        {data.iri !== undefined && (
          <>
            <dt>IRI</dt>
            <dd>
              <code>{data.iri}</code>
            </dd>
          </>
        )}
        {data.place !== undefined && (
          <>
            <dt>place</dt>
            <dd>{data.place}</dd>
          </>
        )}
      </dl>
      <h2>Values</h2>
      <dl class="values">
        <Long
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
              <ClassLink of={cls} member={field}>{`${index().classes[cls]?.name ?? ''}.${field}`}</ClassLink>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** So many axioms are drawn at a time. */
const PAGE = 100;

export function EnforcementPage() {
  const data = useData('enforcement');
  const [shown, setShown] = useState(PAGE);
  const [target, setTarget] = useState('');
  const { targets } = index();
  const heading = <h1 tabIndex={-1}>What is not enforced</h1>;
  if (data === undefined || data instanceof Error)
    return (
      <>
        {heading}
        <Waiting of={data} />
      </>
    );
  const column = targets.findIndex(({ name }) => name === target);
  const axioms = column < 0 ? data.axioms : data.axioms.filter(({ status }) => status[column] !== 'e');
  return (
    <>
      {heading}
      <p>
        <label for="target">Not enforced by </label>
        <select id="target" value={target} onChange={({ currentTarget: { value } }) => setTarget(value)}>
          <option value="">any of them</option>
          {targets.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        {` ${axioms.length} of ${index().axioms} axioms`}
      </p>
      {axioms.length > 0 && <AxiomTable axioms={axioms.slice(0, shown)} />}
      {axioms.length > shown && (
        <p class="more">
          <button
            type="button"
            onClick={() => setShown(shown + 10 * PAGE)}
          >{`Show ${Math.min(10 * PAGE, axioms.length - shown)} more`}</button>
        </p>
      )}
      {data.differences.length > 0 && (
        <>
          <h2>Where targets cannot do as others do</h2>
          <dl>
            {data.differences.map(({ what, why, targets: some }) => (
              <div key={what}>
                <dt>{`${some}: ${what}`}</dt>
                <dd>{`because ${why}`}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {data.omissions.length > 0 && (
        <>
          <h2>Left out</h2>
          <ul>
            <Long
              of={data.omissions}
              each={({ target: by, class: cls, what }, i) => (
                <li key={i}>
                  {`${by}: of `}
                  <ClassLink of={cls} />
                  {`, ${what}`}
                </li>
              )}
            />
          </ul>
        </>
      )}
      {data.leaving.length > 0 && <h2>What leads out of this part</h2>}
      {data.leaving.map(({ heading: what, entries }) => (
        <section key={what}>
          <h3>{what}</h3>
          <ul>
            <Long of={entries} each={(entry, i) => <li key={i}>{entry}</li>} />
          </ul>
        </section>
      ))}
    </>
  );
}

/** `Post.title` as a link. */
function ElementLink({ name }: { name: string }) {
  const { classes } = index();
  const [cls, member] = name.split('.');
  const of = classes.findIndex((each) => each.name === cls);
  if (of < 0) return <code>{name}</code>;
  return (
    <ClassLink of={of} {...(member !== undefined && { member })}>
      {name}
    </ClassLink>
  );
}

export function AssumptionsPage() {
  const groups = useData('assumptions');
  const heading = <h1 tabIndex={-1}>What is assumed</h1>;
  if (groups === undefined || groups instanceof Error)
    return (
      <>
        {heading}
        <Waiting of={groups} />
      </>
    );
  const { assumed, policies } = index();
  return (
    <>
      {heading}
      <p>{`${assumed}.${policies.length > 0 ? ` Decided by policies: ${policies.join(', ')}.` : ''}`}</p>
      {groups.map(({ kind, decided, because, otherwise, policy, entries }, i) => (
        <section key={i}>
          <h2>{`${kind}: ${decided}`}</h2>
          <p>
            {`Because ${because}. `}
            {otherwise !== '' && `Stated by ${otherwise}. `}
            {'Decided by '}
            <code>{policy}</code>.
          </p>
          <ul>
            <Long
              of={entries}
              shown={40}
              each={({ element, place, notes }) => (
                <li key={element}>
                  <ElementLink name={element} /> {place !== undefined && <span class="place">{place}</span>}
                  <Notes notes={notes} />
                </li>
              )}
            />
          </ul>
        </section>
      ))}
    </>
  );
}

export function ChangesPage() {
  const data = useData('changes');
  const heading = <h1 tabIndex={-1}>What changed</h1>;
  if (data === undefined || data instanceof Error)
    return (
      <>
        {heading}
        <Waiting of={data} />
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
