import { beforeAll, describe, expect, test } from 'vitest';
import { Declarations } from '../../test/support/declarations.ts';
import { modelOf, modelOfTurtle, ontologyFile, ontologyOfTurtle, sampleEvenly } from '../../test/support/ontologies.ts';
import { buildModel, type DomainClass, type DomainModel, policiesOf } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import { withHeader } from '../output/index.ts';
import {
  type Element,
  type Emission,
  type GeneratedFile,
  loadTarget,
  nameOf,
  type Support,
  type Target,
  templateNames,
} from '../targets/index.ts';
import { originOf } from '../templates/index.ts';
import { declarationOf, elementAtOutputLine, headerLines } from './declarations.ts';
import { type ConstraintReason, elementAt, elementsOf, explain, findElement, reportOf, shortfallsOf, totalsOf } from './index.ts';
import { constraintsOnField } from './reasons.ts';

const shop = await modelOf('constraints');
const show = (iri: string) => iri.replace('http://example.org/shop#', ':').replace('http://example.org/test#', ':');

/** Returns a target with the same support for every constraint, or with that of a function. */
function target(name: string, support: Support | Emission['achieved']): Target {
  const achieved = typeof support === 'function' ? support : () => support;
  return {
    ...{ name, category: 'test', language: 'test', description: 'test', enforces: true, differences: [] },
    emit: () => ({ achieved, files: () => [], printing: () => ({ files: [] }), unprinted: () => [] }),
    generate: () => [],
  };
}

const enforced: Support = { status: 'enforced' };
const inPart: Support = { status: 'approximated', how: 'by half' };
const dropped: Support = { status: 'dropped', why: 'no means' };

describe('verdicts', () => {
  const turtle = ':A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .\n';

  test.each([
    [enforced, { status: 'enforced' }],
    [inPart, { status: 'approximated', note: 'by half' }],
    [dropped, { status: 'dropped', note: 'no means' }],
  ])('the support %o of all constraints of an axiom', async (support, verdict) => {
    const { model } = await modelOfTurtle(turtle);
    const { axioms } = reportOf('x.ttl', model, [target('t', support)]);
    expect(axioms.map((a) => a.targets['t'])).toEqual([verdict, verdict]);
  });

  test('lists by class what a target omits without an axiom', async () => {
    const { model } = await modelOfTurtle(turtle);
    const [cls] = model.classes as [DomainClass];
    const leaving: Target = { ...target('t', enforced), omissions: () => [{ class: cls, what: 'the <best>' }] };
    const report = reportOf('x.ttl', model, [leaving, target('u', enforced)]);
    expect(report.omissions).toEqual([{ target: 't', class: 'A', what: 'the <best>' }]);
  });

  test('an axiom with one dropped part is approximated, and each reason occurs once', async () => {
    const { model } = await modelOfTurtle(
      `${turtle}:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:cardinality 1 ] .`,
    );
    const partly = target('t', ({ kind }) => (kind === 'single' ? dropped : enforced));
    const { axioms } = reportOf('x.ttl', model, [partly]);
    expect(axioms.find((a) => a.construct === 'owl:cardinality')?.targets).toEqual({
      t: { status: 'approximated', note: 'no means' },
    });
  });

  test('all targets drop what the model does not contain, and none enforces what it contains in part', async () => {
    const { model } = await modelOfTurtle(
      `${turtle}:A owl:disjointUnionOf ( :B :C ) . :B a owl:Class . :C a owl:Class .
       :A owl:complementOf :B .`,
    );
    const { axioms } = reportOf('x.ttl', model, [target('t', enforced)]);
    const of = (construct: string) => axioms.find((a) => a.construct === construct)?.targets['t'];
    expect(of('owl:complementOf')).toEqual({ status: 'dropped', note: 'complements are not read' });
    expect(of('owl:disjointUnionOf')?.status).toBe('approximated');
  });

  test('totals equal the number of verdicts', () => {
    const targets = [target('a', enforced), target('b', ({ kind }) => (kind === 'type' ? dropped : inPart))];
    const report = reportOf('shop.ttl', shop, targets);
    expect(report.totals).toEqual(totalsOf(shop, targets));
    for (const [name, { enforced: all, approximated, dropped: none }] of Object.entries(report.totals)) {
      expect(all + approximated + none, name).toBe(shop.axioms.length);
    }
    const statuses = report.axioms.map((a) => a.targets['b']?.status);
    expect(report.totals['b']?.dropped).toBe(statuses.filter((s) => s === 'dropped').length);
  });

  test('totals do not compute the text of axioms', () => {
    const silent: DomainModel = {
      ...shop,
      axioms: shop.axioms.map(({ construct, constraints }) => ({
        construct,
        constraints,
        get statement(): string {
          throw new Error('put in words');
        },
      })),
    };
    expect(totalsOf(silent, [target('a', enforced)])['a']?.dropped).toBe(0);
  });

  test('every axiom has a construct, a text and a source location, and they are sorted by location', () => {
    const { axioms } = reportOf('shop.ttl', shop, []);
    for (const { construct, statement, place } of axioms) {
      expect(construct).toMatch(/^(owl|rdfs|sh|xsd):\w+$/);
      expect(statement).not.toMatch(/[\n]|^undefined|undefined$/);
      expect(place?.line, statement).toBeGreaterThan(0);
    }
    const lines = axioms.map((a) => a.place?.line ?? 0);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });
});

