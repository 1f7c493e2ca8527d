/** The pages about axioms and assumptions: the whole report, the axioms that are not enforced, and the assumptions. */

import { useState } from 'preact/hooks';
import type { AssumedGroupData, ReportedAxiom } from '../data.ts';
import { AboutOntology, AxiomTable, ClassLink, ExpandableList, Notes, Placeholder, useData } from './components.tsx';
import { Enforced } from './enforced.tsx';
import { siteIndex } from './load.ts';
import { useIsPrinting } from './print-layout.ts';
import type { ElementFilter } from './routes.ts';

const MAX_AXIOMS = 100;

/** Returns the name of the element that a page is limited to, such as `Post.title`. */
function filterName({ slug, member }: ElementFilter): string {
  const name = siteIndex().classes.find((each) => each.slug === slug)?.name ?? slug;
  return member === undefined ? name : `${name}.${member}`;
}

/** States that a page is limited to one element, and links to the whole page. */
function FilterNote({ of, page }: { of: ElementFilter; page: 'report' | 'assumptions' }) {
  const { part, classes } = siteIndex();
  const number = classes.findIndex(({ slug }) => slug === of.slug);
  return (
    <p>
      {'Only what is about '}
      {part === undefined && number >= 0 ? (
        <ClassLink of={number} {...(of.member !== undefined && { member: of.member })}>
          {filterName(of)}
        </ClassLink>
      ) : (
        <b>{filterName(of)}</b>
      )}
      {'. '}
      <a href={`#/${page}`}>Show all</a>
    </p>
  );
}

/** Shows all axioms, those about one element, or with `onlyUnenforced` those that some target does not enforce. */
function Axioms({ of, onlyUnenforced = false }: { of?: ElementFilter; onlyUnenforced?: boolean }) {
  const axioms = useData('axioms');
  if (axioms === undefined || axioms instanceof Error) return <Placeholder of={axioms} />;
  return (
    <FilteredAxioms
      of={of ? axioms.filter(({ about }) => about.some(belongsToElement(of))) : axioms}
      onlyUnenforced={onlyUnenforced}
    />
  );
}

/** True for the element that a page is limited to and for its members. */
const belongsToElement =
  ({ slug, member }: ElementFilter) =>
  (about: string): boolean =>
    member === undefined ? about === slug || about.startsWith(`${slug}/`) : about === `${slug}/${member}`;

/** Shows a limited number of axioms, with a filter for those that a target does not enforce. */
function FilteredAxioms({ of: axioms, onlyUnenforced }: { of: readonly ReportedAxiom[]; onlyUnenforced: boolean }) {
  const [shown, setShown] = useState(MAX_AXIOMS);
  const [choice, setChoice] = useState(onlyUnenforced ? 'any' : 'all');
  const isPrinting = useIsPrinting();
  const { targets } = siteIndex();
  const column = targets.findIndex(({ name }) => `target ${name}` === choice);
  const wanted = axioms.filter(({ status, notes }) =>
    choice === 'all' ? true : choice === 'any' ? notes.length > 0 : status[column] !== 'e',
  );
  const drawn = isPrinting ? wanted : wanted.slice(0, shown);
  const hiddenCount = wanted.length - drawn.length;
  return (
    <>
      <p>
        <label for="choice">Show </label>
        <select id="choice" value={choice} onChange={({ currentTarget: { value } }) => setChoice(value)}>
          {!onlyUnenforced && <option value="all">all axioms</option>}
          <option value="any">what some target does not enforce</option>
          {targets.map(({ name }) => (
            <option key={name} value={`target ${name}`}>
              {`what ${name} does not enforce`}
            </option>
          ))}
        </select>
        <span role="status">{` ${wanted.length} of ${axioms.length} axioms`}</span>
      </p>
      {drawn.length > 0 && <AxiomTable axioms={drawn} />}
      {hiddenCount > 0 && (
        <p class="more">
          <button
            type="button"
            onClick={() => setShown(shown + 10 * MAX_AXIOMS)}
          >{`Show ${Math.min(10 * MAX_AXIOMS, hiddenCount)} more`}</button>
        </p>
      )}
    </>
  );
}

