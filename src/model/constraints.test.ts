import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../test/support/ontologies.ts';
import { isBuiltIn } from './queries.ts';
import type { Axiom, DomainClass, DomainModel, Field } from './types.ts';

const A = ':A a owl:Class .\n';

async function build(turtle: string): Promise<DomainModel> {
  return (await modelOfTurtle(turtle)).model;
}

function cls(model: DomainModel, name: string): DomainClass {
  const found = model.classes.find((c) => c.name === name);
  if (!found) throw new Error(`no class ${name}`);
  return found;
}

function field(model: DomainModel, name: string, of = 'A'): Field {
  const found = cls(model, of).allFields.find((f) => f.name === name);
  if (!found) throw new Error(`no field ${name} among ${cls(model, of).allFields.map((f) => f.name)}`);
  return found;
}

/** Returns what the axioms with a construct lead to: the kinds of constraints, and the shortfall. */
function fate(model: DomainModel, construct: string): string[] {
  return model.axioms.filter((a) => a.construct === construct).map(textOf);
}

function textOf({ constraints, shortfall }: Axiom): string {
  const what = constraints.map((c) =>
    'field' in c && c.field ? `${c.kind} ${c.class.name}.${c.field.name}` : `${c.kind} ${c.class.name}`,
  );
  return [...what, ...(shortfall === undefined ? [] : [`but ${shortfall}`])].join(', ');
}

const once = ', owl:FunctionalProperty ';
const shape = (path: string, more: string, target = ':A') =>
  `[] a sh:NodeShape ; sh:targetClass ${target} ; sh:property [ sh:path ${path} ; ${more} ] .\n`;
const data = (name: string, range: string, more = '') =>
  `:${name} a owl:DatatypeProperty ${more}; rdfs:domain :A ; rdfs:range ${range} .\n`;

describe('facets', () => {
  test.each([
    ['sh:minLength 2 ; sh:maxLength 5', 'xsd:string', { minLength: 2, maxLength: 5 }],
    ['sh:pattern "^a" ; sh:flags "i"', 'xsd:string', { patterns: [{ source: '^a', flags: 'i', syntax: 'xpath' }] }],
    [
      'sh:minInclusive 1.5 ; sh:maxExclusive 4',
      'xsd:integer',
      { minimum: { value: '2', inclusive: true }, maximum: { value: '3', inclusive: true } },
    ],
    ['sh:minExclusive -1.5', 'xsd:integer', { minimum: { value: '-1', inclusive: true } }],
    ['sh:maxInclusive -1.5', 'xsd:integer', { maximum: { value: '-2', inclusive: true } }],
    ['sh:minExclusive 0.10', 'xsd:decimal', { minimum: { value: '0.1', inclusive: false } }],
    ['sh:maxInclusive 1.5E3', 'xsd:double', { maximum: { value: '1500', inclusive: true } }],
    ['sh:minInclusive "2024-02-29"^^xsd:date', 'xsd:date', { minimum: { value: '2024-02-29', inclusive: true } }],
    [
      'sh:maxInclusive "2024-01-01T01:30:00.50+02:00"^^xsd:dateTime',
      'xsd:dateTime',
      { maximum: { value: '2023-12-31T23:30:00.5Z', inclusive: true } },
    ],
    ['sh:in ( 3 1 3 )', 'xsd:integer', { values: ['3', '1'] }],
    ['sh:in ( true )', 'xsd:boolean', { values: ['true'] }],
  ])('%s of %s', async (text, range, expected) => {
    const model = await build(A + data('p', range, ', owl:FunctionalProperty ') + shape(':p', text));
    expect(field(model, 'p').type).toMatchObject(expected);
    expect(model.axioms.every((a) => a.shortfall === undefined)).toBe(true);
  });

  test.each([
    ['sh:minInclusive 5 ; sh:maxInclusive 4', 'xsd:integer', 'no value satisfies both it and :A :p sh:minInclusive 5'],
    ['sh:minInclusive "x"', 'xsd:integer', '"x" is a value of xsd:string, not of xsd:integer'],
    ['sh:pattern "a"', 'xsd:date', 'patterns are checked for strings only, and the values are of xsd:date'],
    ['sh:minLength 1', 'xsd:boolean', 'lengths are checked for strings only, and the values are of xsd:boolean'],
    ['sh:in ( 1 "x" )', 'xsd:integer', '"x" is a value of xsd:string, not of xsd:integer'],
    ['sh:maxInclusive "2023-02-29"^^xsd:date', 'xsd:date', '"2023-02-29" is not a value of xsd:date'],
  ])('%s of %s is left out with a warning', async (description, range, why) => {
    const model = await build(A + data('p', range) + shape(':p', description));
    expect(model.axioms.map((a) => a.shortfall).filter((s) => s !== undefined)).toEqual([why]);
  });

  test('includes the facets of the datatypes that a datatype is derived from', async () => {
    const model = await build(
      `${A}${data('p', ':Small')}:Small a rdfs:Datatype ; owl:equivalentClass [ a rdfs:Datatype ; owl:onDatatype :Positive ; owl:withRestrictions ( [ xsd:maxInclusive 9 ] ) ] .
       :Positive a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:minInclusive 1 ] ) .`,
    );
    expect(field(model, 'p').type).toMatchObject({
      datatype: 'http://example.org/test#Small',
      minimum: { value: '1' },
      maximum: { value: '9' },
    });
    expect(fate(model, 'xsd:minInclusive')).toEqual(['minimum A.p']);
  });

  test('accepts datatypes that are defined by each other', async () => {
    const model = await build(
      `${A}${data('p', ':X')}:X a rdfs:Datatype ; owl:onDatatype :Y . :Y a rdfs:Datatype ; owl:onDatatype :X .`,
    );
    expect(field(model, 'p').type).toMatchObject({ scalar: 'string' });
  });
});

