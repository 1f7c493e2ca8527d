import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { describe, expect, test } from 'vitest';
import { allOntologies, modelOf, vocabularies } from '../../test/support/ontologies.ts';
import { DiagnosticError } from '../diagnostics/index.ts';
import type { DomainClass, DomainModel, Field } from '../model/index.ts';
import { defaultPolicies } from '../model/index.ts';
import { associations } from './diagram.ts';
import { toDot } from './dot.ts';
import { toMermaid } from './mermaid.ts';
import { toSvg } from './svg.ts';

/** Creates a class with an id and one string field. */
function classNamed(name: string, more: Partial<DomainClass> = {}): DomainClass {
  const field = (name: string, type: Field['type']): Field =>
    ({ name, type, cardinality: 'one', unique: false, deprecated: false }) as Field;
  const fields = [field('id', { kind: 'id' }), field(`${name}_text`, { kind: 'scalar', scalar: 'string' })];
  return { name, parents: [], fields, allFields: fields, relations: [], allRelations: [], ...more } as unknown as DomainClass;
}

function modelWith(classes: readonly DomainClass[], name = 'hostile'): DomainModel {
  return {
    name,
    source: 'x.ttl',
    deprecated: false,
    classes,
    enumerations: [],
    unions: [],
    axioms: [],
    assumptions: [],
    chosen: [],
    policies: defaultPolicies,
  };
}

/** Parses a DOT text with Graphviz. */
async function read(dot: string): Promise<{ nodes: string[]; edges: number }> {
  const graphviz = await Graphviz.load();
  const graph = graphviz.read(dot);
  const found = { nodes: graph.nodeNames(), edges: graph.edges().length };
  graph.delete();
  return found;
}

const HOSTILE = [
  `quotes " ' and \\ at the end \\`,
  '</TD></TR></TABLE>>]; evil -> node; //',
  '<script>alert(1)</script> &lt;b&gt; &amp &#x41; &nosuch;',
  'line\nbreak\r\nand a tab\t, \\N \\G \\l',
  'ünïcödé 类 🎉 \u202E turned',
  'no XML: \u0000\u0001\uFFFF\uD800',
];

