import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  allChoices,
  buildModel,
  concreteClasses,
  type DomainClass,
  type DomainModel,
  declaredRelations,
  defaultPolicies,
  type Field,
  type FieldType,
  isJsonNumber,
  isNumeric,
  isOrdered,
  isWithin,
  type Pattern,
  type Relation,
  type ScalarType,
} from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { chosenVariants } from '../../src/targets/core/index.ts';
import { printedFields } from '../../src/targets/python-pydantic/fields.ts';
import { pythonPydantic } from '../../src/targets/python-pydantic/index.ts';
import { className } from '../../src/targets/python-pydantic/names.ts';
import { packageTypesOf } from '../../src/targets/python-pydantic/package-types.ts';
import { createMatcher, invalidPattern, textsMatching } from '../../src/targets/text/index.ts';
import { mypyCache } from '../support/caches.ts';
import { describeWith, oldestPydantic, python, run } from '../support/judges.ts';
import {
  affordableNames,
  halfOfVocabularies,
  isFullRun,
  judgedOntologies,
  largeVocabularies,
  modelOf,
  sampleEvenly,
} from '../support/ontologies.ts';

/** Names with a special meaning in a class body, in Python, in Pydantic or in type checkers. */
const words = `
@prefix : <http://example.org/words#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Word a owl:Class .
:class a owl:DatatypeProperty ; rdfs:domain :Word ; rdfs:range xsd:string .
:date a owl:DatatypeProperty ; rdfs:domain :Word ; rdfs:range xsd:date .
:json a owl:DatatypeProperty ; rdfs:domain :Word ; rdfs:range xsd:int .
:Field a owl:Class .
:Exception a owl:Class .
:Phrase a owl:Class ; rdfs:subClassOf :Word .
:hasField a owl:ObjectProperty ; rdfs:domain :Word ; rdfs:range :Field .
:length a owl:DatatypeProperty ; rdfs:domain :Phrase ; rdfs:range xsd:int .
:hasHead a owl:ObjectProperty ; rdfs:domain :Phrase ; rdfs:range :Word .
:Rule a owl:Class .
:hasException a owl:ObjectProperty ; rdfs:domain :Rule ; rdfs:range :Exception .
:Mark a owl:Class ; <http://datashapes.org/dash#abstract> true .
:Comma a owl:Class ; rdfs:subClassOf :Mark .
:Dash a owl:Class ; rdfs:subClassOf :Mark .
:sign a owl:DatatypeProperty ; rdfs:domain :Mark ; rdfs:range xsd:string .
:width a owl:DatatypeProperty ; rdfs:domain :Dash ; rdfs:range xsd:int .
:hasPartner a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Mark ; rdfs:range :Mark .
:uses a owl:ObjectProperty ; rdfs:domain :Rule ; rdfs:range :Mark ; rdfs:label "uses" .
:begin a owl:ObjectProperty ; rdfs:domain :Rule ; rdfs:range :Mark .
`;