describe('enumerations', () => {
  test('a class with listed individuals becomes an enumeration', async () => {
    const model = await build(
      `${A}:Status a owl:Class ; rdfs:comment "How far." ; owl:oneOf ( :On :Off ) . :On rdfs:label "Turned on" . :p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :Status .`,
    );
    expect(model.classes.map((c) => c.name)).toEqual(['A']);
    expect(model.enumerations).toMatchObject([
      {
        name: 'Status',
        slug: 'status',
        doc: 'How far.',
        values: [
          { value: 'On', name: 'on', label: 'Turned on' },
          { value: 'Off', name: 'off' },
        ],
      },
    ]);
    expect(field(model, 'p')).toMatchObject({ cardinality: 'one', type: { kind: 'enumeration' } });
  });

  test('a class with listed individuals stays a class if it has fields or subclasses', async () => {
    const model = await build(
      `:A a owl:Class ; owl:oneOf ( :x ) . ${data('p', 'xsd:string')}:B a owl:Class ; owl:oneOf ( :y ) . :C a owl:Class ; rdfs:subClassOf :B .`,
    );
    expect(model.classes.map((c) => c.name)).toEqual(['A', 'B', 'C']);
    expect(fate(model, 'owl:oneOf')).toEqual(
      Array(2).fill('but the class has fields or subclasses, and is generated like others'),
    );
  });

  test('creates an enumeration for each list of strings in a range, a shape or a datatype', async () => {
    const model = await build(
      `${A}${data('p', '[ a rdfs:Datatype ; owl:oneOf ( "a" "b" "a" ) ]')}${data('q', 'xsd:string')}${shape(':q', 'sh:in ( "a" "b" )')}${data('r', ':T')}:T a rdfs:Datatype ; owl:oneOf ( "x" ) .`,
    );
    expect(model.enumerations.map((e) => [e.name, e.values.map((v) => v.value)])).toEqual([
      ['P', ['a', 'b']],
      ['T', ['x']],
      ['AQ', ['a', 'b']],
    ]);
  });

  test('finds names for unusual values', async () => {
    const model = await build(`${A}${data('p', '[ a rdfs:Datatype ; owl:oneOf ( "" "1" "a b" "a-b" "*/" "é" ) ]')}`);
    expect(model.enumerations[0]?.values.map((v) => v.name)).toEqual(['empty', 'n1', 'a_b', 'a_b_2', 'value', 'e']);
  });

  test('renames an enumeration with the name of a class', async () => {
    const model = await build(`:P a owl:Class . ${A}${data('p', '[ a rdfs:Datatype ; owl:oneOf ( "a" ) ]')}`);
    expect(model.enumerations.map((e) => e.name)).toEqual(['PValue']);
  });
});

