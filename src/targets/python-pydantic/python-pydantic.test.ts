import { describe, expect, test } from 'vitest';
import type {
  Constraint,
  Demand,
  DomainClass,
  DomainModel,
  Enumeration,
  Field,
  FieldType,
  Relation,
  ScalarKind,
  ScalarType,
  Union,
} from '../../model/index.ts';
import { defaultPolicies } from '../../model/index.ts';
import { patternsOf } from '../shared/json-schema/index.ts';
import { choiceCheck, totalCheck } from './checks.ts';
import { inOrder } from './imports.ts';
import { pythonPydantic } from './index.ts';
import { docstring, splitLiteral, stringLiteral } from './literals.ts';
import { attributeName, className, moduleName } from './names.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const scalar = (kind: ScalarKind, facets: Partial<ScalarType> = {}): ScalarType => ({ kind: 'scalar', scalar: kind, ...facets });
const at = (value: string) => ({ value, inclusive: true });
const beyond = (value: string) => ({ value, inclusive: false });
const xpath = (source: string) => ({ source, flags: '', syntax: 'xpath' }) as const;

/** Makes a class with an `id`, or a subclass of `parents`; `fields` are added to it. */
function domainClass(
  name: string,
  fields: readonly (Pick<Field, 'name'> & Partial<Field>)[] = [],
  parents: readonly DomainClass[] = [],
): Mutable<DomainClass> {
  const cls = {
    name,
    slug: name.toLowerCase(),
    plural: `${name.toLowerCase()}s`,
    deprecated: false,
    closed: false,
    parents,
  } as Mutable<DomainClass>;
  cls.bases = parents;
  cls.relationsBases = parents.filter(({ relationsName }) => relationsName !== undefined);
  cls.ancestors = parents.flatMap((parent) => [parent, ...parent.ancestors]);
  cls.refinements = [];
  cls.choices = [];
  cls.keys = [];
  cls.totals = [];
  cls.comparisons = [];
  cls.children = [];
  for (const parent of parents) (parent as Mutable<DomainClass>).children = [...parent.children, cls];
  const id = { name: 'id', type: { kind: 'id' }, generated: 'uuid' } as const;
  cls.fields = (parents.length === 0 ? [id, ...fields] : fields).map((field) => ({
    type: scalar('string'),
    cardinality: 'one',
    unique: false,
    deprecated: false,
    owner: cls,
    ...field,
  }));
  cls.allFields = [...parents.flatMap((parent) => parent.allFields), ...cls.fields];
  cls.relations = [];
  cls.allRelations = parents.flatMap((parent) => parent.allRelations);
  return cls;
}

function relate(
  source: Mutable<DomainClass>,
  name: string,
  relations: readonly (Pick<Relation, 'name' | 'target'> & Partial<Relation>)[],
) {
  source.relationsName = name;
  const base = { source, many: false, required: true, declared: true, deprecated: false };
  source.relations = relations.map(
    (relation) => ({ ...base, holder: 'source', field: { name: `${relation.name}_id` }, ...relation }) as Relation,
  );
  source.allRelations = [...source.allRelations, ...source.relations];
}

function files(...classes: DomainClass[]): Record<string, string> {
  return filesOf({ classes });
}

function filesOf(parts: Partial<DomainModel>): Record<string, string> {
  return Object.fromEntries(pythonPydantic.generate(modelOf(parts)).map(({ path, content }) => [path, content]));
}

function modelOf(parts: Partial<DomainModel>): DomainModel {
  const empty = { classes: [], enumerations: [], unions: [], axioms: [], assumptions: [], chosen: [], policies: defaultPolicies };
  return { name: 'test', source: 'test.ttl', label: 'Test', deprecated: false, ...empty, ...parts };
}

/** Returns the lines of the record's body after the docstring. */
function body(cls: DomainClass): string[] {
  const [, record = ''] = (files(cls)[`${cls.slug}.py`] ?? '').split('"""\n\n');
  return record.split('\n\n\n')[0]?.split('\n') ?? [];
}

