/** The diagram of a class and the classes related to it, which users extend by mouse or keyboard. */

import { useMemo, useState } from 'preact/hooks';
import { siteIndex } from './load.ts';
import { HEIGHT, hasHiddenNeighbours, LINE_HEIGHT, layOut, type Path, visibleNeighbourhood } from './neighbours.ts';
import { classHref } from './routes.ts';

/** The picture contains links and buttons, so its role is not `img`. */
const GROUP = { role: 'group' } as const;

/** Hides the lines from screen readers: the section about uses states the same in words. */
const HIDDEN = { 'aria-hidden': 'true' } as const;

const fonts = { name: '600 13px', label: '11px' } as const;

let context: CanvasRenderingContext2D | null | undefined;

/** Returns the width of a text in pixels, in a font of the page. */
function measure(text: string, font: keyof typeof fonts): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 9;
  context.font = `${fonts[font]} ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(context.measureText(text).width);
}

/** Returns an SVG path through the midpoints between the points, which are the control points of its curves. */
function pathOf({ points }: Path): string {
  const at = ({ x, y }: Path['points'][number]) => `${x.toFixed(1)},${y.toFixed(1)}`;
  const [first, ...controls] = points;
  const last = controls.pop();
  if (!first || !last) return '';
  const curves = controls.map((point, i) => {
    const next = controls[i + 1];
    const end = next ? { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } : last;
    return `Q${at(point)} ${at(end)}`;
  });
  return `M${at(first)}${curves.length > 0 ? curves.join('') : `L${at(last)}`}`;
}

/** Draws the class with the index `of` and the classes that it is related to. Clicks add further neighbours. */
export function Neighbourhood({ of }: { of: number }) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set([of]));
  const [complete, setComplete] = useState<ReadonlySet<number>>(new Set());
  const drawn = useMemo(() => visibleNeighbourhood(expanded, complete), [expanded, complete]);
  const picture = useMemo(() => layOut(drawn, measure), [drawn]);
  const { classes } = siteIndex();
  const expand = (which: number) => {
    if (expanded.has(which)) setComplete(new Set([...complete, which]));
    else setExpanded(new Set([...expanded, which]));
  };
  const canExpand = (which: number) => (expanded.has(which) ? drawn.hidden.has(which) : hasHiddenNeighbours(which, drawn));
  if (drawn.lines.length === 0) return <p>Nothing refers to it, and it refers to nothing.</p>;
  const name = classes[of]?.name ?? '';
  return (
    <>
      <p class="soft">A name opens the class; + widens the picture around it.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard (WCAG 2.1.1) */}
      <section class="wide picture" tabIndex={0} aria-label={`Neighbourhood of ${name}`}>
        <svg
          width={picture.width}
          height={picture.height}
          viewBox={`0 0 ${picture.width} ${picture.height}`}
          {...GROUP}
          aria-label={`${name} and the classes around it`}
        >
          <defs>
            <marker
              id="open"
              viewBox="0 0 10 10"
              refX="10"
              refY="5"
              markerWidth="11"
              markerHeight="11"
              orient="auto-start-reverse"
            >
              <path d="M0,0L10,5L0,10Z" class="open" />
            </marker>
            <marker id="vee" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
              <path d="M0,0L10,5L0,10" class="vee" />
            </marker>
          </defs>
          <g {...HIDDEN}>
            {picture.paths.map((path) => (
              <g key={`${path.from} ${path.to} ${path.kind}`} class={path.kind}>
                <path d={pathOf(path)} marker-end={path.kind === 'refers' ? 'url(#vee)' : 'url(#open)'} />
                {path.label.split('\n').map((text, i, all) => (
                  <text key={text} x={path.x} y={path.y + (i - (all.length - 1) / 2) * LINE_HEIGHT + 4} text-anchor="middle">
                    {text}
                  </text>
                ))}
              </g>
            ))}
          </g>
          {picture.boxes.map(({ of: which, self, x, y: middle, width, height }) => {
            const cls = classes[which];
            if (!cls) return null;
            const left = x - width / 2;
            const top = middle - height / 2;
            const y = top + HEIGHT / 2;
            return (
              <g key={which} class={which === of ? 'node here' : 'node'} data-class={cls.name}>
                <rect x={left} y={top} width={width} height={height} rx={6} />
                <a href={classHref(cls)} aria-label={cls.name}>
                  <text x={left + 10} y={y + 4.5}>
                    {cls.name}
                  </text>
                </a>
                {self.map((text, i) => (
                  <text key={text} class="self" x={left + 10} y={top + HEIGHT + i * LINE_HEIGHT + 4}>
                    {text}
                  </text>
                ))}
                {canExpand(which) && (
                  // biome-ignore lint/a11y/useSemanticElements: there are no buttons in SVG
                  <g
                    role="button"
                    tabindex={0}
                    class="widen"
                    aria-label={`Widen around ${cls.name}`}
                    onClick={() => expand(which)}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' && event.key !== ' ') return;
                      event.preventDefault();
                      expand(which);
                    }}
                  >
                    <circle cx={left + width - 16} cy={y} r={12} />
                    <path d={`M${left + width - 21},${y}h10m-5,-5v10`} />
                  </g>
                )}
              </g>
            );
          })}
        </svg>
      </section>
      {[...drawn.hidden].map(([which, count]) => (
        <p key={which} class="more">
          <button type="button" onClick={() => expand(which)}>{`Show ${count} more around ${classes[which]?.name ?? ''}`}</button>
        </p>
      ))}
    </>
  );
}