describe('DOT', () => {
  test('the heading of a class without fields is its only cell', () => {
    expect(toDot(modelWith([classNamed('Empty', { fields: [], allFields: [] })]))).not.toContain('COLSPAN');
  });

  test('of the tutorial', async () => {
    expect(toDot(await modelOf('blog'))).toMatchInlineSnapshot(`
      "digraph "blog" {
        graph [rankdir=BT, nodesep=0.6, ranksep=0.9, pad=0.3, bgcolor="transparent", fontname="Helvetica", fontsize=10];
        node [shape=plain, fontname="Helvetica", fontsize=11, fontcolor="#0f172a"];
        edge [fontname="Helvetica", fontsize=10, fontcolor="#475569", color="#475569", arrowhead=vee, arrowsize=0.7, labeldistance=1.8];

        "User" [tooltip="Somebody with an account.", label=<<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="5" COLOR="#94a3b8" BGCOLOR="#ffffff">
          <TR><TD ALIGN="LEFT" WIDTH="124" HEIGHT="20" FIXEDSIZE="TRUE" COLSPAN="2" BGCOLOR="#e0e7ff"><B>User</B></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="61" HEIGHT="20" FIXEDSIZE="TRUE">id</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">uuid</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="61" HEIGHT="20" FIXEDSIZE="TRUE">email</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">string</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="61" HEIGHT="20" FIXEDSIZE="TRUE">name</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">string</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="61" HEIGHT="20" FIXEDSIZE="TRUE">joined_at</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">dateTime</FONT></TD></TR>
        </TABLE>>];
        "Post" [tooltip="An article on the blog.", label=<<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="5" COLOR="#94a3b8" BGCOLOR="#ffffff">
          <TR><TD ALIGN="LEFT" WIDTH="144" HEIGHT="20" FIXEDSIZE="TRUE" COLSPAN="2" BGCOLOR="#e0e7ff"><B>Post</B></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="81" HEIGHT="20" FIXEDSIZE="TRUE">id</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">uuid</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="81" HEIGHT="20" FIXEDSIZE="TRUE">title</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">string</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="81" HEIGHT="20" FIXEDSIZE="TRUE">content</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">string</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="81" HEIGHT="20" FIXEDSIZE="TRUE">published_at</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">dateTime</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="81" HEIGHT="20" FIXEDSIZE="TRUE">author_id</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">uuid</FONT></TD></TR>
        </TABLE>>];
        "Comment" [tooltip="A reader's remark on a post.", label=<<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="5" COLOR="#94a3b8" BGCOLOR="#ffffff">
          <TR><TD ALIGN="LEFT" WIDTH="132" HEIGHT="20" FIXEDSIZE="TRUE" COLSPAN="2" BGCOLOR="#e0e7ff"><B>Comment</B></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="69" HEIGHT="20" FIXEDSIZE="TRUE">id</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">uuid</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="69" HEIGHT="20" FIXEDSIZE="TRUE">text</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">string</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="69" HEIGHT="20" FIXEDSIZE="TRUE">created_at</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">dateTime</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="69" HEIGHT="20" FIXEDSIZE="TRUE">post_id</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">uuid</FONT></TD></TR>
          <TR><TD ALIGN="LEFT" WIDTH="69" HEIGHT="20" FIXEDSIZE="TRUE">author_id</TD><TD ALIGN="LEFT" WIDTH="63" HEIGHT="20" FIXEDSIZE="TRUE"><FONT COLOR="#64748b">uuid</FONT></TD></TR>
        </TABLE>>];

        "Post" -> "User" [label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR><TD ALIGN="LEFT" WIDTH="70" HEIGHT="14" FIXEDSIZE="TRUE">author / posts</TD></TR></TABLE>>, taillabel="*", headlabel="1", dir=both, arrowtail=vee];
        "Post" -> "Comment" [label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR><TD ALIGN="LEFT" WIDTH="53" HEIGHT="14" FIXEDSIZE="TRUE">comments</TD></TR></TABLE>>, taillabel="1", headlabel="*"];
        "Comment" -> "User" [label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR><TD ALIGN="LEFT" WIDTH="33" HEIGHT="14" FIXEDSIZE="TRUE">author</TD></TR></TABLE>>, taillabel="*", headlabel="1"];
      }
      "
    `);
  });

  test.each(allOntologies)('of %s is read by Graphviz with each class, relationship and parent', async (name) => {
    const model = await modelOf(name);
    const parents = model.classes.reduce((sum, cls) => sum + cls.parents.length, 0);
    const all = associations(model);
    // In a large diagram, all references between the same two classes are one edge.
    const pairs = new Set(all.map(({ from, to }) => `${from.cls.name} ${to.cls.name}`));
    const references = all.length + parents > 200 ? pairs.size : all.length;
    const dot = toDot(model);
    const inGrid = dot.split('[style=invis]').length - 1;
    expect(await read(dot)).toEqual({ nodes: model.classes.map((cls) => cls.name), edges: references + parents + inGrid });
  });

  test('draws each declared relation once', async () => {
    const model = await modelOf('torture');
    const declared = model.classes.flatMap((cls) => cls.relations.filter((r) => r.declared));
    const pairs = declared.filter((r) => r.inverse?.declared && r.inverse !== r).length / 2;
    expect(associations(model)).toHaveLength(declared.length - pairs);
  });

  test('draws an arrow with an open head from a class to its parent', () => {
    const parent = classNamed('Document');
    expect(toDot(modelWith([parent, classNamed('Report', { parents: [parent] })]))).toContain(
      '"Report" -> "Document" [arrowhead=onormal, arrowsize=1];',
    );
  });

  test('arranges classes without edges in a grid', () => {
    const dot = toDot(modelWith(Array.from({ length: 40 }, (_, i) => classNamed(`C${i}`))));
    // Forty boxes whose width is four times their height: four columns.
    expect(dot.split('[style=invis]').length - 1).toBe(36);
    expect(dot).toContain('"C0" -> "C4" [style=invis];');
  });

  test('draws superclasses on the requested side', async () => {
    const model = await modelOf('blog');
    for (const [direction, rankdir] of Object.entries({ up: 'BT', down: 'TB', left: 'RL', right: 'LR' } as const))
      expect(toDot(model, { direction: direction as 'up' })).toContain(`rankdir=${rankdir},`);
    expect(toMermaid(model, { direction: 'right' })).toContain('classDiagram\n  direction LR\n');
  });

  test('draws the classes of a namespace in a frame with its prefix', async () => {
    const model = await modelOf('prov');
    const dot = toDot(model, {
      group: 'namespace',
      prefixOf: (iri) => (iri === 'http://www.w3.org/ns/prov#' ? 'prov' : undefined),
    });
    expect(dot).toContain('subgraph "cluster_0" {');
    expect(dot).toContain('>prov</TD>');
    expect((await read(dot)).nodes).toEqual(model.classes.map((cls) => cls.name));
    expect(toMermaid(model, { group: 'namespace', prefixOf: () => 'prov' })).toContain('  namespace prov {\n    class ');
  });

  test('draws many classes without their fields', async () => {
    const few = Array.from({ length: 59 }, (_, i) => classNamed(`C${i}`));
    expect(toDot(modelWith(few))).toContain('C0_text');
    expect(toDot(modelWith([...few, classNamed('Last')]))).not.toContain('C0_text');
    expect(toMermaid(modelWith([...few, classNamed('Last')]))).not.toContain('C0_text');
  });

  test('escapes all text from the ontology', async () => {
    const classes = HOSTILE.map((text, i) => classNamed(`C${i}${text.replaceAll('\0', '')}`, { doc: text }));
    const dot = toDot(modelWith(classes, HOSTILE.join('')));
    expect(await read(dot)).toMatchObject({ nodes: expect.objectContaining({ length: HOSTILE.length }), edges: 4 });
    const svg = await toSvg(modelWith(classes, HOSTILE.join('')));
    expect(svg).not.toContain('<script');
    // Only characters that XML allows.
    expect(svg).toMatch(/^[\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
    expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;b&amp;gt;');
    expect(svg).toContain('quotes &quot; &#39; and \\ at the end \\');
  });
});

describe('SVG', () => {
  test.each(['blog', ...vocabularies.filter((name) => name !== 'schema')])('of %s can be rendered', async (name) => {
    const model = await modelOf(name);
    const svg = await toSvg(model);
    expect(svg).toMatch(/^<\?xml [\s\S]*<\/svg>\s*$/);
    for (const cls of model.classes) expect(svg).toContain(`<title>${cls.name}</title>`);
    expect(svg).not.toMatch(/<script|javascript:| on\w+=/i);
    expect(await toSvg(model)).toBe(svg);
  });

  test('900 classes can be rendered', async () => {
    const svg = await toSvg(await modelOf('schema'));
    expect(svg).toContain('<title>CreativeWork</title>');
    const [, width = '', height = ''] = /<svg width="(\d+)pt" height="(\d+)pt"/.exec(svg) ?? [];
    expect(Number(width)).toBeLessThan(3000);
    expect(Number(height)).toBeLessThan(30_000);
  });

  test('rejects a model that is too large', async () => {
    const many = modelWith(Array.from({ length: 6000 }, (_, i) => classNamed(`C${i}`)));
    await expect(toSvg(many)).rejects.toThrow(DiagnosticError);
  });
});

describe('Mermaid', () => {
  test('of the tutorial', async () => {
    expect(toMermaid(await modelOf('blog'))).toBe(`classDiagram
  class User {
    +uuid id
    +string email
    +string name
    +dateTime joined_at
  }
  class Post {
    +uuid id
    +string title
    +string content
    +dateTime published_at
    +uuid author_id
  }
  class Comment {
    +uuid id
    +string text
    +dateTime created_at
    +uuid post_id
    +uuid author_id
  }
  Post "*" <--> "1" User : author / posts
  Post "1" --> "*" Comment : comments
  Comment "*" --> "1" User : author
`);
  });

  const NAME = '[A-Z][A-Za-z0-9]*';
  const lines = new RegExp(
    [
      '^classDiagram$',
      `^  class ${NAME}(?: \\{)?$`,
      '^    \\+[A-Za-z0-9]+(?:\\?|\\[\\])? [a-z][a-z0-9_]*$',
      '^  \\}$',
      `^  ${NAME} <\\|-- ${NAME}$`,
      `^  ${NAME} (?:"[0-9.*]+" )?<?-->(?: "[0-9.*]+")? ${NAME} : [a-z][a-z0-9_]*(?: / [a-z][a-z0-9_]*)?$`,
      '^$',
    ].join('|'),
  );

  test.each(allOntologies)('of %s uses only the safe part of the grammar', async (name) => {
    for (const line of toMermaid(await modelOf(name)).split('\n')) expect(line).toMatch(lines);
  });
});