describe('unions', () => {
  test.each([
    ['xsd:date xsd:gYear', 'DateOrYear'],
    ['xsd:string xsd:integer', 'IntegerOrText'],
    ['xsd:boolean xsd:string xsd:double', 'BooleanOrFloatOrText'],
  ])('of %s', async (members, name) => {
    const model = await build(`${A}${data('p', `[ a rdfs:Datatype ; owl:unionOf ( ${members} ) ]`)}`);
    expect([field(model, 'p').type.kind, model.unions.map((u) => u.name)]).toEqual(['union', [name]]);
  });

  test.each([
    ['xsd:string xsd:date', 'string'],
    ['xsd:int xsd:long', 'int64'],
    ['xsd:unsignedInt xsd:int', 'int64'],
    ['xsd:integer xsd:double', 'float64'],
    ['xsd:float xsd:double', 'float64'],
    ['xsd:anyURI xsd:string', 'string'],
  ])('of %s become one kind', async (members, scalar) => {
    const model = await build(`${A}${data('p', `[ a rdfs:Datatype ; owl:unionOf ( ${members} ) ]`)}`);
    expect(field(model, 'p').type).toMatchObject({ kind: 'scalar', scalar });
  });

  test('of classes become a choice', async () => {
    const model = await build(
      `${A}:B a owl:Class . :C a owl:Class . :p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range [ a owl:Class ; owl:unionOf ( :B :C ) ] .${shape(':p', 'sh:minCount 1 ; sh:maxCount 1')}`,
    );
    expect(cls(model, 'A').choices).toMatchObject([
      { name: 'p', typeName: 'AP', required: true, fields: [{ name: 'p_b_id' }, { name: 'p_c_id' }] },
    ]);
    expect(fate(model, 'sh:minCount')).toEqual(['choice A']);
  });
});

/** Returns the inherited fields that a class narrows, without the discriminator. */
const narrowed = (model: DomainModel, name: string) => cls(model, name).refinements.filter((form) => !isBuiltIn(form));

