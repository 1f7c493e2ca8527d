/** The class diagram of a model. */

import dagre from '@dagrejs/dagre';
import { useMemo } from 'preact/hooks';
import type { Diagram } from '../../src/library/browser.ts';

/** The size of characters and lines in pixels: the font has characters of one width. */
const CHARACTER = 7.3;
const LINE = 17;
const PADDING = 8;

/** Larger diagrams take seconds, and nobody can read them. */
const MAX_CLASSES = 120;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

function layOut({ classes, edges }: Diagram) {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 20, edgesep: 14, ranksep: 40, marginx: 8, marginy: 8 });
  for (const { name, fields } of classes) {
    const texts = [name, ...fields.map((field) => `${field.name}: ${field.type}`)];
    const width = Math.max(...texts.map((text) => text.length)) * CHARACTER + 2 * PADDING;
    graph.setNode(name, { width, height: texts.length * LINE + 2 * PADDING });
  }
  edges.forEach(({ from, to, label }, i) => {
    graph.setEdge(from, to, { width: label.length * CHARACTER, height: LINE, labelpos: 'c' }, `${i}`);
  });
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const boxes = classes.map((cls) => ({ ...cls, ...(graph.node(cls.name) as unknown as Box) }));
  const paths = edges.map((edge, i) => ({
    ...edge,
    ...(graph.edge(edge.from, edge.to, `${i}`) as unknown as Point & { readonly points: readonly Point[] }),
  }));
  return { width, height, boxes, paths };
}

export function Picture({ of }: { of: Diagram }) {
  const isLarge = of.classes.length > MAX_CLASSES;
  const { width, height, boxes, paths } = useMemo(() => layOut(isLarge ? { classes: [], edges: [] } : of), [of, isLarge]);
  if (isLarge) return <p>{`The ontology has ${of.classes.length} classes; here, diagrams have at most ${MAX_CLASSES}.`}</p>;
  const summary = `${of.classes.length} classes: ${of.edges.map(({ from, to, label }) => `${from} ${label || 'is a'} ${to}`).join(', ')}`;
  return (
    <svg
      role="img"
      aria-label={summary}
      width={width}
      viewBox={`0 0 ${width} ${height}`}
      // It shrinks to the space, as long as it can be read.
      style={{ maxWidth: '100%', minWidth: `${0.75 * width}px` }}
    >
      <defs>
        <marker id="parent" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="10" markerHeight="10" orient="auto">
          <path d="M0,0L10,5L0,10Z" class="parent" />
        </marker>
        <marker id="refers" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto">
          <path d="M0,0L10,5L0,10" />
        </marker>
      </defs>
      {paths.map(({ kind, from, to, label, points, x, y }) => (
        <g key={`${kind} ${from} ${label} ${to}`} class={kind}>
          <path
            d={`M${points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join('L')}`}
            marker-end={kind === 'specializes' ? 'url(#parent)' : 'url(#refers)'}
          />
          {label !== '' && (
            <text x={x} y={y + 4} text-anchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
      {boxes.map(({ name, isAbstract, fields, x, y, width: wide, height: high }) => (
        <g key={name} class="box">
          <rect x={x - wide / 2} y={y - high / 2} width={wide} height={high} rx={6} />
          <text class={isAbstract ? 'name abstract' : 'name'} x={x - wide / 2 + PADDING} y={y - high / 2 + LINE + 2}>
            {name}
          </text>
          {fields.map((field, i) => (
            <text key={field.name} x={x - wide / 2 + PADDING} y={y - high / 2 + (i + 2) * LINE + 4}>
              {`${field.name}: ${field.type}`}
            </text>
          ))}
        </g>
      ))}
    </svg>
  );
}