describe('modules', () => {
  const user = domainClass('User');
  const comment = domainClass('Comment', [
    { name: 'text', doc: 'What the reader wrote.' },
    { name: 'created_at', type: scalar('dateTime'), generated: 'now', doc: 'When it was written.' },
    { name: 'upvotes', type: scalar('int32'), generated: 'zero' },
    { name: 'mood', cardinality: 'optional' },
    { name: 'author_id', type: { kind: 'reference', target: user } },
  ]);
  comment.doc = "A reader's remark.";
  relate(comment, 'CommentWithRelations', [
    { name: 'author', target: user, doc: 'Who made it.' },
    { name: 'editor', target: user, required: false },
    { name: 'replies', target: comment, many: true },
    { name: 'way_back', target: user, many: true, declared: false },
  ]);
  const review = domainClass('Review', [{ name: 'stars', type: scalar('uint8', { maximum: at('5') }) }], [comment]);
  relate(review, 'ReviewWithRelations', []);

  const printed = files(user, comment, review);

  test('the module of a class contains its record and the models derived from it', () => {
    expect(printed['comment.py']).toBe(`from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from pydantic import AwareDatetime, Field

from ._base import Model, OrUnset, Page, Record, UpdateModel, utc_now

if TYPE_CHECKING:
    from .user import User


class Comment(Record):
    """A reader's remark."""

    id: UUID = Field(default_factory=uuid4)
    text: str = Field(description="What the reader wrote.")
    created_at: AwareDatetime = Field(
        default_factory=utc_now,
        description="When it was written.",
    )
    upvotes: int = Field(default=0, ge=-(2**31), le=2**31 - 1)
    mood: str | None = None
    author_id: UUID


class CommentCreate(Model):
    """Input for creating a Comment."""

    text: str = Field(description="What the reader wrote.")
    created_at: AwareDatetime = Field(
        default_factory=utc_now,
        description="When it was written.",
    )
    upvotes: int = Field(default=0, ge=-(2**31), le=2**31 - 1)
    mood: str | None = None
    author_id: UUID


class CommentUpdate(UpdateModel):
    """Changes to a Comment; unset fields keep their value."""

    text: OrUnset[str] = None
    created_at: OrUnset[AwareDatetime] = None
    upvotes: OrUnset[int] = Field(default=None, ge=-(2**31), le=2**31 - 1)
    mood: str | None = None
    author_id: OrUnset[UUID] = None


class CommentWithRelations(Comment):
    """Comment, with its \`author\`, \`editor\` and \`replies\` included."""

    author: "User" = Field(description="Who made it.")
    editor: "User | None" = None
    replies: list[Comment] = Field(default=[])


CommentPage = Page[Comment]
`);
  });

  test('a subclass has only its own fields and inherits related objects', () => {
    expect(printed['review.py']).toContain(`

class Review(Comment):
    """A Review."""

    stars: int = Field(ge=0, le=5)


class ReviewCreate(CommentCreate):
    """Input for creating a Review."""

    stars: int = Field(ge=0, le=5)


class ReviewUpdate(CommentUpdate):
    """Changes to a Review; unset fields keep their value."""

    stars: OrUnset[int] = Field(default=None, ge=0, le=5)


class ReviewWithRelations(Review, CommentWithRelations):
    """Review, with its \`author\`, \`editor\` and \`replies\` included."""


ReviewPage = Page[Review]
`);
  });

  test('the union of a class with its subclasses has a separate module', () => {
    const kind = { name: 'kind', discriminator: true, default: 'Party' } as const;
    const party = domainClass('Party', [kind]);
    const person = domainClass('Person', [], [party]);
    const [id, own] = party.allFields as [Field, Field];
    person.allFields = [id, { ...own, default: 'Person' }];
    const { 'any_party.py': module, '__init__.py': init } = files(party, person);
    expect(module).toBe(`from typing import Annotated, TypeAlias

from pydantic import Tag

from ._base import Page, discriminated_by
from .party import Party
from .person import Person

AnyParty: TypeAlias = Annotated[
    Annotated[Party, Tag("Party")] | Annotated[Person, Tag("Person")],
    discriminated_by("kind"),
]

PartyPage = Page[AnyParty]
`);
    expect(init).toContain('from .any_party import AnyParty, PartyPage\n');
  });

  test('the package exports all types and resolves forward references', () => {
    expect(printed['__init__.py']).toBe(`"""Models of Test."""

from .comment import (
    Comment,
    CommentCreate,
    CommentPage,
    CommentUpdate,
    CommentWithRelations,
)
from .review import Review, ReviewCreate, ReviewPage, ReviewUpdate, ReviewWithRelations
from .user import User, UserCreate, UserPage

__all__ = [
    "Comment",
    "CommentCreate",
    "CommentPage",
    "CommentUpdate",
    "CommentWithRelations",
    "Review",
    "ReviewCreate",
    "ReviewPage",
    "ReviewUpdate",
    "ReviewWithRelations",
    "User",
    "UserCreate",
    "UserPage",
]

CommentWithRelations.model_rebuild()
ReviewWithRelations.model_rebuild()
`);
  });

  test('with more than 200 classes, modules are imported on first use', () => {
    const many = Array.from({ length: 201 }, (_, i) => domainClass(`Class${i}`));
    const { '__init__.py': init, '_base.py': base } = files(...many);
    expect(init).toContain('if TYPE_CHECKING:\n    from .class0 import Class0');
    expect(init).toContain('def __getattr__(name: str) -> object:');
    expect(base).toContain('class Model(BaseModel, from_attributes=True, defer_build=True):');
  });

  test('the option variants selects the models that are printed', () => {
    const [file] = pythonPydantic.generate(modelOf({ classes: [user] }), { variants: ['record'] });
    expect(file?.content.match(/^class .*/gm)).toEqual(['class User(Record):']);
  });

  test('a class keeps its name, and a library member with the same name is imported under another', () => {
    const field = domainClass('Field');
    const exception = domainClass('Exception');
    const owner = domainClass('Owner');
    relate(owner, 'OwnerWithRelations', [
      { name: 'field', target: field },
      { name: 'exception', target: exception },
    ]);
    const { 'field.py': module, 'owner.py': variants, '__init__.py': init } = files(field, exception, owner);
    expect(module).toContain('from pydantic import Field as _Field\n\nfrom ._base import Model, Page, Record\n');
    expect(module).toContain('id: UUID = _Field(default_factory=uuid4)\n');
    expect(variants).toContain('    from .exception import Exception as _Exception\n    from .field import Field\n');
    expect(variants).toContain('    field: "Field"\n    exception: "_Exception"\n');
    expect(init).toContain('_Exception = Exception\nOwnerWithRelations.model_rebuild()\n');
  });
});