describe('what a subclass states about an inherited field', () => {
  const B = (restriction: string) =>
    `:B a owl:Class ; rdfs:subClassOf :A , [ a owl:Restriction ; owl:onProperty :p ; ${restriction} ] .\n`;

  test.each([
    ['owl:minCardinality 1', ', owl:FunctionalProperty ', { cardinality: 'one' }],
    ['owl:hasValue "x"', ', owl:FunctionalProperty ', { cardinality: 'one', constant: 'x' }],
    ['owl:maxCardinality 0', ', owl:FunctionalProperty ', { cardinality: 'optional', absent: true }],
  ])('%s', async (restriction, more, expected) => {
    const model = await build(A + data('p', 'xsd:string', more) + B(restriction));
    expect(field(model, 'p', 'B')).toMatchObject({ ...expected, owner: { name: 'A' }, refines: { name: 'p' } });
    expect(narrowed(model, 'B')).toHaveLength(1);
    expect(field(model, 'p', 'A')).not.toHaveProperty('refines');
  });

  test('removes a default that the subclass does not allow', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:string', once)}:B a owl:Class ; rdfs:subClassOf :A .${shape(':p', 'sh:in ( "x" "y" ) ; sh:defaultValue "x"')}${shape(':p', 'sh:in ( "y" )', ':B')}`,
    );
    expect([field(model, 'p').default, field(model, 'p', 'B').default]).toEqual(['x', undefined]);
  });

  test('a list stays a list', async () => {
    const model = await build(`${A}${data('p', 'xsd:string')}${shape(':p', 'sh:minCount 0')}${B('owl:maxCardinality 1')}`);
    expect(field(model, 'p', 'B')).toMatchObject({ cardinality: 'many', maxItems: 1 });
  });

  test('does not narrow a field that satisfies the statement already, but counts the statement as enforced', async () => {
    const model = await build(A + data('p', 'xsd:string') + B('owl:cardinality 1'));
    expect(narrowed(model, 'B')).toEqual([]);
    expect(fate(model, 'owl:cardinality')).toEqual(['required B.p, single B.p']);
  });

  test('narrows a reference and its relation to a subclass, also for further subclasses', async () => {
    const model = await build(
      `${A}:X a owl:Class . :Y a owl:Class ; rdfs:subClassOf :X . :p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :X .${B('owl:allValuesFrom :Y')}:C a owl:Class ; rdfs:subClassOf :B .`,
    );
    for (const name of ['B', 'C']) {
      expect(field(model, 'p_id', name).type).toMatchObject({ target: { name: 'Y' } });
      expect(cls(model, name).allRelations.find((r) => r.name === 'p')?.target.name).toBe('Y');
    }
    expect(narrowed(model, 'C')).toEqual([]);
  });

  test('rejects values of another kind, which would not fit the superclass', async () => {
    const model = await build(A + data('p', 'xsd:string') + B('owl:allValuesFrom xsd:integer'));
    expect(fate(model, 'owl:allValuesFrom')).toEqual([
      'but the field is inherited, and values of another kind would not fit the superclass',
    ]);
  });

  test('combines what two superclasses state', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:integer')}:B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :A . :D a owl:Class ; rdfs:subClassOf :B , :C .
       ${shape(':p', 'sh:minInclusive 1', ':B')}${shape(':p', 'sh:maxInclusive 9', ':C')}`,
    );
    expect(field(model, 'p', 'D').type).toMatchObject({ minimum: { value: '1' }, maximum: { value: '9' } });
  });

  test('ignores one of two contradictory superclasses, and reports it', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:string', once)}:B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :A . :D a owl:Class ; rdfs:subClassOf :B , :C .
       ${shape(':p', 'sh:hasValue "b"', ':B')}${shape(':p', 'sh:hasValue "c"', ':C')}`,
    );
    const constants = ['B', 'C', 'D'].map((name) => field(model, 'p', name).constant);
    expect([constants.filter((c) => c !== undefined).length, constants[2]]).toEqual([2, constants[0] ?? constants[1]]);
    expect(
      fate(model, 'sh:hasValue')
        .sort()
        .map((f) => f.replace(/[BC]\.p/g, '?.p')),
    ).toEqual(['but D is a subclass of this class and of another one that states the contrary', 'required ?.p, constant ?.p']);
  });
});

