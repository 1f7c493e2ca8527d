/** Components that several pages use: links to classes, tables of axioms, lists of constraints, placeholders for data. */

import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AxiomData, ConstraintData, ConstraintOrigin, DataFiles, NoteData, StatusSign } from '../data.ts';
import { readableText } from '../prose.ts';
import { loadedFile, loadFile, siteIndex } from './load.ts';
import { useIsPrinting } from './print-layout.ts';
import { classHref } from './routes.ts';

/** Returns data that a page needs: undefined until it is loaded, or an error if it cannot be loaded. */
export function useData<K extends keyof DataFiles>(kind: K, slug?: string): DataFiles[K] | undefined | Error {
  const [, setCount] = useState(0);
  const [failure, setFailure] = useState<Error>();
  const data = loadedFile(kind, slug);
  useEffect(() => {
    let isWanted = true;
    setFailure(undefined);
    if (loadedFile(kind, slug) === undefined)
      loadFile(kind, slug).then(
        () => isWanted && setCount((count) => count + 1),
        (error: Error) => isWanted && setFailure(error),
      );
    return () => {
      isWanted = false;
    };
  }, [kind, slug]);
  return data ?? failure;
}

/** A placeholder for data that is still loading or cannot be loaded. */
export function Placeholder({ of }: { of: undefined | Error }) {
  return of ? <p role="alert">{`Something is missing: ${of.message}.`}</p> : <p role="status">Loading…</p>;
}

export function ClassLink({ of, member, children }: { of: number; member?: string; children?: ComponentChildren }) {
  const cls = siteIndex().classes[of];
  if (!cls) return null;
  return (
    <a href={member === undefined ? classHref(cls) : classHref(cls, member)} class={cls.deprecated ? 'deprecated' : undefined}>
      {children ?? cls.name}
    </a>
  );
}

/** A name such as `performer_id`, which may break after each `_`. */
export function Name({ of }: { of: string }) {
  return (
    <>
      {of.split(/(?<=_)(?=[^_])/).map((word, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </>
  );
}

export function ClassLinks({ of }: { of: readonly number[] }) {
  return (
    <>
      {of.map((number, i) => (
        <span key={number}>
          {i > 0 && ', '}
          <ClassLink of={number} />
        </span>
      ))}
    </>
  );
}

/** An entry of a description list; nothing without a value. */
export function Entry({ label, children }: { label: string; children: ComponentChildren }) {
  if (children === undefined || children === false) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function AboutOntology() {
  const { source, iri, version, slice, policies } = siteIndex();
  return (
    <dl class="about">
      <dt>read from</dt>
      <dd>{source}</dd>
      <Entry label="IRI">{iri !== undefined && <code>{iri}</code>}</Entry>
      <Entry label="version">{version}</Entry>
      <Entry label="part">{slice}</Entry>
      <Entry label="policies">{policies.length > 0 && policies.join(', ')}</Entry>
    </dl>
  );
}

/** Signs that users can distinguish without their colours. */
const signs: Readonly<Record<StatusSign, readonly [sign: string, word: string]>> = {
  e: ['✓', 'enforced'],
  a: ['≈', 'approximated'],
  d: ['✗', 'dropped'],
};

/** Shows the status of an axiom in one target as a sign, with a word for screen readers. */
export function Status({ sign }: { sign: string }) {
  const [shown, word] = signs[sign as StatusSign] ?? ['', ''];
  return (
    <span class={word} title={word}>
      <span aria-hidden="true">{shown}</span>
      <span class="unseen">{word}</span>
    </span>
  );
}

/** Shows the notes of an axiom, collapsed to keep rows of a table short. */
export function CollapsedNotes({ notes }: { notes: readonly NoteData[] }) {
  if (notes.length === 0) return null;
  return (
    <details class="why">
      <summary>{notes.length === 1 ? 'why' : `why (${notes.length})`}</summary>
      <Notes notes={notes} />
    </details>
  );
}

/** Lists why targets do not enforce an axiom completely; nothing if all do. */
export function Notes({ notes }: { notes: readonly NoteData[] }) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map(({ status, by, note }, i) => (
        <li key={i}>
          <span class={signs[status][1]}>{signs[status][1]}</span>
          {` by ${by}: ${note}`}
        </li>
      ))}
    </ul>
  );
}

const originTexts: Readonly<Record<ConstraintOrigin, string>> = {
  stated: 'stated',
  assumed: 'assumed',
  policy: 'by policy',
  decision: 'by settings',
  model: 'always',
};

export function Badge({ by }: { by: ConstraintOrigin }) {
  return <span class={`badge ${by}`}>{originTexts[by]}</span>;
}

export function ConstraintList({ holds }: { holds: readonly ConstraintData[] }) {
  return (
    <ul class="holds">
      {holds.map(({ says, because }, i) => (
        <li key={i}>
          {says}
          {because.length > 0 && (
            <ul>
              {because.map(({ by, says: why }, j) => (
                <li key={j}>
                  <Badge by={by} /> {by === 'model' ? why : <code>{why}</code>}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A container for wide content, which scrolls so that the page does not. */
export function ScrollArea({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard (WCAG 2.1.1)
    <section class="wide" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

export function AxiomTable({ axioms, more }: { axioms: readonly AxiomData[]; more?: (i: number) => ComponentChildren }) {
  const { targets } = siteIndex();
  return (
    <ScrollArea label="Axioms and what each target does about them">
      <table>
        <thead>
          <tr>
            <th scope="col">axiom</th>
            {targets.map(({ name }) => (
              <th scope="col" key={name} class="target">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axioms.map(({ statement, place, status, notes }, i) => (
            <tr key={i}>
              <td>
                <code>{statement}</code> {place !== undefined && <span class="place">{place}</span>}
                {more?.(i)}
                <CollapsedNotes notes={notes} />
              </td>
              {targets.map(({ name }, j) => (
                <td key={name} class="status">
                  <Status sign={status[j] ?? ''} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Shows a description with its line breaks; names of classes in brackets become links. */
export function Doc({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  const parts = readableText(text, (name) => `\0${name}\0`).split('\0');
  return <p class="doc">{parts.map((part, i) => (i % 2 === 0 ? part : linkedName(part, i)))}</p>;
}

/** Returns a name, as a link if it is the name of a class. */
function linkedName(name: string, key: number): ComponentChildren {
  const of = siteIndex().classes.findIndex((cls) => cls.name === name);
  return of < 0 ? name : <ClassLink key={key} of={of} />;
}

/** Shows the beginning of a list until a user asks for all of it; prints show all of it. */
export function ExpandableList<T>({
  of,
  shown = 100,
  each,
}: {
  of: readonly T[];
  shown?: number;
  each: (one: T, i: number) => ComponentChildren;
}) {
  const [isAll, setAll] = useState(false);
  const isPrinting = useIsPrinting();
  const visible = isAll || isPrinting ? of : of.slice(0, shown);
  return (
    <>
      {visible.map(each)}
      {visible.length < of.length && (
        <li class="more">
          <button type="button" onClick={() => setAll(true)}>{`Show ${of.length - visible.length} more`}</button>
        </li>
      )}
    </>
  );
}