/** Constraints that are hard to print or to enforce. */
const ODD_ONTOLOGY = String.raw`
@prefix : <http://example.org/odd#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Literal a owl:Class ; rdfs:comment "A class by the name of what its module needs." .
:Part a owl:Class .
:SmallPart a owl:Class ; rdfs:subClassOf :Part .
:Odd a owl:Class .
:model_validator a owl:DatatypeProperty ; rdfs:domain :Literal .
:LiteralShape a sh:NodeShape ; sh:targetClass :Literal ; sh:property
  [ sh:path :kind ; sh:datatype xsd:int ; sh:in ( 1 2 ) ; sh:maxCount 1 ] ,
  [ sh:path :model_validator ; sh:datatype xsd:string ; sh:hasValue "x" ] .
:OddShape a sh:NodeShape ; sh:targetClass :Odd ; sh:property
  [ sh:path :text ; sh:in ( "" " " "None" "mro" "a b" "a_b" "A B" "7" "\\" "\\n" "\n" "\t" "\u0000" "\u202e" "*/" "\"\"\"" "it's" "\"'" "🙂" "日本語" "עברית"
      "a text that is so long that it does not fit on a line, because it goes on and on, and on" ) ; sh:maxCount 1 ;
    sh:defaultValue "7" ] ,
  [ sh:path :largest ; sh:datatype xsd:unsignedLong ; sh:in ( 9007199254740991 1 ) ; sh:maxCount 1 ] ,
  [ sh:path :large ; sh:datatype xsd:unsignedLong ; sh:maxInclusive 9007199254740990 ; sh:minExclusive 4503599627370496 ; sh:maxCount 1 ] ,
  [ sh:path :tiny ; sh:datatype xsd:byte ; sh:maxInclusive 300 ; sh:maxCount 1 ] ,
  [ sh:path :price ; sh:datatype xsd:decimal ; sh:in ( 0.1 2.50 ) ; sh:minCount 1 ; sh:maxCount 1 ; sh:defaultValue 2.5 ] ,
  [ sh:path :exact ; sh:datatype xsd:decimal ; sh:minExclusive 0.12345678901234567890123456789012345678901234567890123456789012345678901234567890123456789 ; sh:maxInclusive 1e40 ; sh:maxCount 1 ] ,
  [ sh:path :ratio ; sh:datatype xsd:double ; sh:in ( 5e-1 1.5e300 ) ; sh:maxCount 1 ; sh:defaultValue 5e-1 ] ,
  [ sh:path :factor ; sh:datatype xsd:float ; sh:minExclusive 0 ; sh:maxInclusive 1e39 ; sh:maxCount 1 ] ,
  [ sh:path :yes ; sh:datatype xsd:boolean ; sh:hasValue true ] ,
  [ sh:path :half ; sh:datatype xsd:decimal ; sh:hasValue 0.5 ] ,
  [ sh:path :birthday ; sh:datatype xsd:date ; sh:hasValue "2024-02-29"^^xsd:date ] ,
  [ sh:path :opens ; sh:datatype xsd:time ; sh:minInclusive "08:30:00"^^xsd:time ; sh:maxExclusive "18:00:00.5"^^xsd:time ; sh:maxCount 1 ; sh:defaultValue "09:00:00"^^xsd:time ] ,
  [ sh:path :starts ; sh:datatype xsd:dateTime ; sh:minInclusive "2020-01-01T00:00:00.1234567Z"^^xsd:dateTime ; sh:maxCount 1 ] ,
  [ sh:path :day ; sh:datatype xsd:date ; sh:in ( "2024-01-01"^^xsd:date "2025-01-01"^^xsd:date ) ; sh:maxCount 1 ] ,
  [ sh:path :ancient ; sh:datatype xsd:date ; sh:minInclusive "0000-01-01"^^xsd:date ; sh:maxCount 1 ] ,
  [ sh:path :twice ; sh:datatype xsd:string ; sh:pattern "^(.)\\1$" ; sh:maxCount 1 ] ,
  [ sh:path :several ; sh:datatype xsd:string ; sh:pattern "^a" ; sh:maxLength 6 ; sh:maxCount 1 ] ,
  [ sh:path :several ; sh:pattern "\"'\\p{Lu}" ] ,
  [ sh:path :several ; sh:pattern "(.)\\1$" ] ,
  [ sh:path :quoted ; sh:datatype xsd:string ; sh:pattern "\"" ; sh:maxCount 1 ] ,
  [ sh:path :never ; sh:datatype xsd:string ; sh:pattern "(" ; sh:maxCount 1 ] ,
  [ sh:path :emoji ; sh:datatype xsd:string ; sh:minLength 2 ; sh:maxLength 3 ; sh:maxCount 1 ] ,
  [ sh:path :marks ; sh:datatype xsd:int ; sh:in ( 1 2 3 4 5 ) ; sh:minCount 1 ; sh:maxCount 4 ; sh:hasValue 3 ] ,
  [ sh:path :words ; sh:datatype xsd:string ; sh:maxCount 3 ] ,
  [ sh:path :sizes ; sh:in ( "S" "M" "L" ) ; sh:maxCount 3 ] ,
  [ sh:path :scalar ; sh:or ( [ sh:datatype xsd:boolean ] [ sh:datatype xsd:double ] [ sh:datatype xsd:dateTime ] [ sh:datatype xsd:date ] [ sh:datatype xsd:time ] [ sh:datatype xsd:decimal ] [ sh:datatype xsd:string ] ) ; sh:maxCount 1 ] ,
  [ sh:path :aFieldByAVeryLongNameThatGoesOnAndOnUntilItDoesNotFitIntoALineOfTheUsualWidthAnyMore ; sh:datatype xsd:string ; sh:in ( "first" "second" ) ; sh:maxCount 1 ; sh:defaultValue "second" ] ,
  [ sh:path :aFieldByAVeryLongNameThatGoesOnAndOnUntilItDoesNotFitIntoALineOfTheUsualWidthToo ; sh:datatype xsd:decimal ; sh:in ( 1.5 2.5 ) ; sh:maxCount 5 ] ,
  [ sh:path :amounts ; sh:datatype xsd:decimal ; sh:in ( 1.5 2.5 ) ; sh:maxCount 5 ; sh:hasValue 1.5 ] ,
  [ sh:path :moment ; sh:or ( [ sh:datatype xsd:dateTime ] [ sh:datatype xsd:date ] [ sh:datatype xsd:time ] [ sh:datatype xsd:decimal ] [ sh:datatype xsd:hexBinary ] [ sh:datatype xsd:gYear ] ) ; sh:maxCount 1 ] ,
  [ sh:path :part ; sh:class :Part ; sh:maxCount 4 ] ,
  [ sh:path :like ; sh:class :Odd ; sh:maxCount 4 ] ,
  [ sh:path :class ; sh:datatype xsd:string ; sh:minLength 1 ; sh:hasValue "c" ; sh:maxCount 3 ] .
:part a owl:ObjectProperty . :like a owl:ObjectProperty , owl:IrreflexiveProperty .
:Bin a owl:Class .
:BinShape a sh:NodeShape ; sh:targetClass :Bin ; sh:property [ sh:path :thing ; sh:class :Part ; sh:maxCount 9 ] .
:OddOne a owl:Class ; rdfs:subClassOf :Odd .
:OddOneShape a sh:NodeShape ; sh:targetClass :OddOne ; sh:closed true ; sh:property
  [ sh:path :marks ; sh:in ( 3 4 ) ; sh:minCount 2 ] ,
  [ sh:path :words ; sh:in ( "one" "two" ) ] ,
  [ sh:path :sizes ; sh:in ( "M" "L" ) ] ,
  [ sh:path :part ; sh:class :SmallPart ] ,
  [ sh:path :twice ; sh:maxCount 0 ] , [ sh:path :text ; sh:in ( "7" "mro" ) ; sh:minCount 1 ] ,
  [ sh:path :tiny ; sh:minCount 1 ; sh:minInclusive 5 ] .
:OddestOne a owl:Class ; rdfs:subClassOf :OddOne .
:OddestOneShape a sh:NodeShape ; sh:targetClass :OddestOne ; sh:property
  [ sh:path :marks ; sh:minCount 3 ] , [ sh:path :words ; sh:in ( "two" ) ] , [ sh:path :part ; sh:maxCount 0 ] .
`;