describe('shapes', () => {
  test('give a class undeclared properties', async () => {
    const model = await build(
      `${A}${shape(':p', 'sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1')}${shape('rdfs:label', 'sh:maxCount 1')}`,
    );
    expect(cls(model, 'A').fields.map((f) => f.name)).toEqual(['id', 'p', 'label']);
  });

  test('give one property different types in different classes', async () => {
    const model = await build(
      `${A}:B a owl:Class .${shape(':p', 'sh:datatype xsd:string')}${shape(':p', 'sh:datatype xsd:integer', ':B')}`,
    );
    expect([field(model, 'p').type, field(model, 'p', 'B').type]).toMatchObject([{ scalar: 'string' }, { scalar: 'int32' }]);
  });

  test('restrict references to the class that a path to rdf:type lists', async () => {
    const classes = `${A}:Limit a owl:Class . :Current a owl:Class ; rdfs:subClassOf :Limit . :Voltage a owl:Class ; rdfs:subClassOf :Limit .`;
    const properties = [':p', ':q'].map((one) => `${one} a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :Limit .`).join('');
    const one = shape('( :p rdf:type )', 'sh:nodeKind sh:IRI ; sh:in ( :Current )');
    const model = await build(
      `${classes}${properties}${one}${shape('( :q rdf:type )', 'sh:in ( :Current :Voltage )')}${shape('( :r rdf:type )', 'sh:in ( :Voltage )')}`,
    );
    expect(field(model, 'p_id').type).toMatchObject({ kind: 'reference', target: { name: 'Current' } });
    expect(field(model, 'q_id').type).toMatchObject({ kind: 'reference', target: { name: 'Limit' } });
    expect(field(model, 'r_ids').type).toMatchObject({ kind: 'reference', target: { name: 'Voltage' } });
    expect(fate(model, 'sh:in')).toContain('but which of several classes an instance has is not checked');
  });

  test('constrain nothing if they are deactivated, of lower severity, or have paths of several steps', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:string')}${shape(':p', 'sh:maxCount 1 ; sh:deactivated true')}${shape(':p', 'sh:minLength 3 ; sh:severity sh:Warning ; sh:codeIdentifier "p"')}${shape('( :p :p )', 'sh:minCount 1')}`,
    );
    expect(field(model, 'p')).toMatchObject({ cardinality: 'one', type: { kind: 'scalar', scalar: 'string' } });
    expect(field(model, 'p').type).not.toHaveProperty('minLength');
    expect(model.axioms.filter((a) => a.construct.startsWith('sh:')).map(textOf)).toEqual([
      '',
      'but its severity is not sh:Violation, so it is advice',
      'but paths of several steps are not read',
    ]);
  });

  test('order fields, and describe them if the ontology does not', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:string')}${data('q', 'xsd:string')}${shape(':q', 'sh:order 1 ; sh:name "The Q" ; sh:description "What it is."')}`,
    );
    expect(cls(model, 'A').fields.map((f) => f.name)).toEqual(['id', 'q', 'p']);
    expect(field(model, 'q')).toMatchObject({ label: 'The Q', doc: 'What it is.' });
  });

  test('describe a field in their class instead of the comment of the property', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:string')}:p rdfs:comment "A thing of many classes." .${shape(':p', 'sh:description "The thing of A."')}`,
    );
    expect(field(model, 'p').doc).toBe('The thing of A.');
  });

  test('limit an inverse path to one value', async () => {
    const model = await build(
      `${A}:B a owl:Class . :p a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range :B .${shape('[ sh:inversePath :p ]', 'sh:maxCount 1 ; sh:minCount 1', ':B')}`,
    );
    expect(field(model, 'p_id').unique).toBe(true);
    expect(fate(model, 'sh:minCount')).toEqual([
      'but the inverse direction has no name, and the fields that store it are elsewhere',
    ]);
  });

  test('give the datatype of listed values, if nothing else states it', async () => {
    const model = await build(
      `${A}${shape(':n', 'sh:in ( 1 2 )')}${shape(':b', 'sh:in ( true )')}${shape(':m', 'sh:in ( 1 true )')}`,
    );
    expect(field(model, 'n').type).toMatchObject({ scalar: 'int32', values: ['1', '2'] });
    expect(field(model, 'b').type).toMatchObject({ scalar: 'boolean', values: ['true'] });
    expect(field(model, 'm').type).toMatchObject({ scalar: 'string' });
  });

  test('give the datatype of a fixed value, if nothing else states it', async () => {
    const model = await build(
      `${A}${shape(':h', 'sh:hasValue 1.5 ; sh:maxCount 1')}${shape(':b', 'sh:hasValue true ; sh:maxCount 1')}
      :o a owl:DatatypeProperty , owl:FunctionalProperty . :A rdfs:subClassOf [ owl:onProperty :o ; owl:hasValue 2 ] .
      ${shape(':m', 'sh:hasValue 2')}${data('t', 'xsd:double')}${shape(':t', 'sh:hasValue "2"^^xsd:double ; sh:maxCount 1')}`,
    );
    expect(field(model, 'h')).toMatchObject({ type: { scalar: 'decimal' }, constant: '1.5' });
    expect(field(model, 'b')).toMatchObject({ type: { scalar: 'boolean' }, constant: 'true' });
    expect(field(model, 'o')).toMatchObject({ type: { scalar: 'int32' }, constant: '2' });
    expect(field(model, 'm')).toMatchObject({ type: { scalar: 'int32' }, cardinality: 'many', contains: ['2'] });
    expect(field(model, 't').type).toMatchObject({ scalar: 'float64' });
  });

  test('make values resources by stating properties of them', async () => {
    const model = await build(`${A}${shape(':r', 'sh:property [ sh:path :q ; sh:minCount 1 ]')}`);
    expect(field(model, 'r').type).toMatchObject({ scalar: 'iri' });
  });

  test('apply the constraints of value shapes and of sh:and as their own, also in a cycle', async () => {
    const model = await build(`${A}
      :Int a sh:NodeShape ; sh:datatype xsd:integer . :Ref a sh:NodeShape ; sh:class :A . :Iri a sh:NodeShape ; sh:nodeKind sh:IRI .
      :Low sh:node :Cycle ; sh:minInclusive 3 . :Cycle sh:and ( :Low :Int ) .
      ${shape(':int', 'sh:node :Int ; sh:maxCount 1')}${shape(':ref', 'sh:node :Ref ; sh:maxCount 1')}
      ${shape(':iri', 'sh:node :Iri ; sh:maxCount 1')}${shape(':low', 'sh:node :Low ; sh:maxCount 1')}
      ${shape(':and', 'sh:and ( [ sh:datatype xsd:integer ] [ sh:maxInclusive 9 ] ) ; sh:maxCount 1')}`);
    expect(field(model, 'int').type).toMatchObject({ scalar: 'int32' });
    expect(field(model, 'ref_id').type).toMatchObject({ kind: 'reference', target: { name: 'A' } });
    expect(field(model, 'iri').type).toMatchObject({ scalar: 'iri' });
    expect(field(model, 'low').type).toMatchObject({ scalar: 'int32', minimum: { value: '3' } });
    expect(field(model, 'and').type).toMatchObject({ scalar: 'int32', maximum: { value: '9' } });
    expect(fate(model, 'sh:maxInclusive')).toEqual(['maximum A.and']);
  });

  test('list what a value shape without class states about properties as dropped', async () => {
    const model = await build(
      `${A}${shape(':r', 'sh:node :Address ; sh:maxCount 1')}:Address sh:property [ sh:path :street ; sh:minLength 1 ; sh:node :Geo ] . :Geo sh:property [ sh:path :lat ; sh:maxLength 9 ] .`,
    );
    expect([...fate(model, 'sh:minLength'), ...fate(model, 'sh:maxLength')]).toEqual(
      Array.from({ length: 2 }, () => 'but the shape of the values is that of no class'),
    );
  });

  test('close a class', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:string')}:S a sh:NodeShape ; sh:targetClass :A ; sh:closed true ; sh:property [ sh:path :p ] .`,
    );
    expect([cls(model, 'A').closed, fate(model, 'sh:closed')]).toEqual([true, ['closed A']]);
  });

  test('include other shapes by sh:node and sh:and, also in a cycle', async () => {
    const model = await build(
      `${A}:S a sh:NodeShape ; sh:targetClass :A ; sh:node :T . :T sh:and ( :U ) ; sh:node :S . :U sh:property [ sh:path :p ; sh:datatype xsd:int ] .`,
    );
    expect(field(model, 'p').type).toMatchObject({ scalar: 'int32' });
  });
});

