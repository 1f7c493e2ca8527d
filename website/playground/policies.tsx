/** What is assumed, with a control for each policy. */

import { type PolicyName, policySpecs } from '../../src/library/browser.ts';
import type { Assumption } from './protocol.ts';

interface Given {
  readonly assumptions: readonly Assumption[];
  readonly policies: Readonly<Record<string, string>>;
  /** `undefined` stands for the default. */
  readonly onChoose: (policy: string, value: string | undefined) => void;
  readonly onGoTo: (file: string, line: number) => void;
}

interface PolicySpec {
  readonly values: readonly string[];
  readonly about: string;
  readonly fallback?: string;
}

const names = Object.keys(policySpecs) as readonly PolicyName[];

export function Policies(given: Given) {
  const of = (name: string) => given.assumptions.filter(({ policy }) => policy === name);
  const count = (name: string) => of(name).length;
  const isShown = (name: string) => count(name) > 0 || given.policies[name] !== undefined;
  const shown = names.filter(isShown);
  const others = names.filter((name) => !isShown(name));
  return (
    <section aria-labelledby="assumed">
      <h2 id="assumed">{`Assumptions (${given.assumptions.length})`}</h2>
      <p class="soft">Where the ontology states nothing, a policy decides. Change one and watch the code.</p>
      {shown.map((name) => (
        <Policy key={name} name={name} assumed={of(name)} {...given} />
      ))}
      <details>
        <summary>{`${others.length} more policies`}</summary>
        {others.map((name) => (
          <Policy key={name} name={name} assumed={[]} {...given} />
        ))}
      </details>
    </section>
  );
}

function Policy({ name, assumed, policies, onChoose, onGoTo }: Given & { name: PolicyName; assumed: readonly Assumption[] }) {
  const { values, about, fallback = values[0] ?? '' }: PolicySpec = policySpecs[name];
  const id = `policy-${name}`;
  const common = { id, value: policies[name] ?? fallback, 'aria-describedby': `${id}-about` };
  const choose = (value: string) => {
    onChoose(name, value === fallback || value === '' ? undefined : value);
    // The control may move to another list; the focus stays on it.
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  return (
    <div class="policy">
      <div class="row">
        <label for={id}>{name}</label>
        {values.length === 0 ? (
          <input {...common} size={5} onChange={(event) => choose(event.currentTarget.value)} />
        ) : (
          <select {...common} onChange={(event) => choose(event.currentTarget.value)}>
            {values.map((value) => (
              <option key={value} value={value}>
                {value === fallback ? `${value} (default)` : value}
              </option>
            ))}
          </select>
        )}
      </div>
      <p id={`${id}-about`} class="soft">
        {about}
      </p>
      {assumed.length > 0 && (
        <details>
          <summary>{`${assumed.length} ${assumed.length === 1 ? 'assumption' : 'assumptions'}`}</summary>
          <ul>
            {assumed.map(({ element, decided, because, file, line }, i) => (
              <li key={i}>
                {file !== undefined && line !== undefined ? (
                  <button type="button" class="link" onClick={() => onGoTo(file, line)}>
                    {element}
                  </button>
                ) : (
                  <b>{element}</b>
                )}
                {` ${decided}: ${because}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
