/** The page of a class: its fields, neighbourhood, generated code, axioms and assumptions. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ClassData } from '../data.ts';
import { Code, Text } from './code.tsx';
import {
  AxiomTable,
  ClassLink,
  ClassLinks,
  ConstraintList,
  Doc,
  Entry,
  ExpandableList,
  Notes,
  Placeholder,
  useData,
} from './components.tsx';
import { Contents } from './contents.tsx';
import { Field, Inherited } from './fields.tsx';
import { siteIndex } from './load.ts';
import { Neighbourhood } from './neighbourhood.tsx';

/** Lists the subclasses of a class, the references to it, and its own references. */
function RelatedClasses({ of }: { of: number }) {
  const { classes, links } = siteIndex();
  const below = classes.flatMap(({ parents }, i) => (parents.includes(of) ? [i] : []));
  const incoming = links.filter(({ to }) => to === of);
  const outgoing = links.filter(({ from }) => from === of);
  if (below.length + incoming.length + outgoing.length === 0) return <p>Nowhere.</p>;
  return (
    <ul class="used">
      {below.length > 0 && (
        <li>
          {'Specialised by '}
          <ClassLinks of={below} />
        </li>
      )}
      <ExpandableList
        of={incoming}
        shown={50}
        each={({ from, name, many }) => (
          <li key={`${from} ${name}`}>
            <ClassLink of={from} />
            {`.${name} refers to it${many === undefined ? '' : ` (${many})`}`}
          </li>
        )}
      />
      <ExpandableList
        of={outgoing}
        shown={50}
        each={({ to, name, many }) => (
          <li key={`${to} ${name}`}>
            {`${name} refers to `}
            <ClassLink of={to} />
            {many === undefined ? '' : ` (${many})`}
          </li>
        )}
      />
    </ul>
  );
}

/** Shows a class. `member` is the name of a field to open. */
export function ClassPage({ slug, member }: { slug: string; member?: string }) {
  const { classes } = siteIndex();
  const of = classes.findIndex((each) => each.slug === slug);
  const cls = classes[of];
  const data = useData('class', slug);
  if (!cls)
    return (
      <>
        <h1 tabIndex={-1}>Nothing here</h1>
        <p role="alert">{`There is no class ${slug}.`}</p>
      </>
    );
  return (
    <article>
      <SuperclassPath of={of} />
      <h1 tabIndex={-1}>
        {cls.name} {cls.deprecated && <span class="badge deprecated">deprecated</span>}
      </h1>
      {cls.label !== undefined && <p class="label">{cls.label}</p>}
      {data === undefined || data instanceof Error ? (
        <Placeholder of={data} />
      ) : (
        <ClassBody key={slug} of={of} data={data} {...(member !== undefined && { member })} />
      )}
    </article>
  );
}

/** Links the superclasses from the most general one down to the class, following the first superclass of each. */
function SuperclassPath({ of }: { of: number }) {
  const { classes } = siteIndex();
  const superclasses: number[] = [];
  for (let next = classes[of]?.parents[0]; next !== undefined && !superclasses.includes(next); next = classes[next]?.parents[0]) {
    superclasses.unshift(next);
  }
  if (superclasses.length === 0) return <p class="above">Class</p>;
  return (
    <nav class="above" aria-label="Superclasses">
      {superclasses.map((each) => (
        <span key={each}>
          <ClassLink of={each} />
          {' › '}
        </span>
      ))}
    </nav>
  );
}

const NO_FIELDS: readonly number[] = [];