describe('given values', () => {
  test('become a constant, a default, or a required member of a list', async () => {
    const model = await build(
      `${A}${shape(':c', 'sh:datatype xsd:integer ; sh:hasValue 07 ; sh:maxCount 1')}${shape(':d', 'sh:datatype xsd:boolean ; sh:defaultValue true ; sh:minCount 1 ; sh:maxCount 1')}${shape(':l', 'sh:datatype xsd:string ; sh:hasValue "x" ; sh:minCount 1')}`,
    );
    expect(field(model, 'c')).toMatchObject({ cardinality: 'one', constant: '7' });
    expect(field(model, 'd')).toMatchObject({ cardinality: 'one', default: 'true' });
    expect(field(model, 'l')).toMatchObject({ cardinality: 'many', contains: ['x'] });
  });

  test('fall short if they are not valid for the type', async () => {
    const model = await build(`${A}${shape(':c', 'sh:datatype xsd:integer ; sh:hasValue "x" ; sh:maxCount 1')}`);
    expect(fate(model, 'sh:hasValue')).toEqual(['required A.c, but "x" is a value of xsd:string, not of xsd:integer']);
  });
});

describe('axioms', () => {
  test('reads keys of several fields, including inherited ones', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:string')}:B a owl:Class ; rdfs:subClassOf :A ; owl:hasKey ( :p :q ) . ${shape(':q', 'sh:datatype xsd:string ; sh:maxCount 1', ':B')}`,
    );
    expect(cls(model, 'B').keys.map((k) => k.fields.map((f) => f.name))).toEqual([['p', 'q']]);
    expect(fate(model, 'owl:hasKey')).toEqual(['key B']);
  });

  test.each([
    ['( )', 'it names no property'],
    ['( :p :no )', 'the class has no field with at most one value for :no'],
    ['( :no :p :neither )', 'the class has no field with at most one value for :no, :neither'],
  ])('a key %s is not applied, and the report names what is not a field', async (key, reason) => {
    const { diagnostics } = await modelOfTurtle(`${A}${data('p', 'xsd:string', once)}:A owl:hasKey ${key} .`);
    expect(diagnostics.map(({ message }) => message)).toEqual([`codegen does not apply owl:hasKey of A: ${reason}`]);
  });

  test('makes classes disjoint in pairs, unless they have a common subclass', async () => {
    const model = await build(
      `${A}:B a owl:Class . :C a owl:Class . :D a owl:Class ; rdfs:subClassOf :A , :B . [] a owl:AllDisjointClasses ; owl:members ( :B :C ) . :A owl:disjointWith :B .`,
    );
    expect(fate(model, 'owl:AllDisjointClasses')).toEqual(['disjoint B']);
    expect(fate(model, 'owl:disjointWith')).toEqual(['but D is a subclass of both']);
    const own = await build(`${A}:B a owl:Class ; rdfs:subClassOf :A ; owl:disjointWith :A .`);
    expect(fate(own, 'owl:disjointWith')).toEqual(['but B is a subclass of both']);
  });

  test('equivalent classes have the properties of either domain, and a subproperty takes domain and range from its superproperty', async () => {
    const model = await build(
      `${A}:B a owl:Class ; owl:equivalentClass :A . ${data('p', 'xsd:int')}:q a owl:DatatypeProperty ; rdfs:subPropertyOf :p .`,
    );
    for (const name of ['A', 'B']) expect(cls(model, name).fields.map((f) => f.name)).toEqual(['id', 'p', 'q']);
    expect(field(model, 'q').type).toMatchObject({ scalar: 'int32' });
    expect(fate(model, 'owl:equivalentClass').at(-1)).toMatch(/but both are separate types .* do not apply to the other$/);
  });

  test('a restriction is the domain of a property without a domain', async () => {
    const model = await build(
      `:A a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom xsd:date ] . :p a owl:DatatypeProperty .`,
    );
    expect(field(model, 'p').type).toMatchObject({ scalar: 'date' });
  });

  test('reads a class with owl:intersectionOf', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:string', once)}:B a owl:Class ; owl:intersectionOf ( :A [ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality 1 ] ) . :C a owl:Class ; owl:unionOf ( :A ) .`,
    );
    expect(cls(model, 'B').parents.map((c) => c.name)).toEqual(['A']);
    expect(field(model, 'p', 'B').cardinality).toBe('one');
    expect(fate(model, 'owl:unionOf')).toEqual(['but that every instance belongs to one of the classes is not checked']);
  });

  test('names the replacement of a deprecated property', async () => {
    const model = await build(
      `${A}${data('p', 'xsd:int')}${data('q', 'xsd:int')}:p owl:deprecated true ; <http://purl.org/dc/terms/isReplacedBy> :q .`,
    );
    expect(field(model, 'p').replacedBy).toBe('A.q');
  });

  test('all have a source location, and lead to a constraint or state why not', async () => {
    const model = await build(`${A}${data('p', 'xsd:int', ', owl:FunctionalProperty ')}:p a owl:TransitiveProperty .`);
    expect(model.axioms.length).toBeGreaterThan(3);
    for (const axiom of model.axioms) {
      expect(axiom.place?.line).toBeGreaterThan(0);
      expect(axiom.constraints.length > 0 || axiom.shortfall !== undefined).toBe(true);
    }
  });
});
