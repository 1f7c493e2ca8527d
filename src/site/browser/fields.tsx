/** The fields of a class: its own and the inherited ones. */

import { useState } from 'preact/hooks';
import type { ClassData, FieldData } from '../data.ts';
import { firstSentence } from '../prose.ts';
import { Badge, ClassLink, ConstraintList, Doc, Entry, Name, Placeholder, useData } from './components.tsx';
import { siteIndex } from './load.ts';
import { enumerationHref } from './routes.ts';

const cardinalityTexts = { one: 'one', optional: 'none or one', many: 'any number' } as const;

/** The type of a field, as a link if it is a class or an enumeration. */
function Type({ field }: { field: FieldData }) {
  const { classes, enumerations } = siteIndex();
  if (field.class !== undefined)
    return (
      <>
        {'→ '}
        <ClassLink of={field.class}>{classes[field.class]?.name}</ClassLink>
      </>
    );
  const enumeration = field.enumeration === undefined ? undefined : enumerations[field.enumeration];
  return enumeration ? <a href={enumerationHref(enumeration)}>{enumeration.name}</a> : <code>{field.type}</code>;
}

/** Shows a field in one row, and its details if it is open. `choose` opens and closes it. */
export function Field({
  field,
  data,
  isOpen,
  choose,
}: {
  field: FieldData;
  data: ClassData;
  isOpen: boolean;
  choose: () => void;
}) {
  const origins = new Set(field.holds.flatMap(({ because }) => because.map(({ by }) => by)));
  const isAssumed = origins.has('assumed');
  return (
    <li id={`field-${field.name}`} class={isOpen ? 'field chosen' : 'field'}>
      <details open={isOpen}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary onClick={choose}>
          <span class="row">
            <b class={field.deprecated ? 'deprecated' : undefined}>
              <Name of={field.name} />
            </b>{' '}
            <code class="type">{field.class === undefined ? field.type : `→ ${siteIndex().classes[field.class]?.name}`}</code>{' '}
            <span class="about">{firstSentence(field.doc)}</span>{' '}
            <Badge by={isAssumed ? 'assumed' : origins.has('stated') ? 'stated' : 'model'} />
          </span>
        </summary>
        <div class="body">
          <Doc text={field.doc} />
          <dl>
            <Entry label="label">{field.label}</Entry>
            <dt>values</dt>
            <dd>
              {`${cardinalityTexts[field.cardinality]}, `}
              <Type field={field} />
            </dd>
            <Entry label="IRI">{field.iri !== undefined && <code>{field.iri}</code>}</Entry>
            <Entry label="place">{field.place}</Entry>
            <Entry label="narrows">{field.refines !== undefined && <ClassLink of={field.refines} member={field.name} />}</Entry>
          </dl>
          <h3>What holds</h3>
          <ConstraintList holds={field.holds} />
          {field.assumptions.length > 0 && (
            <>
              <h3>Assumed</h3>
              <ul>
                {field.assumptions.map((i) => {
                  const each = data.assumptions[i];
                  return each && <li key={i}>{`${each.element} ${each.decided}, because ${each.because}`}</li>;
                })}
              </ul>
            </>
          )}
        </div>
      </details>
    </li>
  );
}

/** The fields that a superclass adds; they are loaded when a user opens the list. */
export function Inherited({ from }: { from: number }) {
  const [isOpen, setOpen] = useState(false);
  const cls = siteIndex().classes[from];
  if (!cls || cls.own === 0) return null;
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{`${cls.own} ${cls.own === 1 ? 'field' : 'fields'} of ${cls.name}`}</summary>
        {isOpen && <InheritedFields of={from} slug={cls.slug} />}
      </details>
    </li>
  );
}

function InheritedFields({ of, slug }: { of: number; slug: string }) {
  const data = useData('class', slug);
  if (data === undefined || data instanceof Error) return <Placeholder of={data} />;
  return (
    <ul>
      {data.fields
        .filter(({ refines }) => refines === undefined)
        .map((field) => (
          <li key={field.name}>
            <ClassLink of={of} member={field.name}>
              {field.name}
            </ClassLink>{' '}
            <Type field={field} />
          </li>
        ))}
    </ul>
  );
}