describe('notes', () => {
  const of = (verdicts: Readonly<Record<string, Support>>) =>
    shortfallsOf({
      targets: Object.fromEntries(
        Object.entries(verdicts).map(([name, s]) => [
          name,
          s.status === 'enforced' ? { status: s.status } : { status: s.status, note: 'how' in s ? s.how : s.why },
        ]),
      ),
    }).map(({ status, by, note }) => `${status} by ${by}: ${note}`);

  test.each<[Readonly<Record<string, Support>>, string[]]>([
    [{ a: enforced, b: enforced }, []],
    [{ a: dropped, b: dropped }, ['dropped by all: no means']],
    [{ a: enforced, b: dropped }, ['dropped by b: no means']],
    [{ a: dropped, b: dropped, c: dropped, d: enforced }, ['dropped by all but d: no means']],
    [
      { a: dropped, b: dropped, c: dropped, d: enforced, e: inPart },
      ['dropped by all but d and e: no means', 'approximated by e: by half'],
    ],
    [{ a: dropped, b: inPart }, ['dropped by a: no means', 'approximated by b: by half']],
    [{ a: dropped, b: dropped, c: enforced, d: enforced }, ['dropped by a, b: no means']],
  ])('%o', (verdicts, expected) => {
    expect(of(verdicts)).toEqual(expected);
  });
});

