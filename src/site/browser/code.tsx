/** Generated code in several languages side by side, with the lines of the chosen fields highlighted. */

import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { CodeData, Stretch } from '../data.ts';
import { tokenizeLines } from './highlight.ts';
import { siteIndex } from './load.ts';

/** Shows lines of code with their numbers. */
function Lines({ stretch, path, chosen }: { stretch: Stretch; path: string; chosen: (line: number) => boolean }) {
  const lines = useMemo(() => tokenizeLines(stretch.text, path), [stretch, path]);
  return (
    <>
      {lines.map((parts, i) => (
        <span key={i} class={chosen(stretch.from + i) ? 'line chosen' : 'line'} data-line={stretch.from + i}>
          {parts.map(({ type, text }, j) =>
            type === '' ? (
              text
            ) : (
              <span key={j} class={`t-${type}`}>
                {text}
              </span>
            ),
          )}
          {'\n'}
        </span>
      ))}
    </>
  );
}

/** Shows a single text, such as an example. */
export function Text({ text, path, label }: { text: string; path: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard (WCAG 2.1.1)
    <section class="code" tabIndex={0} aria-label={label}>
      <pre>
        <code class="lines-of">
          <Lines stretch={{ from: 1, text }} path={path} chosen={() => false} />
        </code>
      </pre>
    </section>
  );
}

function File({ code, fields }: { code: CodeData; fields: readonly number[] }) {
  const ranges = fields.flatMap((field) => code.fields[field] ?? []);
  const chosen = (line: number) => ranges.some((from, i) => i % 2 === 0 && from <= line && line <= (ranges[i + 1] ?? from));
  const element = useRef<HTMLElement>(null);
  // Scrolls the pane, never the page.
  useEffect(() => {
    const pane = element.current;
    const first = pane?.querySelector<HTMLElement>('.chosen');
    if (pane && first) pane.scrollTop = first.offsetTop - pane.offsetTop - pane.clientHeight / 3;
  }, [code, fields.join()]);
  return (
    <>
      <p class="path">{code.path}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard (WCAG 2.1.1) */}
      <section ref={element} tabIndex={0} aria-label={`${code.target}, ${code.path}`} class="code numbered">
        <pre>
          <code class="lines-of">
            {code.stretches.map((stretch, i) => (
              <span key={stretch.from}>
                {i > 0 && <span class="gap">{'⋯\n'}</span>}
                <Lines stretch={stretch} path={code.path} chosen={chosen} />
              </span>
            ))}
          </code>
        </pre>
      </section>
      {code.more !== undefined && (
        <p class="soft">{`${code.more} more lines of this file belong to the class, and are not shown.`}</p>
      )}
    </>
  );
}

/**
 * Shows the generated code of a class in each target.
 *
 * @param fields numbers of the fields whose lines are highlighted
 */
export function Code({ code, fields }: { code: readonly CodeData[]; fields: readonly number[] }) {
  const targets = [...new Set(code.map(({ target }) => target))];
  const languages = new Map(siteIndex().targets.map(({ name, language }) => [name, language]));
  return (
    <div class="panes">
      {targets.map((target) => (
        <section key={target} class="pane" aria-label={languages.get(target) ?? target}>
          <h3>{languages.get(target) ?? target}</h3>
          {code
            .filter((each) => each.target === target)
            .map((each) => (
              <File key={each.path} code={each} fields={fields} />
            ))}
        </section>
      ))}
    </div>
  );
}