/** Code for type checkers. `--warn-unused-ignores` fails if they accept a line that they must reject. */
const usage = `
import datetime as dt
from decimal import Decimal
from uuid import uuid4

from blog_evolved_models import Comment, PostWithRelations, User
from constraints_models import CompanyOrder, DigitalProduct, Order, OrderStatus, Product
from words_models import Word

user = User(email="a@example.org", name="A")
comment = Comment(text="Hi", post_id=uuid4(), author_id=user.id)
upvotes: int = comment.upvotes
created_at: dt.datetime = comment.created_at
word = Word(class_="noun", date=dt.date(2024, 5, 17), json_=1, field_id=user.id)
number: int = word.json_
post = PostWithRelations(title="T", content="C", author_id=user.id, author=user, comments=[comment])
remarks: list[Comment] = post.comments
product = Product(sku="ABC-1234", number=1, tag=["red"], grade=1, weight=5, released="2024")
DigitalProduct(sku="ABC-1234", number=1000, tag=["a", "b"], discount=Decimal(5), channel=["web"], colour="blue")  # type: ignore[arg-type]
order: Order = CompanyOrder(
    status=OrderStatus.PLACED, ordered_by_id=user.id, item_ids=[product.id], placed_at=created_at
)
Product(sku="ABC-1234", number=1, tag=["red"], grade=4)  # type: ignore[arg-type]
CompanyOrder(status=OrderStatus.DRAFT, ordered_by_id=user.id, item_ids=[product.id], placed_at=created_at)  # type: ignore[arg-type]

User(email="a@example.org")  # type: ignore[call-arg]
Comment(text=1, post_id=uuid4(), author_id=user.id)  # type: ignore[arg-type]
`;

/** Checks of the tutorial's models at run time. */
const tutorial = `
import datetime as dt, json
from uuid import UUID, uuid4
from pydantic import ValidationError
from blog_evolved_models.post import Post, PostPage, PostWithRelations
from blog_evolved_models import Comment, User
from words_models import Word

user = User(email="a@example.org", name="A")
assert list(json.loads(user.model_dump_json())) == ["id", "email", "name", "joined_at"]
assert user.id.version == 4 and user.id != User(email="a@example.org", name="A").id
assert dt.datetime.now(dt.UTC) - user.joined_at < dt.timedelta(minutes=1)
assert user.joined_at.tzinfo is dt.UTC

# What is read is complete, what code makes need not be.
written = json.loads(user.model_dump_json())
assert User.model_validate(written) == User.model_validate_json(json.dumps(written)) == user
for key in written:
    rest = {name: value for name, value in written.items() if name != key}
    try:
        User.model_validate_json(json.dumps(rest))
    except ValidationError as error:
        (fault,) = error.errors()
        assert (fault["type"], fault["loc"]) == ("missing", (key,)), fault
    else:
        raise AssertionError(f"{key} may be missing")
assert user.model_fields_set == {"email", "name"}
assert User.model_construct(email="a@example.org", name="A").id.version == 4
assert User.model_json_schema()["required"] == ["email", "name"]
# A response has all members, also those with a default.
assert User.model_json_schema(mode="serialization")["required"] == ["id", "email", "name", "joined_at"]

post = Post(title="T", content="C", author_id=user.id)
comment = Comment(text="Hi", post_id=post.id, author_id=user.id)
assert comment.upvotes == 0
assert Comment(text="Hi", post_id=str(post.id), author_id=str(user.id)).post_id == post.id
full = PostWithRelations(**post.model_dump(), author=user, comments=[comment])
assert PostWithRelations.model_validate_json(full.model_dump_json()) == full
assert isinstance(full, Post)

word = Word(class_="noun", date="2024-05-17", json_=1, field_id=user.id)
assert word.model_dump(mode="json")["class"] == "noun"
assert Word.model_validate(word.model_dump()) == word
assert "class" in Word.model_json_schema()["properties"]

# Missing members are reported all at once, with their names in JSON and their paths.
try:
    PostPage.model_validate_json('{"total": 1, "limit": 1, "offset": 0, "items": [{"title": "T", "content": "C", "author_id": "%s"}]}' % user.id)
except ValidationError as error:
    assert [(fault["type"], fault["loc"]) for fault in error.errors()] == [("missing", ("items", 0, "id")), ("missing", ("items", 0, "published_at"))], error
    assert error.title == "Page[Post]"
else:
    raise AssertionError("accepted")
`;

/** Checks of an abstract class: only its subclasses have instances, also where it is the type of references and lists. */
const abstractClass = `
from pydantic import TypeAdapter, ValidationError
from words_models import AnyMark, Comma, Dash, Mark, MarkPage, MarkWithPartner, Rule, RuleWithRelations

dash = Dash(sign="-", width=2)
comma = Comma(sign=",", partner_id=dash.id)
text = dash.model_dump_json()
attempts = [
    lambda: Mark(kind="Dash", sign="-"),
    lambda: Mark.model_validate(dash.model_dump()),
    lambda: Mark.model_validate_json(text),
    lambda: TypeAdapter(list[Mark]).validate_json(f"[{text}]"),
]
for attempt in attempts:
    try:
        attempt()
    except ValidationError as error:
        assert "Mark is abstract; use a subclass" in str(error)
    else:
        raise AssertionError("accepted")
assert TypeAdapter(Mark).validate_python(dash) is dash
assert TypeAdapter(AnyMark).validate_json(text) == dash

rule = RuleWithRelations(exception_id=dash.id, exception={}, begin_id=dash.id, begin=dash, uses=[comma, dash])
found = RuleWithRelations.model_validate_json(rule.model_dump_json())
assert found == rule and type(found.begin) is Dash and [type(mark) for mark in found.uses] == [Comma, Dash]
page = MarkPage.model_validate({"total": 1, "limit": 1, "offset": 0, "items": [comma.model_dump()]})
assert type(page.items[0]) is Comma
paired = MarkWithPartner(kind="Comma", sign=",", partner_id=dash.id, partner=dash)
assert type(MarkWithPartner.model_validate_json(paired.model_dump_json()).partner) is Dash
`;