/** Shows differences between targets, omissions, and what leads out of the part: notes that belong to no single axiom. */
function GeneralNotes() {
  const data = useData('enforcement');
  if (data === undefined || data instanceof Error) return <Placeholder of={data} />;
  const { differences, omissions, leaving } = data;
  return (
    <>
      {differences.length > 0 && (
        <>
          <h2>Where targets cannot do as others do</h2>
          <dl>
            {differences.map(({ what, why, targets }) => (
              <div key={what}>
                <dt>{`${targets}: ${what}`}</dt>
                <dd>{`because ${why}`}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {omissions.length > 0 && (
        <>
          <h2>Left out</h2>
          <ul>
            <ExpandableList
              of={omissions}
              each={({ target, class: cls, what }, i) => (
                <li key={i}>
                  {`${target}: of `}
                  <ClassLink of={cls} />
                  {`, ${what}`}
                </li>
              )}
            />
          </ul>
        </>
      )}
      {leaving.length > 0 && <h2>What leads out of this part</h2>}
      {leaving.map(({ heading, entries }) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <ul>
            <ExpandableList of={entries} each={(entry, i) => <li key={i}>{entry}</li>} />
          </ul>
        </section>
      ))}
    </>
  );
}

/** `Post.title` as a link. */
function ElementLink({ name }: { name: string }) {
  const { classes } = siteIndex();
  const [cls, member] = name.split('.');
  const of = classes.findIndex((each) => each.name === cls);
  if (of < 0) return <code>{name}</code>;
  return (
    <ClassLink of={of} {...(member !== undefined && { member })}>
      {name}
    </ClassLink>
  );
}

/** Shows all assumptions, or those about one element, with headings of a level. */
function Assumptions({ of, level }: { of?: ElementFilter; level: 2 | 3 }) {
  const groups = useData('assumptions');
  if (groups === undefined || groups instanceof Error) return <Placeholder of={groups} />;
  const isWanted = (element: string) => {
    if (!of) return true;
    const name = filterName(of);
    return element === name || (of.member === undefined && element.startsWith(`${name}.`));
  };
  const shown = groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ element }) => isWanted(element)) }))
    .filter(({ entries }) => entries.length > 0);
  if (of && shown.length === 0) return <p>Nothing.</p>;
  return (
    <>
      {shown.map((group, i) => (
        <AssumptionGroup key={i} of={group} level={level} />
      ))}
    </>
  );
}

function AssumptionGroup({
  of: { kind, decided, because, otherwise, policy, entries },
  level,
}: {
  of: AssumedGroupData;
  level: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <section>
      <Heading>{`${kind}: ${decided}`}</Heading>
      <p>
        {`Because ${because}. `}
        {otherwise !== '' && `Stated by ${otherwise}. `}
        {'Decided by '}
        <code>{policy}</code>.
      </p>
      <ul>
        <ExpandableList
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
  );
}

function AssumptionSummary() {
  const { assumed, policies } = siteIndex();
  return <p>{`${assumed}.${policies.length > 0 ? ` Decided by policies: ${policies.join(', ')}.` : ''}`}</p>;
}

const optionalFilter = (of: ElementFilter | undefined) => (of ? { of } : {});

/** Shows the content of `graph report`. */
export function ReportPage({ of }: { of?: ElementFilter }) {
  return (
    <>
      <h1 tabIndex={-1}>What is enforced, and what is assumed</h1>
      {of ? <FilterNote of={of} page="report" /> : <AboutOntology />}
      {!of && <Enforced />}
      <h2>Axioms and shapes</h2>
      <Axioms {...optionalFilter(of)} />
      {!of && <GeneralNotes />}
      <h2>Assumed</h2>
      {!of && <AssumptionSummary />}
      <Assumptions {...optionalFilter(of)} level={3} />
    </>
  );
}

/** Shows the axioms that at least one target does not enforce. */
export function EnforcementPage() {
  return (
    <>
      <h1 tabIndex={-1}>What is not enforced</h1>
      <Axioms onlyUnenforced />
      <GeneralNotes />
    </>
  );
}

export function AssumptionsPage({ of }: { of?: ElementFilter }) {
  return (
    <>
      <h1 tabIndex={-1}>What is assumed</h1>
      {of ? <FilterNote of={of} page="assumptions" /> : <AssumptionSummary />}
      <Assumptions {...optionalFilter(of)} level={2} />
    </>
  );
}