test('no module hides the type list in forward references', () => {
  expect(Object.keys(files(domainClass('List')))).toContain('list_.py');
});

describe('fields', () => {
  test('an escaped name keeps its wire name', () => {
    expect(body(domainClass('Word', [{ name: 'class' }, { name: 'model_dump', cardinality: 'optional' }]))).toEqual([
      '    model_config = ConfigDict(',
      '        validate_by_name=True,',
      '        serialize_by_alias=True,',
      '        protected_namespaces=(),',
      '    )',
      '',
      '    id: UUID = Field(default_factory=uuid4)',
      '    class_: str = Field(validation_alias="class", serialization_alias="class")',
      '    model_dump_: str | None = Field(',
      '        default=None,',
      '        validation_alias="model_dump",',
      '        serialization_alias="model_dump",',
      '    )',
    ]);
  });

  test('an error about a missing member has the wire name', () => {
    const check = (name: string) => files(domainClass('Word', [{ name }]))['_base.py'];
    const renamed = 'keys = [type(self).model_fields[k].serialization_alias or k for k in keys]';
    expect(check('class')).toContain(renamed);
    expect(check('text')).not.toContain(renamed);
  });

  test('lists and their items have separate bounds', () => {
    const lists = domainClass('Lists', [
      { name: 'tags', cardinality: 'many', maxItems: 3 },
      { name: 'sizes', cardinality: 'many', minItems: 1, type: scalar('int16', { minimum: at('1') }) },
      { name: 'old', cardinality: 'many', deprecated: true },
    ]);
    expect(body(lists).slice(1)).toEqual([
      '    tags: list[str] = Field(default=[], max_length=3)',
      '    sizes: list[Annotated[int, Field(ge=1, le=2**15 - 1)]] = Field(min_length=1)',
      '    old: list[str] = Field(default=[], deprecated=True)',
    ]);
  });

  test('breaks lines where ruff breaks them', () => {
    const long = 'f'.repeat(60);
    const fields = [
      { name: long, cardinality: 'optional', doc: 'Short.' },
      { name: `${long}ffffff`, cardinality: 'many' },
      { name: `${long}ffffffffff`, cardinality: 'many' },
      { name: 'prose', doc: `${'A text that does not fit on a line. '.repeat(3)}\nAnd a line.` },
    ] as const;
    expect(body(domainClass('Long', fields)).slice(1)).toEqual([
      `    ${long}: str | None = Field(`,
      '        default=None,',
      '        description="Short.",',
      '    )',
      `    ${long}ffffff: list[str] = (`,
      '        Field(default=[])',
      '    )',
      `    ${long}ffffffffff: list[`,
      '        str',
      '    ] = Field(default=[])',
      '    prose: str = Field(',
      '        description=(',
      '            "A text that does not fit on a line. A text that does not fit on a line. A "',
      '            "text that does not fit on a line. \\n"',
      '            "And a line."',
      '        ),',
      '    )',
    ]);
  });
});