/** Checks of how unions select a member, and of the messages of violated constraints. */
const constrained = `
import datetime as dt
from decimal import Decimal
from uuid import UUID, uuid4
from pydantic import TypeAdapter, ValidationError
from constraints_models import CompanyOrder, DateOrYear, DigitalProduct, IntegerOrText, OrderStatus, Product, ProductColour
from odd_models import Odd

def of(type, value):
    adapter = TypeAdapter(type)
    found = adapter.validate_python(value)
    assert adapter.validate_json(adapter.dump_json(value)) == found
    assert adapter.dump_python(found, mode="json") == value, (found, value)
    return found

assert of(DateOrYear, "2024-05-17") == dt.date(2024, 5, 17)
assert of(DateOrYear, "2024") == "2024"
assert of(IntegerOrText, 5) == 5 and of(IntegerOrText, "5") == "5"
moment = Odd.model_fields["moment"].annotation
assert of(moment, "2024-05-17T00:00:00Z") == dt.datetime(2024, 5, 17, tzinfo=dt.UTC)
assert type(of(moment, "2024-05-17")) is dt.date
assert of(moment, "12:30:00") == dt.time(12, 30)
assert of(moment, "86400") == Decimal(86400) or of(moment, "86400") == "86400"
assert of(moment, "1e50") == "1e50"

def refusal(model, **values):
    try:
        model(**values)
    except ValidationError as error:
        return [fault["msg"] for fault in error.errors()]

some = dict(sku="ABC-1234", number=1, tag=["red"])
product = Product(**some)
assert product.colour is ProductColour.RED and product.catalogue == "main" and product.available is True
assert "sku" in Product.model_json_schema()["properties"]
discount = DigitalProduct.model_json_schema()["properties"]["discount"]
assert {schema["type"] for schema in discount.get("anyOf", [discount])} <= {"string", "null"}, discount
assert refusal(Product, **some, made_by_person_id=uuid4(), made_by_company_id=uuid4()) == [
    "Value error, must have at most one of made_by_person_id, made_by_company_id"
]
assert refusal(Product, **some, id=product.id, replaces_id=product.id) == [
    "Value error, replaces_id must not refer to the record itself"
]
assert refusal(Product, **some, other=1) == ["Extra inputs are not permitted"]
digital = dict(sku="ABC-1234", number=1000, tag=["red", "blue"], discount="5", channel=["web"])
assert DigitalProduct(**digital).format == "pdf"
assert isinstance(DigitalProduct(**digital), Product)
assert refusal(DigitalProduct, **digital | {"channel": ["shop"]}) == ['Value error, channel must contain web']
assert refusal(DigitalProduct, **digital | {"number": 999}) == ["Input should be greater than or equal to 1000"]
at = dt.datetime.now(dt.UTC)
order = CompanyOrder(status="Placed", ordered_by_id=uuid4(), item_ids=[uuid4()], placed_at=at)
assert order.status is OrderStatus.PLACED
assert refusal(CompanyOrder, status="Draft", ordered_by_id=uuid4(), item_ids=[uuid4()], placed_at=at)
`;

let folder: string;
const models = new Map<string, DomainModel>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-python-'));
  for (const name of halfOfVocabularies(judgedOntologies, 1)) models.set(name, await modelOf(name));
  writeFileSync(path.join(folder, 'words.ttl'), words);
  models.set('words', (await buildModel(await loadOntology(path.join(folder, 'words.ttl')))).model);
  writeFileSync(path.join(folder, 'odd.ttl'), ODD_ONTOLOGY);
  models.set('odd', (await buildModel(await loadOntology(path.join(folder, 'odd.ttl')))).model);

  models.set('prose', proseModel());

  for (const [name, model] of models) {
    const directory = path.join(folder, packageName(name));
    mkdirSync(directory, { recursive: true });
    // Models with related objects need gigabytes for the largest vocabularies (docs/explanation/performance.md).
    const isGiant = largeVocabularies.has(name);
    const options = isGiant ? { variants: ['record', 'create', 'update', 'page'] } : {};
    for (const file of pythonPydantic.generate(model, options)) {
      // Imitates the header that output/ adds.
      const content = `# Generated.\n# From ${model.source}.\n\n${file.content}`;
      writeFileSync(path.join(directory, file.path), content);
    }
    const packageTypes = packageTypesOf(model, chosenVariants(options.variants));
    const models = model.classes.flatMap((c) => [
      ...packageTypes.exportedNamesOf(c),
      ...(packageTypes.unionModuleOf(c)?.names ?? []),
    ]);
    const types = [...model.enumerations, ...model.unions].map((type) => className(type.name));
    writeFileSync(
      path.join(directory, 'cases.json'),
      JSON.stringify({
        models,
        types,
        cases: sampleEvenly(model.classes, 500).flatMap((cls) => cases(cls).slice(0, isGiant ? 1 : 2)),
      }),
    );
  }
  writeFileSync(path.join(folder, 'usage.py'), usage);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns classes whose descriptions are hard to print. The seed makes them the same in every run. */
function proseModel(): DomainModel {
  const word = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 12 }) },
    { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...'a"\'\\#{}%'), minLength: 1, maxLength: 8 }) },
    fc.constantFrom(
      '"""',
      "'''",
      '\\N{DASH}',
      '\\u0041',
      'é',
      'Ж',
      '日本語',
      '🙂',
      'a\u0301',
      '\u200b',
      '\u00a0',
      'x'.repeat(95),
    ),
  );
  const blank = fc.constantFrom(...Array<string>(12).fill(' '), '  ', '\n', '\n\n', '\n  ');
  const prose = fc
    .array(fc.tuple(word, blank), { minLength: 1, maxLength: 40 })
    .map((words) => words.flat().join('').trim() || 'x');
  const docs = fc.sample(fc.tuple(prose, prose, prose), { seed: 1, numRuns: 300 });
  const classes = docs.map(([doc, ...fieldDocs], i) => {
    const empty = { parents: [], bases: [], relationsBases: [], ancestors: [], refinements: [], relations: [], allRelations: [] };
    const none = { ...empty, choices: [], totals: [], comparisons: [], keys: [] };
    const cls = {
      name: `Prose${i}`,
      slug: `prose${i}`,
      plural: `proses${i}`,
      children: [],
      doc,
      deprecated: false,
      closed: false,
      ...none,
    };
    const fields = fieldDocs.map((fieldDoc, n) => ({
      name: 'n'.repeat(1 + ((i * 7 + n * 11) % 80)),
      doc: fieldDoc,
      type: { kind: 'scalar', scalar: 'string' },
      cardinality: i % 2 === 0 ? 'one' : 'many',
      owner: cls,
    }));
    return { ...cls, fields, allFields: fields } as unknown as DomainClass;
  });
  const others = { enumerations: [], unions: [], axioms: [], assumptions: [], chosen: [], policies: defaultPolicies };
  return { name: 'prose', source: 'prose.ttl', doc: docs[0]?.[0] ?? '', deprecated: false, classes, ...others };
}