describe('elements by name', () => {
  test.each([
    ['Product', 'Product'],
    ['product', 'Product'],
    ['products', 'Product'],
    [':Product', 'Product'],
    ['http://example.org/shop#Product', 'Product'],
    ['<http://example.org/shop#Product>', 'Product'],
    ['OrderWithRelations', 'Order'],
    ['OrderStatus', 'OrderStatus'],
    [':OrderStatus', 'OrderStatus'],
    ['product_colour', 'ProductColour'],
    ['Product.sku', 'Product.sku'],
    ['products.sku', 'Product.sku'],
    ['Product.oldName', 'Product.old_name'],
    ['Product.:oldName', 'Product.old_name'],
    ['Product.<http://example.org/shop#oldName>', 'Product.old_name'],
    ['http://example.org/shop#Product.http://example.org/shop#oldName', 'Product.old_name'],
    [':oldName', 'Product.old_name'],
    ['DigitalProduct.sku', 'DigitalProduct.sku'],
    ['Order.items', 'Order.item_ids'],
    ['Product.made_by', 'Product.made_by_person_id'],
    ['Product.made_by_company_id', 'Product.made_by_company_id'],
    ['Order.id', 'Order.id'],
  ])('%s is %s', (name, expected) => {
    const element = findElement(shop, name, show);
    expect(element && nameOf(element)).toBe(expected);
  });

  test.each(['', '.', 'Produc', 'Product.', '.sku', 'Product.none', 'None.sku', 'Product.sku.more'])(
    '"%s" is nothing',
    (name) => {
      expect(findElement(shop, name, show)).toBeUndefined();
    },
  );

  test.each([
    ['hasPosts', 'Post.author_id'],
    [':hasPosts', 'Post.author_id'],
    ['User.hasPosts', 'Post.author_id'],
    ['Post.comments', 'Comment.post_id'],
    ['hasComments', 'Comment.post_id'],
    ['title', 'Post.title'],
    ['text', 'Comment.text'],
    ['post_id', 'Comment.post_id'],
    ['CommentCreate', 'Comment'],
    ['CommentPage', 'Comment'],
  ])('the property %s is found in the class that stores it: %s', async (name, expected) => {
    const model = await modelOf('blog');
    const element = findElement(model, name, (iri) => iri.replace('http://example.org/blog#', ':'));
    expect(element && nameOf(element)).toBe(expected);
  });

  test('a field name without a class finds nothing if several classes declare it', async () => {
    expect(findElement(await modelOf('blog'), 'author_id', (iri) => iri)).toBeUndefined();
  });

  test.each(['blog', 'constraints', 'torture'])('%s: each line that declares something leads to it', async (name) => {
    const ontology = await loadOntology(ontologyFile(name));
    const { model } = await buildModel(ontology);
    const subjectOf = (element: Element) => {
      if (element.kind === 'field') return element.field;
      return element.kind === 'class' ? element.class : element.enumeration;
    };
    const declared = [...elementsOf(model)].map(subjectOf).flatMap(({ iri }) => (iri === undefined ? [] : [iri]));
    const lines = new Map(declared.map((iri) => [ontology.place(iri).line, iri]));
    expect(lines.size).toBeGreaterThan(10);
    for (const [line, iri] of sampleEvenly([...lines], 60)) {
      const element = line === undefined ? undefined : elementAt(model, ontology, ontologyFile(name), line);
      if (line !== undefined) expect(element && subjectOf(element).iri, `line ${line}`).toBe(iri);
    }
  });

  test('a line of a shape leads to its target class, or to the field of its property', async () => {
    const ontology = await ontologyOfTurtle(
      [
        ':A a owl:Class .',
        ':p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .',
        ':unused a owl:AnnotationProperty .',
        ':Shape a sh:NodeShape ;',
        '  sh:targetClass :A ;',
        '  sh:property [',
        '    sh:path :p ;',
        '    sh:maxLength 5 ;',
        '    sh:message "short"',
        '  ] .',
      ].join('\n'),
    );
    const { model } = await buildModel(ontology);
    const first = (ontology.place('http://example.org/test#A').line ?? 1) - 1;
    const named = (line: number) => {
      const element = elementAt(model, ontology, ontology.file, first + line);
      return element && nameOf(element);
    };
    expect([1, 2, 3, 4, 5, 7, 8, 9].map(named)).toEqual(['A', 'A.p', undefined, 'A', 'A', 'A.p', 'A.p', 'A.p']);
    expect(named(0)).toBeUndefined();
  });

  test('explains an element with a decision for its superclass', async () => {
    const place = { file: 'codegen.yaml', line: 3, column: 9 };
    const { model } = await modelOfTurtle(
      ':Code a owl:Class . :Size a owl:Class ; rdfs:subClassOf :Code . :S a :Size . :M a :Size .',
      undefined,
      [{ element: ':Code', choice: { listed: true }, place: () => place }],
    );
    const element = findElement(model, 'Size', (iri) => iri);
    expect(element && explain(element, model, [], () => '').settled).toMatchObject([
      { element: ':Code', choice: 'listed', place },
    ]);
  });

  test('explains a field with its relations and with axioms about their properties', async () => {
    const model = await modelOf('blog');
    const explained = (name: string) => {
      const element = findElement(model, name, (iri) => iri);
      if (!element) throw new Error(name);
      return explain(element, model, [], () => '');
    };
    const { relations, axioms, assumptions } = explained('hasPosts');
    expect(relations).toEqual(['Post.author', 'User.posts']);
    expect(axioms.map(({ statement }) => statement).join('\n')).toMatch(/hasAuthor> rdfs:domain|:hasAuthor rdfs:domain/);
    expect(axioms.some(({ statement }) => statement.includes('hasPosts') && statement.includes('owl:inverseOf'))).toBe(true);
    expect(new Set(assumptions.map(({ element }) => element))).toEqual(new Set(['Post.author_id']));
    expect(explained('hasComments').assumptions.map(({ kind }) => kind)).toContain('direction');
    expect(explained('Post.title').relations).toEqual([]);
  });

  test('an exact name takes precedence over one that differs in case', async () => {
    const { model } = await modelOfTurtle(
      ':A a owl:Class . :b a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string . :a a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .',
    );
    expect(nameOf(findElement(model, ':a', show) as never)).toBe('A.a');
    expect(nameOf(findElement(model, ':A', show) as never)).toBe('A');
  });

  test.each([
    ['Straße', 'Strasse'],
    ['public road', 'Strasse'],
    ['Straße.größe', 'Strasse.size'],
    ['Strasse.size', 'Strasse.size'],
    ['GO_0008150', 'BiologicalProcess'],
    ['Road', 'Road'],
  ])('%s, the last part of an IRI or a label, finds %s, unless an element has that name', async (name, expected) => {
    const { model } = await modelOfTurtle(
      `:Straße a owl:Class ; rdfs:label "public road" . :Gasse a owl:Class ; rdfs:label "Road" . :Road a owl:Class .
       :größe a owl:DatatypeProperty ; rdfs:label "size" ; rdfs:domain :Straße ; rdfs:range xsd:string .
       :GO_0008150 a owl:Class ; rdfs:label "biological process" .`,
    );
    const element = findElement(model, name, show);
    expect(element && nameOf(element)).toBe(expected);
  });
});