describe('constraints', () => {
  const status: Enumeration = {
    name: 'Status',
    slug: 'status',
    doc: 'How far it is.',
    deprecated: false,
    values: [
      { value: 'in "work"', name: 'in_work', doc: 'Somebody is at it.', deprecated: false },
      { value: '', name: 'none', deprecated: true, replacedBy: 'Status.new' },
    ],
  };
  const enumerated: FieldType = { kind: 'enumeration', enumeration: status };

  test('facets are arguments of Field', () => {
    const fields = [
      { name: 'title', type: scalar('string', { minLength: 1, maxLength: 9, patterns: [xpath('^[^"]')] }) },
      { name: 'rate', type: scalar('decimal', { minimum: at('0'), maximum: beyond('0.10') }) },
      { name: 'size', type: scalar('int8', { minimum: at('-5'), maximum: at('300') }) },
      { name: 'share', type: scalar('float64', { minimum: beyond('0'), maximum: at(`1${'0'.repeat(30)}`) }) },
      { name: 'day', type: scalar('date', { minimum: beyond('2024-02-29') }) },
      { name: 'at', type: scalar('time', { maximum: at('08:30:00.1234567') }) },
    ];
    expect(body(domainClass('Facets', fields)).slice(1)).toEqual([
      `    title: str = Field(min_length=1, max_length=9, pattern=r'^[^"]')`,
      '    rate: ExactDecimal = Field(ge=0, lt=Decimal("0.10"))',
      '    size: int = Field(ge=-5, le=2**7 - 1)',
      '    share: float = Field(gt=0, le=1e30, allow_inf_nan=False)',
      '    day: dt.date = Field(gt=dt.date(2024, 2, 29))',
      '    at: LocalTime = Field(le=dt.time(8, 30, 0, 123456))',
    ]);
  });

  test('constraints that do not fit into Field are defined above the class', () => {
    const fields = [
      { name: 'twice', type: scalar('string', { patterns: [xpath('(.)\\1'), xpath('^a')] }) },
      { name: 'letters', type: scalar('string', { patterns: [xpath('^[a-\u0300]+$')] }) },
      { name: 'grade', type: scalar('int32', { values: ['1', '2'] }) },
      { name: 'price', type: scalar('decimal', { values: ['0.5'] }) },
    ];
    expect(files(domainClass('Rules', fields))['rules.py']).toContain(String.raw`
_TwiceValue = Annotated[
    str,
    Field(pattern=re.compile(r"([^\n\r])(?:\1)")),
    matching(r"^a"),
]


class Rules(Record):
    """A Rules."""

    id: UUID = Field(default_factory=uuid4)
    twice: _TwiceValue
    letters: str = Field(pattern=r"^[a-\x{0300}]+$")
    grade: Literal[1, 2]
    price: Annotated[ExactDecimal, one_of(Decimal("0.5"))]
`);
  });

  test('the bounds of a number in a list are written in the same way in all models of a class', () => {
    const module = files(domainClass('Series', [{ name: 'sample', type: scalar('float32'), cardinality: 'many', minItems: 2 }]))[
      'series.py'
    ];
    const item = 'Annotated[float, Field(ge=-3.4028235e38, le=3.4028235e38)]';
    const record = `    sample: list[${item}] = Field(\n        min_length=2,\n    )\n`;
    expect(module?.split(record)).toHaveLength(3);
    expect(module).toContain(`    sample: OrUnset[\n        list[${item}]\n    ] = Field(default=None, min_length=2)\n`);
    expect(module).not.toContain('_SampleValue');
  });

  test('the JSON Schema of a decimal is that of the OpenAPI document', () => {
    const base = files(domainClass('Price', [{ name: 'amount', type: scalar('decimal') }]))['_base.py'];
    expect(base).toContain(`WithJsonSchema({"type": "string", "pattern": r"${patternsOf('decimal')[0]}"}),`);
  });

  test('enumerations and unions have modules, and the package exports them', () => {
    const union: Union = { name: 'DateOrText', slug: 'date_or_text', members: [scalar('boolean'), scalar('string')] };
    const word = domainClass('Word', [
      { name: 'status', type: enumerated, default: '', cardinality: 'optional' },
      { name: 'only', type: { ...enumerated, only: status.values.slice(1) }, cardinality: 'many' },
      { name: 'said', type: { kind: 'union', union } },
    ]);
    const printed = filesOf({ classes: [word], enumerations: [status], unions: [union] });
    expect(printed['status.py']).toBe(`from enum import StrEnum


class Status(StrEnum):
    """How far it is."""

    IN_WORK = 'in "work"'
    """Somebody is at it."""

    NONE = ""
    """Deprecated. Use Status.new instead."""
`);
    expect(printed['date_or_text.py']).toBe(`from typing import Annotated

from pydantic import Field, StrictBool

DateOrText = Annotated[StrictBool | str, Field(union_mode="left_to_right")]
"""A value of one of several types; validation uses the first that accepts it."""
`);
    expect(printed['word.py']).toContain(`
    status: Status | None = Status.NONE
    only: list[Literal[Status.NONE]] = Field(default=[])
    said: DateOrText
`);
    expect(printed['__init__.py']).toContain('from .date_or_text import DateOrText\nfrom .status import Status\n');
  });

  test('escapes invisible characters in values', () => {
    const values = ['\0', '\u202e', '\r\n', "it's", '\\'].map((value, i) => ({ value, name: `n${i}`, deprecated: false }));
    const printed = filesOf({ enumerations: [{ name: 'Odd', slug: 'odd', values, deprecated: false }] });
    expect(printed['odd.py']?.split('class Odd(StrEnum):\n')[1]).toBe(
      ['N0 = "\\x00"', 'N1 = "\\u202e"', 'N2 = "\\x0d\\n"', `N3 = "it's"`, 'N4 = "\\\\"'].map((line) => `    ${line}\n`).join(''),
    );
  });

  test('one validator contains all checks of whole instances', () => {
    const whole = domainClass('Whole', [
      { name: 'tags', cardinality: 'many', contains: ['new'] },
      { name: 'a', cardinality: 'optional', deprecated: true },
      { name: 'b', cardinality: 'optional' },
      { name: 'after', cardinality: 'optional', irreflexive: true },
    ]);
    const [a, b] = whole.fields.slice(2) as [Field, Field];
    whole.choices = [{ name: 'either', typeName: 'WholeEither', fields: [a, b], required: true }];
    whole.closed = true;
    expect(body(whole)).toEqual([
      '    model_config = ConfigDict(extra="forbid")',
      '',
      '    id: UUID = Field(default_factory=uuid4)',
      '    tags: list[str]',
      '    a: str | None = Field(default=None, deprecated=True)',
      '    b: str | None = None',
      '    after: str | None = None',
      '',
      '    @model_validator(mode="after")',
      '    def _check_whole(self) -> Self:',
      '        if sum(value is not None for value in [self.__dict__["a"], self.b]) != 1:',
      '            raise ValueError("must have exactly one of a, b")',
      '        if not {"new"} <= set(self.tags):',
      '            raise ValueError("tags must contain new")',
      '        if self.after == self.id:',
      '            raise ValueError("after must not refer to the record itself")',
      '        return self',
    ]);
  });

  test('a count of one remaining field is a sum of a list', () => {
    const { fields } = domainClass('Whole', [
      { name: 'a', cardinality: 'optional' },
      { name: 'b', cardinality: 'optional' },
    ]);
    const [a, b] = fields.slice(1) as [Field, Field];
    const only = new Set(['a']);
    const total = totalCheck({ name: 'either', fields: [a, b], maxItems: 1, minItems: 1 }, 'create', only);
    const choice = choiceCheck({ name: 'either', typeName: 'Either', fields: [a, b], required: true }, 'create', only);
    expect(JSON.stringify(total)).toContain('sum([self.a is not None])');
    const least = totalCheck({ name: 'either', fields: [a, { ...b, cardinality: 'many' }], minItems: 1 }, 'create');
    expect(JSON.stringify(least)).toContain('if self.a is None and not self.b:');
    expect(JSON.stringify(choice)).toContain('sum(value is not None for value in [self.a]) != 1');
  });

  test('a subclass redeclares narrowed fields and hides lists of narrower items from type checkers', () => {
    const base = domainClass('Base', [
      { name: 'state', cardinality: 'optional', type: enumerated },
      { name: 'gone', cardinality: 'optional' },
      { name: 'marks', cardinality: 'many', type: scalar('string') },
    ]);
    base.closed = true;
    const below = domainClass('Below', [], [base]);
    const [state, gone, marks] = base.fields.slice(1) as [Field, Field, Field];
    below.refinements = [
      { ...state, cardinality: 'one', constant: '', refines: state },
      { ...gone, absent: true, refines: gone },
      { ...marks, type: scalar('string', { values: ['x', 'y'] }), refines: marks },
    ];
    below.allFields = [base.fields[0] as Field, ...below.refinements];
    expect(files(base, below)['below.py']).toContain(`

class Below(Base):
    """A Below."""

    model_config = ConfigDict(extra="ignore")

    state: Literal[Status.NONE] = Status.NONE
    gone: None = None
    # Type checkers reject a list of narrower items: lists are invariant.
    if not TYPE_CHECKING:
        marks: list[Literal["x", "y"]] = Field(default=[])
`);
  });

  test('constraints that are not enforced are listed at the declaration', () => {
    const user = domainClass('User', [
      { name: 'email', unique: true },
      { name: 'name', unique: true },
    ]);
    const admin = domainClass('Admin', [], [user]);
    const [, email, name] = user.fields as [Field, Field, Field];
    const key = { fields: [email, name] };
    const constraints: Constraint[] = [
      { kind: 'unique', class: user, field: email },
      { kind: 'key', class: user, key },
      { kind: 'unique', class: admin, field: name },
    ];
    const axioms = constraints.map((constraint) => ({ construct: 'c', statement: 's', constraints: [constraint] }));
    const printed = filesOf({ classes: [user, admin], axioms });
    expect(printed['user.py']).toContain('    # Not enforced here: values are unique.\n    email: str\n    name: str\n');
    expect(printed['user.py']).toContain('\n\n    Not enforced here: no two instances have the same email and name.\n    """');
    expect(printed['admin.py']).toContain('\n\n    name: Not enforced here: values are unique.\n    """');
  });

  test('states whether a constraint is enforced or dropped', () => {
    const user = domainClass('User', [{ name: 'email' }]);
    const other = domainClass('Other');
    const field = user.fields[1] as Field;
    const { achieved } = pythonPydantic.emit(modelOf({ classes: [user, other] }));
    const supportOf = (constraint: Constraint) => achieved(constraint as Demand);
    expect(supportOf({ kind: 'closed', class: user }).status).toBe('enforced');
    expect(supportOf({ kind: 'unique', class: user, field }).status).toBe('dropped');
    expect(supportOf({ kind: 'pattern', class: user, field, pattern: xpath('(.)\\1') }).status).toBe('enforced');
    expect(supportOf({ kind: 'pattern', class: user, field, pattern: xpath('(') }).status).toBe('dropped');
    expect(supportOf({ kind: 'disjoint', class: user, other }).status).toBe('dropped');
  });
});