function packageName(ontology: string): string {
  return `${ontology.replaceAll('-', '_')}_models`;
}

const id = '5f6a1c1e-8f0b-4d2a-9c3e-0123456789ab';
const otherId = 'c2b8a7f0-1d3e-4c5b-8a69-0123456789ab';
const binary32 = ['1e39', '-1e39', 'NaN', 'Infinity', '"one"'];

/** For each kind: a value in the form in which it is written back, and JSON texts that must be rejected. */
const values = {
  string: ['text "with" \\ and\nmore', ['5', 'true', '[]', '{}']],
  iri: ['http://example.org/a#b', ['5', 'true']],
  boolean: [true, ['"maybe"', '2', '[]']],
  int8: [-128, ['-129', '128', '"five"', '1.5']],
  int16: [32767, ['-32769', '32768', '"five"']],
  int32: [-2147483648, ['-2147483649', '2147483648', '"five"']],
  int64: [1, ['-9223372036854775809', '9223372036854775808', '"five"']],
  int64Text: ['-9223372036854775808', ['5', '"05"', '"+5"', '"5.0"', '"1e3"', '""']],
  uint64Text: ['9007199254740993', ['5', '"-1"', '"05"', '""']],
  uint8: [255, ['-1', '256', '"five"']],
  uint16: [65535, ['-1', '65536', '"five"']],
  uint32: [4294967295, ['-1', '4294967296', '"five"']],
  uint64: [0, ['-1', '18446744073709551616', '"five"']],
  float32: [0.5, binary32],
  float64: [1e300, ['NaN', 'Infinity', '-Infinity', '"one"']],
  decimal: ['0.00000012500', ['"1,5"', '"NaN"', '"Infinity"', '1.5', '[]']],
  dateTime: ['2024-05-17T08:30:00.500000Z', ['"2024-05-17T08:30:00"', '"2024-13-17T08:30:00Z"', '"now"', '[]']],
  date: ['2024-05-17', ['"2024-02-30"', '"17.05.2024"', '[]']],
  time: ['08:30:00', ['"25:00:00"', '"08:30:00Z"', '"08:30:00+01:00"', '[]']],
  duration: ['-P1Y2M3DT4H5M6.7S', ['"P"', '"PT"', '"P1DT"', '"1D"', '"P1S"', '"PT1D"', '5']],
  base64: ['SGVsbG8=', ['"SGVsbG8"', '"="', '"SG Vs"', '"SGVs-_=="', '5']],
  hex: ['48656C6c', ['"4"', '"0x48"', '5']],
  gYear: ['2024', ['"24"', '"02024"', '"2024-05"', '5']],
  gYearMonth: ['2024-05', ['"2024-13"', '"2024"']],
  gMonthDay: ['--05-17', ['"--13-01"', '"05-17"']],
  gDay: ['---17', ['"---32"', '"17"']],
  gMonth: ['--05', ['"--13"', '"05"']],
} as const;

/** For each pattern that occurs: a text that matches, and one that does not. */
const matches: Readonly<Record<string, readonly [string, string]>> = {
  '[A-Z]{3}-\\d{4}': ['ABC-1234', 'ABC-12345'],
  '^[a-z]+(-[a-z]+)*$': ['dark-red', 'dark-red-'],
  '^urn:order:\\d+$': ['URN:order:1', 'urn:order:'],
  '^(.)\\1$': ['aa', 'ab'],
  '[^DT]*(T0S)?': ['P1Y6M', 'P1D'],
  '[^YM]*(T.*)?': ['P1DT12H', 'P1M'],
  '^a': [`a"'Éaa`, `b"'Éaa`],
  '"\'\\p{Lu}': [`a"'Éaa`, `a"'éaa`],
  '(.)\\1$': [`a"'Éaa`, `a"'Éab`],
  '"': ['"', "'"],
  '[0-9]{9}[0-9X]\\/*': ['012345678X', '012345678Y'],
  'https://ror.org/[0-9][0-9][a-z0-9][a-z0-9][a-z0-9][a-z0-9][a-z0-9][0-9][0-9]': [
    'https://ror.org/02dwt0q81',
    'https://ror.org/02',
  ],
  'https://orcid.org/[0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9X]': [
    'https://orcid.org/0000-0002-1825-0097',
    'https://orcid.org/0000-0002-1825-009Y',
  ],
};

/** Returns a text that matches a pattern and one that does not. Generates them if {@link matches} does not list the pattern. */
function matchOf(pattern: Pattern, { patterns = [], minLength, maxLength }: ScalarType): readonly [string, string] {
  const known = matches[pattern.source];
  if (known) return known;
  const lengths = { ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) };
  const [match] = textsMatching(patterns.filter(isEnforced), lengths);
  const isMatch = createMatcher([pattern]);
  const other = ['', ' ', '\t', ' x ', '-', '"'].find((text) => isMatch?.(text) === false);
  if (match === undefined || other === undefined) throw new Error(`no text is known that matches ${pattern.source}`);
  return [match, other];
}

