import type { DomainClass, DomainModel } from '../model/index.ts';
import { type Association, associations, typeName } from './diagram.ts';

/** Text without the characters that XML 1.0 forbids (section 2.2): an SVG that holds one is none. */
function allowed(text: string): string {
  return text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}

/** A quoted ID of the DOT language. Graphviz reads escapes and HTML entities in it, so text from outside may hold neither. */
function quote(text: string): string {
  return `"${allowed(text)
    .replaceAll('&', '&amp;')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/\r\n?|\n/g, '\\n')}"`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text in an HTML-like label. */
function html(text: string): string {
  return allowed(text).replace(/[&<>"']/g, (c) => entities[c] ?? c);
}

const colours = {
  line: '#94a3b8',
  text: '#0f172a',
  type: '#64748b',
  header: '#e0e7ff',
  body: '#ffffff',
  edge: '#475569',
} as const;

/** A single name, because Graphviz knows the widths of its letters; of a list it would take those of Times. */
const FONT = 'Helvetica';

/** A class as a table: its name, then a row for each field that it adds. */
function classNode(cls: DomainClass): string[] {
  const rows = cls.fields.map(
    (field) =>
      `<TR><TD ALIGN="LEFT">${html(field.name)}</TD><TD ALIGN="RIGHT"><FONT COLOR="${colours.type}">${html(typeName(field))}</FONT></TD></TR>`,
  );
  return [
    `  ${quote(cls.name)} [tooltip=${quote(cls.doc ?? cls.name)}, label=<<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="4" COLOR="${colours.line}" BGCOLOR="${colours.body}">`,
    `    <TR><TD COLSPAN="2" BGCOLOR="${colours.header}"><B>${html(cls.name)}</B></TD></TR>`,
    ...rows.map((row) => `    ${row}`),
    '  </TABLE>>];',
  ];
}

/** An edge with the multiplicities at its ends; it points where the ontology has a property. */
function associationEdge({ from, to }: Association): string {
  const attributes = [
    `label=${quote([to.role, from.role].filter((role) => role !== undefined).join(' / '))}`,
    from.multiplicity !== undefined && `taillabel=${quote(from.multiplicity)}`,
    to.multiplicity !== undefined && `headlabel=${quote(to.multiplicity)}`,
    from.role !== undefined && 'dir=both, arrowtail=vee',
  ].filter((attribute) => attribute !== false);
  return `  ${quote(from.cls.name)} -> ${quote(to.cls.name)} [${attributes.join(', ')}];`;
}

/** From so many edges on, an exact layout takes minutes. */
const MANY_EDGES = 200;

/** Bounds on the work of laying out, and straight edges: 900 classes in seconds instead of hours. */
const COARSE = ', nslimit=1, nslimit1=1, mclimit=0.1, splines=line';

/**
 * A model as a graph in the DOT language of Graphviz: a node for each class with the fields that it adds, an
 * edge for each relationship with its roles and multiplicities, and an open arrow from a class to its parents.
 */
export function toDot(model: DomainModel): string {
  const edges = [
    ...associations(model).map(associationEdge),
    ...model.classes.flatMap((cls) =>
      cls.parents.map((parent) => `  ${quote(cls.name)} -> ${quote(parent.name)} [arrowhead=onormal, arrowsize=1];`),
    ),
  ];
  return [
    `digraph ${quote(model.name)} {`,
    // From bottom to top, so that parents stand above their children.
    `  graph [rankdir=BT, nodesep=0.6, ranksep=0.9, pad=0.3, bgcolor="transparent", fontname="${FONT}"${edges.length > MANY_EDGES ? COARSE : ''}];`,
    `  node [shape=plain, fontname="${FONT}", fontsize=11, fontcolor="${colours.text}"];`,
    `  edge [fontname="${FONT}", fontsize=10, fontcolor="${colours.edge}", color="${colours.edge}", arrowhead=vee, arrowsize=0.7, labeldistance=1.8];`,
    '',
    ...model.classes.flatMap(classNode),
    '',
    ...edges,
    '}',
    '',
  ].join('\n');
}
