import { describe, expect, test } from 'vitest';
import { DiagnosticError } from '../diagnostics/index.ts';
import { checkNestingDepth, remoteContext } from './json.ts';
import { checkXml, normalizeEntityQuotes } from './xml.ts';

/** Returns the code and the line of the reported error. */
function faultOf(check: () => void): { code: string; line: number | undefined } | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof DiagnosticError) || !error.diagnostics[0]) throw error;
    return { code: error.diagnostics[0].code, line: error.diagnostics[0].place?.line };
  }
}

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

test('changes only the quotes of entity values', () => {
  const document = (entities: string) => `<?xml version='1.0'?>\n<!DOCTYPE a [\n${entities}\n]>\n<a b='c'>'&e;'</a>`;
  expect(normalizeEntityQuotes(document("<!ENTITY e 'x'>"))).toBe(document('<!ENTITY e "x">'));
  for (const same of ['<!ENTITY e "it\'s">', "<!-- <!ENTITY e 'x'> -->", '<!ENTITY e \'a "b"\'>']) {
    expect(normalizeEntityQuotes(document(same))).toBe(document(same));
  }
  for (const text of ['', '<a/>', "<!DOCTYPE a [<!ENTITY e 'x'>"]) expect(normalizeEntityQuotes(text)).toBe(text);
});