test('escapes and sorts names', () => {
  expect(['class', 'class_', 'from', 'schema', 'json', 'str', 'dt', 'model_fields'].map(attributeName)).toEqual([
    'class_',
    'class__',
    'from_',
    'schema_',
    'json_',
    'str_',
    'dt_',
    'model_fields_',
  ]);
  expect(['date', 'id', 'type', 'match', 'none', 'model_name', 'self'].map(attributeName)).toEqual([
    'date',
    'id',
    'type',
    'match',
    'none',
    'model_name',
    'self',
  ]);
  expect(['None', 'True', 'Exception', 'List'].map(className)).toEqual(['None_', 'True_', 'Exception', 'List']);
  expect(['class', 'aux', 'com1', 'uuid'].map(moduleName)).toEqual(['class_', 'aux_', 'com1_', 'uuid']);
  expect(inOrder(['URLs', 'Item10', 'Item9', 'URL', 'Item'])).toEqual(['URL', 'Item', 'Item9', 'Item10', 'URLs']);
  const natural = ['Item01', 'Item010', 'Item1b', 'Item1c', 'Item2', 'Item10b'];
  expect(inOrder(natural.toReversed())).toEqual(natural);
});

describe('literals', () => {
  test('strings use the quotes that need fewer escapes', () => {
    expect(stringLiteral('a "b"')).toBe(`'a "b"'`);
    expect(stringLiteral(`a "b" 'c'`)).toBe(`"a \\"b\\" 'c'"`);
    expect(stringLiteral('C:\\new\n\u200b')).toBe('"C:\\\\new\\n\\u200b"');
  });

  test('long texts break at blanks and after line breaks, unless their width is unknown', () => {
    expect(splitLiteral('one two\nthree', 11)).toEqual(['"one two\\n"', '"three"']);
    expect(splitLiteral('日本語 日本語', 10)).toEqual(['"日本語 "', '"日本語"']);
    expect(splitLiteral('🙂 🙂 🙂 🙂 🙂 🙂 🙂', 10)).toEqual(['"🙂 🙂 🙂 🙂 🙂 🙂 🙂"']);
  });

  test('a text cannot end its docstring', () => {
    expect(docstring('a """ b', 4)).toEqual(['"""a \\"\\"\\" b"""']);
    expect(docstring('"quoted"', 4)).toEqual(['""" "quoted\\""""']);
    expect(docstring('ends with \\', 4)).toEqual(['"""ends with \\\\"""']);
    expect(docstring('one\n\ntwo"', 4)).toEqual(['"""one', '', 'two"', '"""']);
  });
});