/** Returns whether a pattern is enforced: false if its syntax is invalid. */
function isEnforced(pattern: Pattern): boolean {
  return invalidPattern(pattern) === undefined;
}

/** Converts a value from its text in the model to JSON. */
function jsonValueOf(type: FieldType, text: string): unknown {
  if (type.kind !== 'scalar') return text;
  if (type.scalar === 'boolean') return text === 'true';
  return isJsonNumber(type.scalar) ? Number(text) : text;
}

/** Converts a value to JSON text that keeps all digits of a number. */
function json(type: ScalarType, text: string): string {
  return isJsonNumber(type.scalar) ? text : JSON.stringify(text);
}

function scalarSample(type: ScalarType): unknown {
  const { scalar, values: allowed, minimum, maximum, minLength = 0, maxLength, patterns = [] } = type;
  const [pattern] = patterns.filter(isEnforced);
  if (allowed) return jsonValueOf(type, allowed.at(-1) as string);
  if (pattern) {
    return matchOf(pattern, type)[0];
  }
  const [value] = values[scalar];
  if (typeof value === 'string' && !isOrdered(scalar)) return [...value.padEnd(minLength, 'x')].slice(0, maxLength).join('');
  if (!minimum && !maximum) return value;
  const candidates = [value, minimum?.value, maximum?.value, 5, 3, '10:00:00'].filter((v) => v !== undefined).map(String);
  const within = candidates.find(
    (candidate) => typeof value === 'boolean' || (!candidate.includes('e') && isWithin(scalar, candidate, type)),
  );
  if (within === undefined) throw new Error(`no sample of ${JSON.stringify(type)}`);
  return typeof value === 'boolean' ? value : jsonValueOf(type, within);
}

function sampleOf({ type, constant }: Pick<Field, 'type' | 'constant'>): unknown {
  if (constant !== undefined) return jsonValueOf(type, constant);
  switch (type.kind) {
    case 'id':
      return id;
    case 'reference':
      return otherId;
    case 'scalar':
      return scalarSample(type);
    case 'enumeration':
      return (type.only ?? type.enumeration.values).at(-1)?.value;
    case 'union':
      return scalarSample(type.union.members[0] as ScalarType);
    default:
      return type satisfies never;
  }
}

function refusalsOf(field: Pick<Field, 'type' | 'constant'>): readonly string[] {
  const { type, constant } = field;
  switch (type.kind) {
    case 'id':
    case 'reference':
      return ['"no-uuid"', '5'];
    case 'union': {
      const refusedByAll = (text: string) =>
        type.union.members.every((m) => values[m.scalar][1].some((refused) => refused === text));
      return ['[]', '{}', ...['true', '5', '"now"', '"5"', '"05-17"'].filter(refusedByAll)];
    }
    case 'enumeration': {
      const allowed = constant === undefined ? (type.only ?? type.enumeration.values).map((v) => v.value) : [constant];
      const others = type.enumeration.values.map((v) => v.value).filter((value) => !allowed.includes(value));
      // With a thousand classes, each one rejects nearly all class names, so only some are tried.
      return ['"no value"', '5', 'true', ...sampleEvenly(others, 12).map((value) => JSON.stringify(value))];
    }
    case 'scalar': {
      const only = constant === undefined ? type.values : [constant];
      const other = values[type.scalar][0];
      const strangers = only && !only.includes(String(other)) ? [JSON.stringify(other)] : [];
      return [...values[type.scalar][1], ...facetViolations(type), ...strangers];
    }
    default:
      return type satisfies never;
  }
}

/** Returns values that violate the facets of a type, as JSON text. */
function facetViolations(type: ScalarType): string[] {
  const { scalar, minimum, maximum, minLength = 0, maxLength, patterns = [] } = type;
  const bounds = [minimum, maximum].flatMap((bound) => bound ?? []);
  const ends: Partial<Record<typeof scalar, readonly string[]>> = {
    dateTime: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
    date: ['0001-01-01', '9999-12-31'],
    time: ['00:00:00', '23:59:59.999999'],
  };
  const near = isNumeric(scalar)
    ? bounds.flatMap(({ value }) => (value.includes('.') ? [`-${value}`] : [-1n, 1n].map((step) => String(BigInt(value) + step))))
    : (ends[scalar] ?? []);
  const outside = [...near, ...bounds.map(({ value }) => value)].filter((value) => !isWithin(scalar, value, type));
  return [
    ...(bounds.length > 0 ? outside.map((value) => json(type, value)) : []),
    ...(minLength > 0 ? [JSON.stringify('🙂'.repeat(minLength - 1))] : []),
    ...(maxLength === undefined ? [] : [JSON.stringify('🙂'.repeat(maxLength + 1))]),
    ...patterns.filter(isEnforced).map((pattern) => JSON.stringify(matchOf(pattern, type)[1])),
  ];
}

/** Returns an instance with a value in every field that may have one. */
function sample(cls: DomainClass): Record<string, unknown> {
  const choices = [...cls.ancestors, cls].flatMap((c) => c.choices);
  const alternatives = new Set(choices.flatMap(({ fields: [_, ...others] }) => others.map(({ name }) => name)));
  const value = (field: Field) => {
    if (field.cardinality === 'many') return listSample(field);
    return field.absent || alternatives.has(field.name) ? null : sampleOf(field);
  };
  return Object.fromEntries(cls.allFields.map((field) => [field.name, value(field)]));
}

/** In classes with more fields, each field is tested in an instance that otherwise has only the required fields. */
const MANY_FIELDS = 30;

/** Returns an instance with only the required fields and the choices of {@link sample}. For small classes, returns the sample. */
function base(cls: DomainClass): Record<string, unknown> {
  const full = sample(cls);
  if (cls.allFields.length <= MANY_FIELDS) return full;
  const chosen = new Set(allChoices(cls).flatMap(({ fields }) => fields.map(({ name }) => name)));
  const value = (field: Field) => {
    if (chosen.has(field.name) || field.cardinality === 'one') return full[field.name];
    if (field.cardinality === 'optional') return null;
    return isOpen(field) ? [] : full[field.name];
  };
  return Object.fromEntries(cls.allFields.map((field) => [field.name, value(field)]));
}

