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
function html(text: string): string {
  return replaceInvalidCharacters(text).replace(/[&<>"']/g, (c) => entities[c] ?? c);
}

const colours = {
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
const SIZE = 11;
const LABEL_SIZE = 10;
/** Horizontal padding and height of a cell, in points. */
const PADDING = 5;
const HEIGHT = 20;

/** Opens a left-aligned table cell for a text of the given width, which fits in any font. */
function cell(width: number, more = ''): string {
  return `<TD ALIGN="LEFT" WIDTH="${width + 2 * PADDING}" HEIGHT="${HEIGHT}" FIXEDSIZE="TRUE"${more}>`;
}

/** Prints a class as a table: its name, then a row per own field, if fields are drawn. */
function classNode(cls: DomainClass, isDrawnWithFields: boolean): string[] {
  const fields = isDrawnWithFields ? cls.fields.map((field) => ({ name: field.name, type: typeName(field) })) : [];
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => widthOf(text, SIZE)));
  const [names, types] = [widest(fields.map(({ name }) => name)), widest(fields.map(({ type }) => type))];
  const heading = widthOf(cls.name, SIZE, 'bold');
  // If the heading is wider than the columns, the column of names takes the difference.
  const padding = fields.length === 0 ? 0 : Math.max(0, heading - names - types - 2 * PADDING);
  const width = fields.length === 0 ? heading : names + padding + types + 2 * PADDING;
  const rows = fields.map(
    ({ name, type }) =>
      `<TR>${cell(names + padding)}${html(name)}</TD>${cell(types)}<FONT COLOR="${colours.type}">${html(type)}</FONT></TD></TR>`,
  );
  const span = fields.length === 0 ? '' : ' COLSPAN="2"';
  return [
    `  ${quote(cls.name)} [tooltip=${quote(cls.doc ?? cls.name)}, label=<<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="${PADDING}" COLOR="${colours.line}" BGCOLOR="${colours.body}">`,
    `    <TR>${cell(width, `${span} BGCOLOR="${colours.header}"`)}<B>${html(cls.name)}</B></TD></TR>`,
    ...rows.map((row) => `    ${row}`),
    '  </TABLE>>];',
  ];
}

/** Prints the label of an edge as a table whose width fits any font. */
function label(text: string): string {
  const width = widthOf(text, LABEL_SIZE);
  return `<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR><TD ALIGN="LEFT" WIDTH="${width}" HEIGHT="14" FIXEDSIZE="TRUE">${html(text)}</TD></TR></TABLE>>`;
}

/** Prints an edge with its multiplicities, and an arrowhead in each direction that the ontology declares a property for. */
function associationEdge({ from, to }: Association): string {
  const attributes = [
    `label=${label([to.role, from.role].filter((role) => role !== undefined).join(' / '))}`,
    from.multiplicity !== undefined && `taillabel=${quote(from.multiplicity)}`,
    to.multiplicity !== undefined && `headlabel=${quote(to.multiplicity)}`,
    from.role !== undefined && 'dir=both, arrowtail=vee',
  ].filter((attribute) => attribute !== false);
  return `  ${quote(from.cls.name)} -> ${quote(to.cls.name)} [${attributes.join(', ')}];`;
}

/** From this number of edges on, an exact layout takes minutes, and labels overlap. */
const MANY_EDGES = 200;

/** Limits the layout effort and draws straight edges: 900 classes take seconds instead of hours. */
const COARSE = ', nslimit=1, nslimit1=1, mclimit=0.1, splines=line, outputorder=edgesfirst';

/** Merges all references between two classes into one edge; its tooltip lists them. */
function bundledEdges(all: readonly Association[]): string[] {
  const between = new Map<string, Association[]>();
  for (const association of all) {
    const key = `${association.from.cls.name} ${association.to.cls.name}`;
    pushTo(between, key, association);
  }
  return [...between.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const roles = some.map(({ from, to }) => [to.role, from.role].filter((role) => role !== undefined).join(' / '));
    // Only subclass edges determine the layout; references do not constrain it.
    return [
      `  ${quote(first.from.cls.name)} -> ${quote(first.to.cls.name)} [constraint=false, weight=0, color="${colours.faint}", arrowsize=0.5, tooltip=${quote(roles.join(', '))}];`,
    ];
  });
}

/** Arranges classes without edges in a grid instead of one row, with invisible edges. */
function gridEdges(isolated: readonly DomainClass[], isUpright: boolean): string[] {
  // The width of a box is about four times its height.
  const columns = Math.max(1, Math.ceil(Math.sqrt(isolated.length / (isUpright ? 4 : 0.25))));
  return isolated.flatMap((cls, i) => {
    const next = isolated[i + columns];
    return next ? [`  ${quote(cls.name)} -> ${quote(next.name)} [style=invis];`] : [];
  });
}

/**
 * Prints a model as a graph in the DOT language of Graphviz: a node for each class with its own fields, an edge for
 * each relationship with its roles and multiplicities, and an arrow with an open head from a class to its parents.
 */
export function toDot(model: DomainModel, options: PictureOptions = {}): string {
  const all = associations(model);
  const parents = model.classes.reduce((sum, cls) => sum + cls.parents.length, 0);
  const isCoarse = all.length + parents > MANY_EDGES;
  const direction = directionOf(model, options);
  const isUpright = direction === 'up' || direction === 'down';
  const connected = new Set([
    ...all.flatMap(({ from, to }) => [from.cls, to.cls]),
    ...model.classes.flatMap((cls) => (cls.parents.length === 0 ? [] : [cls, ...cls.parents])),
  ]);
  const isAlone = (cls: DomainClass) => !connected.has(cls);
  const edges = [
    ...(isCoarse ? bundledEdges(all) : all.map(associationEdge)),
    ...model.classes.flatMap((cls) =>
      cls.parents.map(
        (parent) =>
          `  ${quote(cls.name)} -> ${quote(parent.name)} [arrowhead=onormal, arrowsize=1${isCoarse ? ', weight=10' : ''}];`,
      ),
    ),
  ];
  const nodes = framesOf(model.classes, options).flatMap(({ name, classes }, i) => {
    const lines = classes.flatMap((cls) => classNode(cls, hasFields(model)));
    const grid = gridEdges(classes.filter(isAlone), isUpright);
    if (name === undefined) return [...lines, ...grid];
    const frame = `label=${label(name)}, labeljust=l, style=rounded, color="${colours.line}", margin=12`;
    return [`  subgraph ${quote(`cluster_${i}`)} {`, `  graph [${frame}];`, ...lines, ...grid, '  }'];
  });
  const spread = isCoarse ? `nodesep=0.12, ranksep=${isUpright ? 0.9 : 1.2}` : 'nodesep=0.6, ranksep=0.9';
  return [
    `digraph ${quote(model.name)} {`,
    `  graph [rankdir=${directions[direction]}, ${spread}, pad=0.3, bgcolor="transparent", fontname="${FONT}", fontsize=${LABEL_SIZE}${isCoarse ? COARSE : ''}];`,
    `  node [shape=plain, fontname="${FONT}", fontsize=${SIZE}, fontcolor="${colours.text}"];`,
    `  edge [fontname="${FONT}", fontsize=${LABEL_SIZE}, fontcolor="${colours.edge}", color="${colours.edge}", arrowhead=vee, arrowsize=0.7, labeldistance=1.8];`,
    '',
    ...nodes,
    '',
    ...edges,
    '}',
    '',
  ].join('\n');
}
