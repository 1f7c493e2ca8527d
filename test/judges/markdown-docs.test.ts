import path from 'node:path';
import { lint } from 'markdownlint/sync';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { describe, expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { withHeader } from '../../src/output/index.ts';
import { markdownDocs } from '../../src/targets/markdown-docs/index.ts';
import { allOntologies, halfOfVocabularies, isFullRun, judgedOntologies, modelOf, modelOfTurtle } from '../support/ontologies.ts';

const all = [...new Set([...(isFullRun ? allOntologies : judgedOntologies), 'constraints', 'dcat', 'org', 'skos'])];
const judged = halfOfVocabularies(all, 1);

/** Returns the pages with their headers, by path. */
function pagesOf(model: DomainModel): ReadonlyMap<string, string> {
  const origin = { generator: markdownDocs.name, ontology: model.source };
  return new Map(markdownDocs.generate(model).map((file) => [file.path, withHeader(file, origin)]));
}

const htmlOf = (page: string): string =>
  micromark(page, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()], allowDangerousHtml: true });

/** Returns the anchors that GitHub and MkDocs generate for the headings of a page. */
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')));

/** Rule MD013 limits the length of lines, but table rows are as long as their content. */
const config = { default: true, MD013: false };

describe.each(judged)('%s', (name) => {
  test('markdownlint reports no problem', async () => {
    const model = await modelOf(name);
    const strings = Object.fromEntries(pagesOf(model));
    // Rule MD059 rejects link texts that do not describe their target, but a class may have such a name.
    const names = new Set(model.classes.map((cls) => `[${cls.name}]`));
    const found = Object.entries(lint({ strings, config })).flatMap(([file, problems]) =>
      problems
        .filter(({ ruleNames, errorContext }) => ruleNames[0] !== 'MD059' || !names.has(errorContext ?? ''))
        .map(
          ({ lineNumber, ruleNames, errorDetail, errorContext }) =>
            `${file}:${lineNumber} ${ruleNames[0]} ${errorDetail} ${errorContext}`,
        ),
    );
    expect(found.slice(0, 10)).toEqual([]);
  });

  test('every link points to an existing page and heading', async () => {
    const pages = pagesOf(await modelOf(name));
    const lost: string[] = [];
    let links = 0;
    for (const [file, page] of pages) {
      for (const [, href = ''] of htmlOf(page).matchAll(/<a href="([^"]*)"/g)) {
        if (/^https?:/.test(href)) continue;
        links++;
        const [target = '', anchor] = href.split('#');
        const found = pages.get(path.posix.join(path.posix.dirname(file), target));
        if (found === undefined || (anchor !== undefined && !anchorsOf(found).has(anchor))) lost.push(`${file}: ${href}`);
      }
    }
    expect(lost).toEqual([]);
    expect(links).toBeGreaterThan(0);
  });

  test('tables keep all rows, and HTML from the ontology is escaped', async () => {
    for (const [file, page] of pagesOf(await modelOf(name))) {
      const html = htmlOf(page);
      const tags = new Set([...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag = '']) => tag));
      const known = ['h1', 'h2', 'p', 'a', 'ul', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'code', 'pre'];
      expect(
        [...tags].filter((tag) => !known.includes(tag)),
        file,
      ).toEqual([]);
      expect(html.match(/<tr>/g)?.length ?? 0, file).toBe([...page.matchAll(/^\| (?!---)/gm)].length);
    }
  });

  const NAME = '[A-Z][A-Za-z0-9]*';
  const lines = new RegExp(
    [
      '^classDiagram$',
      `^  class ${NAME}(?: \\{)?$`,
      '^    \\+[A-Za-z0-9]+(?:\\?|\\[\\])? [a-z][a-z0-9_]*$',
      '^  \\}$',
      `^  ${NAME} <\\|-- ${NAME}$`,
      `^  ${NAME} --> "[0-9.*]+" ${NAME} : [a-z][a-z0-9_]*$`,
    ].join('|'),
  );

  test('diagrams use only a safe subset of the Mermaid grammar', async () => {
    const model = await modelOf(name);
    let diagrams = 0;
    for (const page of pagesOf(model).values()) {
      for (const [, diagram = ''] of page.matchAll(/^```mermaid\n([\s\S]*?)\n```$/gm)) {
        diagrams++;
        for (const line of diagram.split('\n')) expect(line).toMatch(lines);
      }
    }
    expect(diagrams).toBe(model.classes.length);
  });
});

/** Texts that would become Markdown, HTML, mentions, formulas or attributes if they were not escaped. */
const hostileTexts = [
  ...['<script>alert(1)</script>', '[x](javascript:alert(1))', '![x](http://evil.example/x.png)', '*a* _b_ **c** `d` ~~e~~'],
  ...['| a | b |', '&lt;b&gt; &copy;', '$x^2$', '@someone', ':smile:', '{: onclick="x" }', '[^1]: note', '==mark==', '\\* \\<'],
  ...[
    '# no heading',
    '- no item',
    '1. no item',
    '> no quote',
    '--- ',
    '```',
    '    code',
    '<!-- x -->',
    'www.example.org',
    'a@b.example',
  ],
];

test.each(hostileTexts)('%s is shown literally on every page', async (text) => {
  const quoted = JSON.stringify(text);
  const { model } = await modelOfTurtle(`
    :A a owl:Class ; rdfs:comment ${quoted} . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:comment ${quoted} .
    :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:in ( ${quoted} "plain" ) ; sh:maxCount 1 ] .`);
  const shown = text.replace(/\s+/g, ' ').trim();
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  const pages = pagesOf(model);
  for (const file of ['index.md', 'classes/a.md', 'enumerations.md']) {
    const page = pages.get(file) ?? '';
    const html = htmlOf(page.replace(/^<!--.*-->\n/gm, ''));
    expect(html).not.toMatch(/<(?!\/?(?:h1|h2|p|ul|li|table|thead|tbody|tr|th|td|code|pre|a)\b)/);
    const plain = html.replace(/<[^>]*>/g, '').replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);
    expect(plain, file).toContain(shown);
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^(?:https?:\/\/|\.\.\/|classes\/|[a-z0-9_]+\.md)/);
  }
});

test('characters that hide or reorder text are shown by their code points', async () => {
  const { model } = await modelOfTurtle(
    ':A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A . :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:in ( "a\\u202Eb" "c\\u200Bd" ) ] .',
  );
  const page = pagesOf(model).get('enumerations.md') ?? '';
  expect(page).not.toMatch(/[\u202e\u200b]/);
  expect(page).toContain('a⟨U\\+202E⟩b');
});