/** Returns whether a list may be empty. */
function isOpen(field: Field): boolean {
  return !((field.minItems ?? 0) > 0 || field.contains !== undefined);
}

function listSample(
  field: Field,
  size = Math.min(Math.max(field.minItems ?? 1, 1), field.maxItems ?? Number.POSITIVE_INFINITY),
): unknown[] {
  const contained = (field.contains ?? []).map((value) => jsonValueOf(field.type, value));
  return [...contained, ...Array<unknown>(size).fill(sampleOf(field))].slice(0, Math.max(size, contained.length));
}

/** Returns a related object whose keys match the instance. */
function relatedSample({ target: declared, holder, field }: Relation): Record<string, unknown> {
  const [target = declared] = concreteClasses(declared);
  const object = sample(target);
  // An irreflexive reference points to the instance instead of the object itself.
  const others = target.allFields.filter(({ irreflexive }) => irreflexive);
  const elsewhere = others.flatMap(({ name }) =>
    object[name] === null ? [] : [[name, Array.isArray(object[name]) ? [id] : id]],
  );
  if (holder === 'source') return { ...object, ...Object.fromEntries(elsewhere), id: otherId };
  const alternatives = allChoices(target).flatMap(({ fields }) => (fields.some(({ name }) => name === field.name) ? fields : []));
  const none = Object.fromEntries(alternatives.map(({ name }) => [name, null]));
  return { ...object, ...none, [field.name]: field.cardinality === 'many' ? [id] : id };
}

/** Returns related objects whose keys do not match the instance. Models accept them, because they do not compare keys. */
function mismatchedRelations(relation: Relation): [string, string][] {
  // For these, another id or key may violate another constraint.
  if (relation.target.allFields.some(({ irreflexive, minItems }) => irreflexive || minItems)) return [];
  const { name, many, holder, field } = relation;
  const related = relatedSample(relation);
  const other =
    holder === 'source' ? { ...related, id } : { ...related, [field.name]: field.cardinality === 'many' ? [] : otherId };
  return [[name, JSON.stringify(many ? [other] : other)]];
}

/** Returns the test cases of a class and of its model with related objects. */
function cases(cls: DomainClass): unknown[] {
  const own = printedFields(cls);
  const single = own.filter((f) => f.cardinality === 'one');
  const optional = own.filter((f) => f.cardinality === 'optional').map((f) => f.name);
  const many = own.filter((f) => f.cardinality === 'many');
  const isSupplied = (f: Field) => (f.generated ?? f.constant ?? f.default) !== undefined;
  const ofOne = {
    model: className(cls.name),
    sample: sample(cls),
    base: base(cls),
    docs: own.filter((f) => f.doc !== undefined).map((f) => [f.name, f.doc]),
    omissible: optional,
    constructible: [...optional, ...single.filter(isSupplied).map((f) => f.name), ...many.filter(isOpen).map((f) => f.name)],
    supplied: own.flatMap((f) => {
      const value = f.constant ?? f.default;
      return value === undefined ? [] : [[f.name, jsonValueOf(f.type, value)]];
    }),
    nullable: optional,
    required: [...single, ...many.filter((f) => !isOpen(f))].map((f) => f.name),
    lists: many.filter(isOpen).map((f) => f.name),
    refused: [
      ...own.flatMap((field) => {
        const itself = field.irreflexive ? [`"${id}"`] : [];
        const refused = [...refusalsOf(field), ...itself];
        if (field.absent && field.cardinality !== 'many') return [[field.name, JSON.stringify(sampleOf(field))]];
        if (field.cardinality === 'one') return [...refused, 'null'].map((text) => [field.name, text]);
        if (field.cardinality === 'optional') return refused.map((text) => [field.name, text]);
        const one = JSON.stringify(sampleOf(field));
        const list = (size: number) => JSON.stringify(listSample(field, size));
        const withoutContained = field.contains?.includes(String(sampleOf(field))) ? [] : [`[${one}]`];
        const contained = (text: string) =>
          JSON.stringify([...(field.contains ?? []).map((v) => jsonValueOf(field.type, v)), 0]).replace(/0\]$/, `${text}]`);
        return [
          ...['null', one, '[null]', ...refused.map(contained)],
          ...(field.minItems && field.minItems > (field.contains?.length ?? 0) ? [list(field.minItems - 1)] : []),
          ...(field.maxItems === undefined ? [] : [list(field.maxItems + 1)]),
          ...(field.contains ? withoutContained : []),
        ].map((text) => [field.name, text]);
      }),
      ...cls.choices.flatMap(({ fields: [_, ...others] }) => others.map((f) => [f.name, JSON.stringify(sampleOf(f))])),
      ...(cls.closed ? [['unknown_key', '5']] : []),
    ],
    accepted: cls.closed ? [] : [['unknown_key', '5']],
  };
  // An abstract class has no instances of its own.
  const records = cls.abstract ? [] : [ofOne];
  if (cls.relationsName === undefined) return records;

  const relations = declaredRelations(cls);
  const nothing = (many: boolean) => (many ? [] : null);
  const alternatives = new Set([...cls.ancestors, cls].flatMap((c) => c.choices.flatMap(({ fields: [_, ...others] }) => others)));
  const related = relations.map((r) => {
    if (r.field.absent || alternatives.has(r.field)) return [r.name, nothing(r.many)];
    const related = relatedSample(r);
    return [r.name, r.many ? [related] : related];
  });
  const full: Record<string, unknown> = { ...sample(cls), ...Object.fromEntries(related) };
  // In schema.org, an instance with all its related objects can be half a megabyte.
  if (JSON.stringify(full).length > 20_000) return records;
  const present = relations.filter((r) => !r.field.absent);
  const withRelations = {
    model: className(cls.relationsName),
    sample: full,
    base: full,
    docs: relations.filter((r) => r.doc !== undefined).map((r) => [r.name, r.doc]),
    omissible: relations.filter((r) => !r.many && !r.required).map((r) => r.name),
    constructible: relations.filter((r) => r.many || !r.required).map((r) => r.name),
    supplied: [],
    nullable: relations.filter((r) => !r.many && !r.required).map((r) => r.name),
    required: present.filter((r) => !r.many && r.required).map((r) => r.name),
    lists: relations.filter((r) => r.many).map((r) => r.name),
    refused: [
      ...present.flatMap((r) => [`"${id}"`, r.many ? 'null' : '[]'].map((text) => [r.name, text])),
      ...(cls.closed ? [['unknown_key', '5']] : []),
    ],
    accepted: [
      ...present.filter((r) => !alternatives.has(r.field)).flatMap(mismatchedRelations),
      ...(cls.closed ? [] : [['unknown_key', '5']]),
    ],
  };
  return [...records, withRelations];
}

