/**
 * Selects the neighbours of classes for the diagram, and computes its layout: boxes for classes, paths for the references and
 * superclasses that connect them.
 */

import dagre from '@dagrejs/dagre';
import type { LinkBrief } from '../data.ts';
import { siteIndex } from './load.ts';

/** An edge of the diagram: `specialises` leads from a class to its superclass. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly kind: 'specialises' | 'refers';
  /** The names of the relations, joined if there are several. */
  readonly label: string;
}

/** Limit of neighbours of each kind that are drawn for a class until the user expands it. */
const MAX_NEIGHBOURS = 8;

/** The edges of each class, computed once. */
let edgesByClass: readonly (readonly Line[])[] | undefined;

function edgesOf(index: number): readonly Line[] {
  edgesByClass ??= collectEdges();
  return edgesByClass[index] ?? [];
}

function collectEdges(): readonly (readonly Line[])[] {
  const { classes, links } = siteIndex();
  const byClass: Line[][] = classes.map(() => []);
  const add = (line: Line) => {
    byClass[line.from]?.push(line);
    if (line.to !== line.from) byClass[line.to]?.push(line);
  };
  for (const [from, { parents }] of classes.entries()) {
    for (const to of parents) add({ from, to, kind: 'specialises', label: '' });
  }
  const linksByPair = new Map<string, LinkBrief[]>();
  for (const link of links) {
    const key = `${link.from} ${link.to}`;
    linksByPair.set(key, [...(linksByPair.get(key) ?? []), link]);
  }
  for (const pairLinks of linksByPair.values()) {
    const [first] = pairLinks;
    if (!first) continue;
    const names = pairLinks.map(
      ({ name, back, many }) => `${back === undefined ? name : `${name} / ${back}`}${many === undefined ? '' : ` ${many}`}`,
    );
    const label = names.length <= 3 ? names.join('\n') : [...names.slice(0, 2), `and ${names.length - 2} more`].join('\n');
    add({ from: first.from, to: first.to, kind: 'refers', label });
  }
  return byClass;
}

/** The classes and edges to draw. Classes are indices. */
export interface VisibleGraph {
  readonly nodes: readonly number[];
  readonly lines: readonly Line[];
  /** The number of hidden neighbours of each class that has some. */
  readonly hidden: ReadonlyMap<number, number>;
}

/**
 * @param expanded the classes whose neighbours are drawn
 * @param complete those of them without a limit of neighbours
 */
export function visibleNeighbourhood(expanded: ReadonlySet<number>, complete: ReadonlySet<number>): VisibleGraph {
  const nodes = new Set(expanded);
  const lines = new Set<Line>();
  const hidden = new Map<number, number>();
  for (const index of expanded) {
    const countBySide = new Map<string, number>();
    let hiddenCount = 0;
    for (const line of edgesOf(index)) {
      const side = `${line.kind} ${line.from === index}`;
      const count = (countBySide.get(side) ?? 0) + 1;
      countBySide.set(side, count);
      const neighbour = line.from === index ? line.to : line.from;
      if (count > MAX_NEIGHBOURS && !complete.has(index) && !nodes.has(neighbour)) {
        hiddenCount++;
        continue;
      }
      nodes.add(neighbour);
      lines.add(line);
    }
    if (hiddenCount > 0) hidden.set(index, hiddenCount);
  }
  return { nodes: [...nodes], lines: [...lines], hidden };
}

/** Returns true if a class has neighbours that are not in the diagram. */
export function hasHiddenNeighbours(index: number, { nodes }: VisibleGraph): boolean {
  const drawn = new Set(nodes);
  return edgesOf(index).some(({ from, to }) => !drawn.has(from) || !drawn.has(to));
}

export interface Box {
  readonly of: number;
  /** Labels of the references of the class to itself. */
  readonly self: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Path extends Line {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly x: number;
  readonly y: number;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly paths: readonly Path[];
}

export const LINE_HEIGHT = 14;
/** Height of a box that contains only a name. */
export const HEIGHT = 34;

const isLoop = ({ from, to }: Line): boolean => from === to;

/** Computes a layout from left to right: a class is left of the classes that it refers to, and left of its superclasses. */
export function layOut({ nodes, lines }: VisibleGraph, measure: (text: string, font: 'name' | 'label') => number): Picture {
  const { classes } = siteIndex();
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 14, edgesep: 12, ranksep: 30, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const loopLabels = new Map(lines.filter(isLoop).map(({ from, label }) => [from, label.split('\n').map((text) => `↻ ${text}`)]));
  const edges = lines.filter((line) => !isLoop(line));
  for (const index of nodes) {
    const labelLines = loopLabels.get(index) ?? [];
    const width = Math.max(
      measure(classes[index]?.name ?? '', 'name') + 46,
      ...labelLines.map((text) => measure(text, 'label') + 20),
    );
    graph.setNode(`${index}`, { width, height: HEIGHT + labelLines.length * LINE_HEIGHT });
  }
  for (const { from, to, kind, label } of edges) {
    const labelLines = label === '' ? [] : label.split('\n');
    graph.setEdge(
      `${from}`,
      `${to}`,
      {
        width: Math.max(10, ...labelLines.map((text) => measure(text, 'label') + 8)),
        height: Math.max(10, labelLines.length * LINE_HEIGHT),
        labelpos: 'c',
      },
      kind,
    );
  }
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    ...{ width, height },
    boxes: nodes.map((index) => ({
      of: index,
      self: loopLabels.get(index) ?? [],
      ...(graph.node(`${index}`) as unknown as Omit<Box, 'of' | 'self'>),
    })),
    paths: edges.map((line) => ({
      ...line,
      ...(graph.edge(`${line.from}`, `${line.to}`, line.kind) as unknown as Path),
      ...line,
    })),
  };
}