describe('XML', () => {
  const fault = (text: string) => faultOf(() => checkXml('a.rdf', text));

  test('is limited in the nesting depth of elements', () => {
    expect(fault(nested('<a>', '</a>', 10_000))).toBeUndefined();
    expect(fault(`\n${nested('<a>', '</a>', 10_001)}`)).toEqual({ code: 'too-deep', line: 2 });
    expect(fault(nested("<a b='>'>", '</a>', 10_001))).toMatchObject({ code: 'too-deep' });
  });

  test.each([
    ['empty elements', '<a/>'],
    ['elements one after the other', '<a></a>'],
    ['comments', '<!-- <a> -->'],
    ['instructions', '<?a <a> ?>'],
    ['sections of text', '<![CDATA[<a>]]>'],
    ['values of attributes', '<a b="<a>" c=\'/>\'/>'],
  ])('does not count %s as nesting', (_, text) => {
    expect(fault(`<r>${text.repeat(20_000)}</r>`)).toBeUndefined();
  });

  test.each([
    ['<!ENTITY x SYSTEM "file:///etc/passwd">', 2],
    ['<!ENTITY y "z">\n<!ENTITY % x PUBLIC "a" "http://e/x">', 3],
    ['<!-- <!ENTITY x SYSTEM "a"> -->', undefined],
    ["<!ENTITY y '<!ENTITY'>", undefined],
  ])('must not contain external entities: %s', (declared, line) => {
    const found = fault(`<!DOCTYPE r [\n${declared}\n]><r/>`);
    expect(found).toEqual(line === undefined ? undefined : { code: 'entity-elsewhere', line });
  });

  test('is limited in the total length of expanded entities', () => {
    const document = (declared: string, used: string) => `<!DOCTYPE r [\n${declared}\n]><r>\n${used}</r>`;
    const owl = '<!ENTITY owl "http://www.w3.org/2002/07/owl#">';
    expect(fault(document(owl, '<a b="&owl;Class"/>'.repeat(100_000)))).toBeUndefined();
    const doubling = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('\n');
    const grown = document(`<!ENTITY e0 "lol">${doubling}`, '<a>&e30;</a>');
    expect(fault(grown)).toEqual({ code: 'entities-too-long', line: 24 });
    expect(fault(document(`<!ENTITY e "${'a'.repeat(100_000)}">`, '&e;'.repeat(1000)))).toMatchObject({
      code: 'entities-too-long',
    });
    // Each value of a name counts.
    const long = `<!ENTITY e "${'a'.repeat(100_000)}">`;
    expect(fault(document(`<!-- <!ENTITY e ""> -->${long}`, '&e;'.repeat(1000)))).toMatchObject({ code: 'entities-too-long' });
    const name = 'e'.repeat(300);
    expect(fault(document(long.replace('e', name), `&${name};`.repeat(1000)))).toMatchObject({ code: 'entities-too-long' });
    // What follows an error of syntax counts, because a parser may expand it before it finds the error.
    const tooLong = { code: 'entities-too-long' };
    expect(fault(grown.replace('</r>', '<!x></r>'))).toMatchObject(tooLong);
    expect(fault(`<!DOCTYPE r []>${grown}`)).toMatchObject(tooLong);
    expect(fault(grown.replace('DOCTYPE', 'doctype'))).toMatchObject(tooLong);
    // The parser expands a value when it is declared, also in a comment, and the last value of a name counts.
    expect(fault(grown.replace('&e30;', ''))).toMatchObject(tooLong);
    expect(fault(document(`<!-- <!ENTITY e0 "lol">${doubling} -->`, '&e30;'))).toMatchObject(tooLong);
    expect(fault(document(`<!ENTITY e30 "x"><!ENTITY e0 "lol">${doubling}`, '&e30;'))).toMatchObject(tooLong);
    expect(fault(document(`<?p '?><!ENTITY e0 "lol">${doubling}`, '&e30;'))).toMatchObject(tooLong);
    // Cyclic entities are left to the parser.
    expect(fault(document('<!ENTITY a "&b;"><!ENTITY b "&a;">', '&a;'))).toBeUndefined();
    const chain = Array.from({ length: 50_000 }, (_, i) => `<!ENTITY e${i} "&e${i + 1};">`).join('\n');
    expect(fault(document(chain, '&e0;'))).toBeUndefined();
  });

  test('with an unclosed comment in its document type declaration is checked in linear time', () => {
    const start = performance.now();
    for (const end of ['', '"]><r/>']) expect(fault(`<!DOCTYPE r ["${'<!--'.repeat(100_000)}${end}`)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test('declares namespaces in tags only', () => {
    const found: string[][] = [];
    checkXml(
      'a.rdf',
      `<!-- <a xmlns:no="x"> --><a xmlns = "urn:a" xmlns:b='urn:"b'><c xmlns:d="urn:d"/>xmlns:e="f"</a>`,
      (...each) => found.push(each),
    );
    expect(found).toEqual([
      ['', 'urn:a'],
      ['b', 'urn:"b'],
      ['d', 'urn:d'],
    ]);
  });

  test.each(['<', '<!', '<!--', '<![CDATA[', '<?', '<a b="', '<!DOCTYPE a [', '<!DOCTYPE a [<!ENTITY b "', '</', '&'])(
    'is left to the parser if it ends with %s',
    (text) => {
      expect(fault(text.repeat(1000))).toBeUndefined();
    },
  );
});

describe('JSON', () => {
  const fault = (text: string) => faultOf(() => checkNestingDepth('a.jsonld', text));

  test('is limited in the nesting depth of objects and lists', () => {
    expect(fault(nested('{"a":', '}', 500))).toBeUndefined();
    expect(fault(`\n\n${nested('{"a":[', ']}', 251)}`)).toEqual({ code: 'too-deep', line: 3 });
    expect(fault(`[${'{},'.repeat(10_000)}{}]`)).toBeUndefined();
    expect(fault(`["${'[{\\"'.repeat(10_000)}"]`)).toBeUndefined();
    expect(fault(`"${'['.repeat(10_000)}`)).toBeUndefined();
  });

  test.each([
    ['{"@context": "http://a/c"}', { address: 'http://a/c', offset: 13 }],
    ['{"@context": [{"x": ["no"]}, "http:\\/\\/a/c"]}', { address: 'http://a/c', offset: 29 }],
    ['{"@context": [{"x": "y"}]}', undefined],
    ['{"@type": "@context", "a\\"@context": "http://a/c"}', undefined],
    ['{"@context": "http://a/\\q"}', undefined],
    ['{"@context": "http://a/', undefined],
  ])('has a remote context: %s', (text, context) => {
    expect(remoteContext(text)).toEqual(context);
  });
});
