/** Prints the class diagram of a model in DOT, the language of Graphviz. */

import type { DomainClass, DomainModel } from '../model/index.ts';
import { pushTo } from '../ontology/index.ts';
import { type Association, associations, typeName } from './diagram.ts';
import { directionOf, directions, framesOf, hasFields, type PictureOptions } from './options.ts';
import { widthOf } from './widths.ts';

/** Replaces characters that XML 1.0 forbids (section 2.2), because they would make the SVG invalid. */
function replaceInvalidCharacters(text: string): string {
  return text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}

/** Quotes an ID of the DOT language; escapes `\` and `&`, because Graphviz interprets escapes and HTML entities in it. */
function quote(text: string): string {
  return `"${replaceInvalidCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/\r\n?|\n/g, '\\n')}"`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an HTML-like label. */
function escapeHtml(text: string): string {
  return replaceInvalidCharacters(text).replace(/[&<>"']/g, (c) => entities[c] ?? c);
}

const colors = {
  line: '#94a3b8',
  text: '#0f172a',
  type: '#64748b',
  header: '#e0e7ff',
  body: '#ffffff',
  edge: '#475569',
  /** For lines behind the boxes. */
  faint: '#cbd5e1',
} as const;

/** A single font name, whose metrics Graphviz knows. Where widths matter, they come from widths.ts instead. */
const FONT = 'Helvetica';
const FONT_SIZE = 11;
const LABEL_FONT_SIZE = 10;
/** Lengths in points. */
const CELL_PADDING = 5;
const CELL_HEIGHT = 20;
const LABEL_HEIGHT = 14;

/** Prints a left-aligned table cell for a text of the given width, which fits in any font. */
function cell(width: number, content: string, attributes = ''): string {
  return `<TD ALIGN="LEFT" WIDTH="${width + 2 * CELL_PADDING}" HEIGHT="${CELL_HEIGHT}" FIXEDSIZE="TRUE"${attributes}>${content}</TD>`;
}

/** Prints a class as a table: its name, then a row per own field, if fields are shown. */
function classNode(cls: DomainClass, showsFields: boolean): string[] {
  const fields = showsFields ? cls.fields.map((field) => ({ name: field.name, type: typeName(field) })) : [];
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => widthOf(text, FONT_SIZE)));
  const nameWidth = widest(fields.map(({ name }) => name));
  const typeWidth = widest(fields.map(({ type }) => type));
  const headingWidth = widthOf(cls.name, FONT_SIZE, 'bold');
  // If the heading is wider than the columns, the column of names takes the difference.
  const padding = fields.length === 0 ? 0 : Math.max(0, headingWidth - nameWidth - typeWidth - 2 * CELL_PADDING);
  const width = fields.length === 0 ? headingWidth : nameWidth + padding + typeWidth + 2 * CELL_PADDING;
  const rows = fields.map(({ name, type }) => {
    const typeText = `<FONT COLOR="${colors.type}">${escapeHtml(type)}</FONT>`;
    return `    <TR>${cell(nameWidth + padding, escapeHtml(name))}${cell(typeWidth, typeText)}</TR>`;
  });
  const span = fields.length === 0 ? '' : ' COLSPAN="2"';
  const heading = cell(width, `<B>${escapeHtml(cls.name)}</B>`, `${span} BGCOLOR="${colors.header}"`);
  return [
    `  ${quote(cls.name)} [tooltip=${quote(cls.doc ?? cls.name)}, label=<<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="${CELL_PADDING}" COLOR="${colors.line}" BGCOLOR="${colors.body}">`,
    `    <TR>${heading}</TR>`,
    ...rows,
    '  </TABLE>>];',
  ];
}

/** Prints the label of an edge as a table whose width fits any font. */
function label(text: string): string {
  const width = widthOf(text, LABEL_FONT_SIZE);
  return `<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR><TD ALIGN="LEFT" WIDTH="${width}" HEIGHT="${LABEL_HEIGHT}" FIXEDSIZE="TRUE">${escapeHtml(text)}</TD></TR></TABLE>>`;
}

function edge(from: DomainClass, to: DomainClass, attributes: readonly string[]): string {
  return `  ${quote(from.name)} -> ${quote(to.name)} [${attributes.join(', ')}];`;
}

/** Returns the roles of an association: `author / posts`. */
function rolesOf({ from, to }: Association): string {
  return [to.role, from.role].filter((role) => role !== undefined).join(' / ');
}

/** Prints an edge with its multiplicities, and an arrowhead in each direction that the ontology declares a property for. */
function associationEdge(association: Association): string {
  const { from, to } = association;
  return edge(from.cls, to.cls, [
    `label=${label(rolesOf(association))}`,
    ...(from.multiplicity === undefined ? [] : [`taillabel=${quote(from.multiplicity)}`]),
    ...(to.multiplicity === undefined ? [] : [`headlabel=${quote(to.multiplicity)}`]),
    ...(from.role === undefined ? [] : ['dir=both, arrowtail=vee']),
  ]);
}

/** Above this number of edges, an exact layout takes minutes, and labels overlap. */
const MANY_EDGES = 200;

/** Limits the layout effort and draws straight edges: 900 classes take seconds instead of hours. */
const COARSE = 'nslimit=1, nslimit1=1, mclimit=0.1, splines=line, outputorder=edgesfirst';

/** Merges all associations between two classes into one edge; its tooltip lists them. */
function bundledEdges(all: readonly Association[]): string[] {
  const bundles = new Map<string, Association[]>();
  for (const association of all) pushTo(bundles, `${association.from.cls.name} ${association.to.cls.name}`, association);
  return [...bundles.values()].map((bundle) => {
    const [{ from, to }] = bundle as [Association];
    // Only subclass edges determine the layout; associations do not constrain it.
    return edge(from.cls, to.cls, [
      `constraint=false, weight=0, color="${colors.faint}", arrowsize=0.5`,
      `tooltip=${quote(bundle.map(rolesOf).join(', '))}`,
    ]);
  });
}

/** Arranges classes without edges in a grid instead of one row, with invisible edges. */
function gridEdges(isolated: readonly DomainClass[], isUpright: boolean): string[] {
  // The width of a box is about four times its height.
  const chains = Math.max(1, Math.ceil(Math.sqrt(isolated.length / (isUpright ? 4 : 0.25))));
  return isolated.flatMap((cls, i) => {
    const next = isolated[i + chains];
    return next ? [edge(cls, next, ['style=invis'])] : [];
  });
}

/**
 * Prints a model as a graph in the DOT language of Graphviz: a node for each class with its own fields, an edge for
 * each association with its roles and multiplicities, and an arrow with an open head from a class to its parents.
 */
export function toDot(model: DomainModel, options: PictureOptions = {}): string {
  const all = associations(model);
  const parentCount = model.classes.reduce((sum, cls) => sum + cls.parents.length, 0);
  const isCoarse = all.length + parentCount > MANY_EDGES;
  const direction = directionOf(model, options);
  const isUpright = direction === 'up' || direction === 'down';
  const connected = new Set([
    ...all.flatMap(({ from, to }) => [from.cls, to.cls]),
    ...model.classes.flatMap((cls) => (cls.parents.length === 0 ? [] : [cls, ...cls.parents])),
  ]);
  const isIsolated = (cls: DomainClass) => !connected.has(cls);
  const edges = [
    ...(isCoarse ? bundledEdges(all) : all.map(associationEdge)),
    ...model.classes.flatMap((cls) =>
      cls.parents.map((parent) => edge(cls, parent, ['arrowhead=onormal, arrowsize=1', ...(isCoarse ? ['weight=10'] : [])])),
    ),
  ];
  const showsFields = hasFields(model);
  const nodes = framesOf(model.classes, options).flatMap(({ name, classes }, i) => {
    const lines = classes.flatMap((cls) => classNode(cls, showsFields));
    const grid = gridEdges(classes.filter(isIsolated), isUpright);
    if (name === undefined) return [...lines, ...grid];
    const frame = `label=${label(name)}, labeljust=l, style=rounded, color="${colors.line}", margin=12`;
    return [`  subgraph ${quote(`cluster_${i}`)} {`, `  graph [${frame}];`, ...lines, ...grid, '  }'];
  });
  const spacing = isCoarse ? `nodesep=0.12, ranksep=${isUpright ? 0.9 : 1.2}` : 'nodesep=0.6, ranksep=0.9';
  return [
    `digraph ${quote(model.name)} {`,
    `  graph [rankdir=${directions[direction]}, ${spacing}, pad=0.3, bgcolor="transparent", fontname="${FONT}", fontsize=${LABEL_FONT_SIZE}${isCoarse ? `, ${COARSE}` : ''}];`,
    `  node [shape=plain, fontname="${FONT}", fontsize=${FONT_SIZE}, fontcolor="${colors.text}"];`,
    `  edge [fontname="${FONT}", fontsize=${LABEL_FONT_SIZE}, fontcolor="${colors.edge}", color="${colors.edge}", arrowhead=vee, arrowsize=0.7, labeldistance=1.8];`,
    '',
    ...nodes,
    '',
    ...edges,
    '}',
    '',
  ].join('\n');
}