/** True for elements without a declaration: SQL and SHACL inline enumerations; in RDF the node is the id. */
function isNamedNowhere(name: string, element: Element): boolean {
  if (!['sql-schema', 'shacl-shapes', 'jsonld-context', 'r2rml'].includes(name)) return false;
  // In R2RML, the table of the superclass describes a class that adds no column.
  if (name === 'r2rml' && element.kind === 'class') return element.class.parents.length > 0 && element.class.fields.length === 0;
  return (
    element.kind === 'enumeration' || (name === 'shacl-shapes' && element.kind === 'field' && element.field.iri === undefined)
  );
}

describe.each(templateNames)('declarations of %s', (name) => {
  const written = ({ path, content }: GeneratedFile) => `header of ${path}\n\n${content}`;
  let printed: Target;
  let shopFiles: Map<string, string>;
  beforeAll(async () => {
    printed = await loadTarget(name);
    shopFiles = new Map(printed.generate(shop).map((file) => [file.path, written(file)]));
  });

  test.each(['constraints', 'blog'])('finds the declaration of each element of %s, and the element there', async (ontology) => {
    const model = await modelOf(ontology);
    const emission = printed.emit(model);
    const declarations = new Declarations(emission);
    for (const element of elementsOf(model)) {
      const declared = declarations.of(element);
      if (!declared && isNamedNowhere(name, element)) continue;
      expect(declared, nameOf(element)).toBeDefined();
      if (!declared) continue;
      const { file, line } = declared;
      const found = elementAtOutputLine(emission, `/some/where/${file.path}`, written(file), line + 2)?.element;
      expect(found?.kind, `${nameOf(element)} at ${file.path}:${line}`).toBe(element.kind);
      // The superclass may declare an inherited field.
      if (element.kind === 'field' && found?.kind === 'field') expect(found.field.name).toBe(element.field.name);
      else expect(found && nameOf(found)).toBe(nameOf(element));
    }
  });

  test.each(['constraints', 'torture'])('a search for one element of %s finds the same as all marks', async (ontology) => {
    const model = await modelOf(ontology);
    const emission = printed.emit(model);
    const all = new Declarations(emission);
    const lines = (file: GeneratedFile) => headerLines(withHeader(file, originOf(file, name, model)), file.content);
    // Each search prints again, so a sample must do: it contains all kinds of elements, and inherited fields.
    const elements = [...elementsOf(model)];
    const step = Math.ceil(elements.length / 8);
    for (const element of elements.filter((_, i) => i % step === 0 || i > elements.length - 4)) {
      const { file, ...expected } = all.of(element) ?? {};
      const { file: short, ...found } = declarationOf(emission, element) ?? {};
      expect({ ...found, path: short?.path }, nameOf(element)).toEqual({ ...expected, path: file?.path });
      if (file && short) expect(lines(short), file.path).toBe(lines(file));
    }
  });

  test('lines inside a class or enumeration are about it, or about one of its fields', () => {
    const emission = printed.emit(shop);
    let lines = 0;
    for (const file of emission.files()) {
      for (const { element, name: declared, from, to } of file.marks ?? []) {
        if (element.kind === 'field' || declared === undefined) continue;
        for (let line = from; line <= to; line++) {
          const found = elementAtOutputLine(emission, file.path, written(file), line + 2)?.element;
          expect(found && nameOf(found).split('.')[0], `${file.path}:${line}`).toBe(nameOf(element));
          lines++;
        }
      }
    }
    // A JSON-LD context lists only the differences of a class.
    expect(lines).toBeGreaterThan(name === 'jsonld-context' ? 20 : 50);
  });

  test('the explanation states where an element is declared', () => {
    const sku = findElement(shop, 'Product.sku', show);
    if (!sku) throw new Error('no sku');
    const { targets, axioms, ...about } = explain(sku, shop, [printed], written);
    expect(about).toMatchObject({
      name: 'Product.sku',
      iri: 'http://example.org/shop#sku',
      label: 'SKU',
      doc: 'Number in the stock.',
    });
    const [spelt] = targets;
    expect(spelt?.name.split('.').at(-1)).toBe('sku');
    expect((shopFiles.get(spelt?.path ?? '') ?? '').split('\n')[(spelt?.line ?? 0) - 1]).toMatch(
      /^\s*(pub |sh:path :|rr:predicate :|\| `)?"?sku\b/,
    );
    expect(axioms.map((a) => a.construct)).toEqual([
      'xsd:pattern',
      'xsd:maxLength',
      'owl:InverseFunctionalProperty',
      'rdfs:domain',
      'rdfs:range',
    ]);
  });
});

describe('axioms that affect an element', () => {
  const constructs = (name: string) => {
    const element = findElement(shop, name, show);
    if (!element) throw new Error(`no ${name}`);
    return explain(element, shop, [], () => '').axioms.map((a) => a.statement);
  };

  test('for a class: axioms about it, keys, choices and closed shapes', () => {
    expect(constructs('Product')).toEqual(
      expect.arrayContaining([':Product owl:hasKey (:catalogue :number)', ':ProductShape sh:closed true']),
    );
    expect(constructs('Company')).toEqual([':Person owl:disjointWith :Company', ':Company rdfs:subClassOf :Party']);
  });

  test('for a narrowed field: its own axioms, and those of the field that it narrows', () => {
    const inherited = constructs('Product.discount');
    expect(constructs('DigitalProduct.discount')).toEqual([...inherited, ':DigitalProduct :discount owl:cardinality 1']);
  });

  test('for a field: the key that contains it', () => {
    expect(constructs('Product.number')).toContain(':Product owl:hasKey (:catalogue :number)');
  });

  test('for an anonymous enumeration: its list, and what narrows it', () => {
    expect(constructs('ProductColour')).toEqual([
      expect.stringContaining(':Product :colour sh:in'),
      ':DigitalProduct :colour sh:in ("blue" "green")',
    ]);
  });

  test('for an id: none', () => {
    expect(constructs('Order.id')).toEqual([]);
  });
});

describe('reasons for each constraint of a field', () => {
  const heldIn = (model: DomainModel, name: string) => {
    const element = findElement(model, name, (iri) => iri);
    if (element?.kind !== 'field') throw new Error(name);
    return explain(element, model, [], () => '').holds;
  };
  const short = (grounds: readonly ConstraintReason[]) =>
    grounds.map((ground) => {
      if (ground.by === 'axiom') return ground.place?.line;
      if (ground.by === 'decision') return ground.place.line;
      return ground.by === 'model' ? ground.why : `${ground.by} ${ground.policy}=${ground.value}`;
    });

  test('are axioms with their lines, and assumptions with their policies', async () => {
    const held = heldIn(await modelOf('blog'), 'Post.title').map(({ kind, says, because }) => [kind, says, short(because)]);
    expect(held).toEqual([
      ['member', 'is a field of Post', [21]],
      ['required', 'has a value', ['assumption unstated=required']],
      ['single', 'has at most one value', ['assumption unstated=required']],
      ['type', 'holds values of type string', [21]],
      ['max-length', 'at most 500 characters', ['assumption lengths=spec']],
    ]);
  });

  test('of an inverse property are the range for the class, and the domain for the type', async () => {
    const turtle =
      ':A a owl:Class . :B a owl:Class .\n:as a owl:ObjectProperty ; rdfs:domain :B ;\n rdfs:range :A ;\n owl:inverseOf :b .\n:b a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :A ;\n rdfs:range :B .';
    const { model } = await modelOfTurtle(turtle, policiesOf({ unstated: 'open' }));
    const statements = (name: string, wanted: string) =>
      heldIn(model, name).flatMap(({ kind, because }) =>
        kind === wanted ? because.map((one) => (one.by === 'axiom' ? one.statement : one.by)) : [],
      );
    expect(statements('A.b', 'member')).toEqual([':as rdfs:range :A', ':b rdfs:domain :A']);
    expect(statements('A.b', 'type')).toEqual([':as rdfs:domain :B', ':b rdfs:range :B']);
  });

  test('of a field that only a shape adds are in the shape, not the domain of another class', async () => {
    const turtle =
      ':A a owl:Class . :B a owl:Class . :day a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:date .\n:AShape a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :day ; sh:maxCount 1 ] .';
    const { model } = await modelOfTurtle(turtle);
    const member = (name: string) => heldIn(model, name).find(({ kind }) => kind === 'member')?.because;
    expect(member('A.day')).toEqual([expect.objectContaining({ statement: ':A :day sh:maxCount 1' })]);
    expect(member('B.day')).toEqual([expect.objectContaining({ statement: ':day rdfs:domain :B' })]);
  });

  test('describe the deletion of an entry of a list', async () => {
    const turtle = ':A a owl:Class . :list a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :A .';
    const { model } = await modelOfTurtle(turtle, policiesOf({ unstated: 'open' }));
    expect(heldIn(model, 'A.list').find(({ kind }) => kind === 'deletion')?.says).toBe(
      'loses the entry when the referenced instance is deleted',
    );
  });

  test('distinguish a policy that the user set from an assumption', async () => {
    const turtle = ':A a owl:Class . :b a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:positiveInteger .';
    const { model } = await modelOfTurtle(turtle, policiesOf({ unstated: 'required' }));
    const held = new Map(heldIn(model, 'A.b').map(({ kind, because }) => [kind, short(because)]));
    expect(held.get('required')).toEqual(['policy unstated=required']);
    expect(held.get('minimum')).toEqual(['its datatype']);
    expect(heldIn(model, 'A.id').every(({ because }) => short(because)[0] === 'every class has it')).toBe(true);
  });

  test.each(['constraints', 'foaf', 'org', 'sosa'])('exist for every constraint of a field of %s', async (ontology) => {
    const model = await modelOf(ontology);
    for (const element of elementsOf(model)) {
      if (element.kind !== 'field' || element.field.owner !== element.class) continue;
      for (const { kind, says, because } of constraintsOnField(model, element.class, element.field)) {
        expect(because.length, `${nameOf(element)} ${kind}`).toBeGreaterThan(0);
        expect(says, kind).not.toBe('');
      }
    }
  });
});

describe('axioms about an element', () => {
  test.each(['constraints', 'foaf', 'org', 'sosa'])('explains elements of %s without creating other axioms', async (ontology) => {
    const model = await modelOf(ontology);
    const all = [...elementsOf(model)];
    const explained = (of: DomainModel) => all.map((element) => explain(element, of, [target('t', enforced)], () => ''));
    const found = explained(model);
    // For a copy of the model, all axioms, assumptions and choices are created and searched.
    expect(found).toEqual(explained({ ...model }));
    expect(found.some(({ assumptions }) => assumptions.length > 0)).toBe(true);
  });
});