/** `chosen` in it has the indices of the fields whose generated lines are highlighted. */
function ClassBody({ of, data, member }: { of: number; data: ClassData; member?: string }) {
  const { classes } = siteIndex();
  const requested = data.fields.findIndex(({ name }) => name === member);
  const [chosen, setChosen] = useState<readonly number[]>(requested < 0 ? NO_FIELDS : [requested]);
  useEffect(() => {
    setChosen(requested < 0 ? NO_FIELDS : [requested]);
    if (requested >= 0) document.getElementById(`field-${data.fields[requested]?.name}`)?.scrollIntoView({ block: 'center' });
  }, [requested, data]);
  const fieldsByAxiom = useMemo(
    () => data.axioms.map((_, i) => data.fields.flatMap(({ axioms }, field) => (axioms.includes(i) ? [field] : []))),
    [data],
  );
  const parents = classes[of]?.parents ?? [];
  const names = chosen.map((i) => data.fields[i]?.name).join(', ');
  return (
    <div class="columns">
      <Contents of={data} />
      <div>
        <Doc text={data.doc} />
        <dl class="about">
          <dt>IRI</dt>
          <dd>
            <code>{data.iri}</code>
          </dd>
          <Entry label="place">{data.place}</Entry>
          <Entry label="specialises">{parents.length > 0 && <ClassLinks of={parents} />}</Entry>
          <Entry label="use instead">{data.replacedBy}</Entry>
        </dl>
        <section aria-labelledby="fields">
          <h2 id="fields">Fields</h2>
          {data.fields.length === 0 && <p>It adds none.</p>}
          <ul class="fields">
            {data.fields.map((field, i) => (
              <Field
                key={field.name}
                field={field}
                data={data}
                isOpen={chosen.includes(i) && chosen.length === 1}
                choose={() => setChosen([i])}
              />
            ))}
          </ul>
          {data.ancestors.length > 0 && (
            <>
              <h3>Inherited</h3>
              <ul class="inherited">
                {data.ancestors.map((ancestor) => (
                  <Inherited key={ancestor} from={ancestor} />
                ))}
              </ul>
            </>
          )}
        </section>
        {data.rules.length > 0 && (
          <section aria-labelledby="rules">
            <h2 id="rules">Constraints on an instance as a whole</h2>
            <ConstraintList holds={data.rules} />
          </section>
        )}
        <section aria-labelledby="around">
          <h2 id="around">Neighbourhood</h2>
          <Neighbourhood key={of} of={of} />
        </section>
        <section aria-labelledby="used">
          <h2 id="used">Where it is used</h2>
          <RelatedClasses of={of} />
        </section>
        <section aria-labelledby="code">
          <h2 id="code">Generated code</h2>
          <p>
            <label for="lines">Lines that a field became </label>
            <select
              id="lines"
              value={chosen.length === 1 ? `${chosen[0]}` : ''}
              onChange={({ currentTarget: { value } }) => setChosen(value === '' ? NO_FIELDS : [Number(value)])}
            >
              <option value="">{chosen.length > 1 ? names : 'none'}</option>
              {data.fields.map(({ name }, i) => (
                <option key={name} value={`${i}`}>
                  {name}
                </option>
              ))}
            </select>
          </p>
          <Code code={data.code} fields={chosen} />
        </section>
        <section aria-labelledby="example">
          <h2 id="example">Example</h2>
          <Example data={data} />
        </section>
        <section aria-labelledby="axioms">
          <h2 id="axioms">Axioms, and what each target does about them</h2>
          {data.axioms.length === 0 ? (
            <p>None.</p>
          ) : (
            <AxiomTable
              axioms={data.axioms}
              more={(i) =>
                (fieldsByAxiom[i]?.length ?? 0) > 0 && (
                  <button
                    type="button"
                    class="lines"
                    aria-label={`its lines: those that axiom ${i + 1} became`}
                    onClick={() => {
                      setChosen(fieldsByAxiom[i] ?? NO_FIELDS);
                      document.getElementById('code')?.scrollIntoView();
                    }}
                  >
                    its lines
                  </button>
                )
              }
            />
          )}
        </section>
        {data.assumptions.length > 0 && (
          <section aria-labelledby="assumed">
            <h2 id="assumed">Assumed</h2>
            <ul>
              {data.assumptions.map((each, i) => (
                <li key={i}>
                  <code>{each.element}</code>
                  {` ${each.decided}, because ${each.because}.`}
                  {each.otherwise !== '' && ` Stated by ${each.otherwise}.`} Decided by <code>{each.policy}</code>.
                  <Notes notes={each.notes} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

function Example({ data: { json, turtle, without } }: { data: ClassData }) {
  if (json === undefined || turtle === undefined) return <p>No values were found that are certain to keep to all constraints.</p>;
  return (
    <>
      {without !== undefined && <p class="soft">{`${without} optional fields without a value are left out.`}</p>}
      <div class="panes">
        <section class="pane" aria-label="JSON">
          <h3>JSON</h3>
          <Text text={json} path="example.json" label="Example as JSON" />
        </section>
        <section class="pane" aria-label="Turtle">
          <h3>Turtle</h3>
          <Text text={turtle} path="example.ttl" label="Example as Turtle" />
        </section>
      </div>
    </>
  );
}