describeWith(['pydantic'], 'Pydantic', () => {
  test('packages load without a warning, write back what they read, and reject constraint violations', () => {
    const script = fileURLToPath(new URL('python_pydantic.py', import.meta.url));
    const judged = run(python, ['-W', 'error', '-B', script, folder], { cwd: folder });
    expect(Number(judged)).toBeGreaterThan(10_000);
  });

  test('unions select the right member, and violations have clear messages', () => {
    run(python, ['-W', 'error', '-B', '-c', constrained], { cwd: folder });
  });

  test('an abstract class has only instances of its subclasses', () => {
    run(python, ['-W', 'error', '-B', '-c', abstractClass], { cwd: folder });
  });

  test("the tutorial's models supply defaults and survive JSON", () => {
    run(python, ['-W', 'error', '-B', '-c', tutorial], { cwd: folder });
  });
});

describeWith(['oldest-pydantic'], 'the oldest Pydantic that is supported', () => {
  test('reads and writes the same instances, without a warning', () => {
    const script = fileURLToPath(new URL('python_pydantic.py', import.meta.url));
    const names = ['blog', 'constraints', 'torture'].map(packageName);
    const judged = run(oldestPydantic, ['-W', 'error', '-B', script, folder, ...names], { cwd: folder });
    expect(Number(judged)).toBeGreaterThan(1_000);
  });
});

describeWith(['vulture'], 'vulture', () => {
  test('finds no unused import, argument or variable, and no unreachable code', () => {
    // Vulture ignores quoted type names, which other ontologies need for classes with the name of a Python type.
    const packages = ['blog', 'constraints'].map(packageName);
    run(python, ['-m', 'vulture', '--min-confidence', '80', ...packages], { cwd: folder });
  });
});

describeWith(['pydantic', 'mypy'], 'mypy --strict', () => {
  const strict = ['-m', 'mypy', '--strict', '--no-error-summary', '--cache-dir'];
  const mypy = (cache: string, ...args: string[]) => run(python, [...strict, cache, ...args], { cwd: folder });
  const packages = (names: Iterable<string>) => [...names].flatMap((name) => ['-p', packageName(name)]);
  const withPlugin = () => {
    const options = ['init_forbid_extra', 'init_typed', 'warn_required_dynamic_aliases'].map((option) => `${option} = True`);
    const file = path.join(folder, 'plugin.ini');
    writeFileSync(file, ['[mypy]', 'plugins = pydantic.mypy', '[pydantic-mypy]', ...options, ''].join('\n'));
    return ['--config-file', file];
  };
  const judgedWithPlugin = () =>
    packages(halfOfVocabularies([...models.keys()], 0).filter((name) => !largeVocabularies.has(name)));

  // Each published ontology is checked in only one of the two tests.
  test('accepts the models without a plugin', () => {
    mypy(mypyCache(), ...packages(affordableNames(halfOfVocabularies([...models.keys()], 1))));
    mypy(mypyCache(), 'usage.py');
  });

  test.runIf(isFullRun)("accepts the models with Pydantic's plugin", () => {
    mypy(mypyCache('plugin'), ...withPlugin(), ...judgedWithPlugin());
    mypy(mypyCache('plugin'), ...withPlugin(), 'usage.py');
  });
});

/** The ruff rules that generated code does not follow, with reasons. */
const excludedRuffRules = {
  A001: 'names are those of the ontology',
  A003: 'names are those of the ontology',
  A004: 'names are those of the ontology',
  N801: 'names are those of the ontology',
  RUF001: 'texts are those of the ontology',
  RUF002: 'texts are those of the ontology',
  D: 'docstrings are the comments of the ontology',
  E501: 'a word that is longer than a line stays whole',
  N818: 'names are those of the ontology',
  S105: 'values of enumerations are those of the ontology',
  COM812: 'the formatter decides on commas',
  CPY001: 'the user decides on a copyright notice',
  ERA001: 'the name of a file in the header looks like code',
  EM: 'the message of a rule stands where it is raised',
  TRY003: 'the message of a rule stands where it is raised',
  ANN401: 'a check of values of several types takes any',
  C901: 'a class with many rules has many branches',
  PLR0912: 'a class with many rules has many branches',
  PLR0915: 'a class with many rules has many statements',
} as const;

describeWith(['ruff'], 'ruff', () => {
  const ruff = (...args: string[]) =>
    run(python, ['-m', 'ruff', ...args, '--isolated', '--no-cache', '--exclude', 'usage.py', '.'], { cwd: folder });

  test('the formatter changes nothing', () => {
    ruff('format', '--diff', '--quiet');
  });

  test('the linter reports no problem', () => {
    ruff('check');
    ruff('check', '--select', 'ALL', '--ignore', Object.keys(excludedRuffRules).join());
  });
});
