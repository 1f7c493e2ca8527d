import { describe, expect, test } from 'vitest';
import type { DomainClass, DomainModel, Field, FieldType, Relation, ScalarKind } from '../../model/index.ts';
import { pythonPydantic } from './index.ts';
import { docstring, literalParts, stringLiteral } from './literals.ts';
import { attributeName, className, moduleName } from './names.ts';
import { compareNames } from './preamble.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const scalar = (kind: ScalarKind): FieldType => ({ kind: 'scalar', scalar: kind });

/** A class with an `id`, or one below `parents`; `fields` are added to it. */
function domainClass(
  name: string,
  fields: readonly (Pick<Field, 'name'> & Partial<Field>)[] = [],
  parents: readonly DomainClass[] = [],
): Mutable<DomainClass> {
  const cls = { name, slug: name.toLowerCase(), deprecated: false, parents } as Mutable<DomainClass>;
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
  source.relations = relations.map(
    (relation) => ({ source, many: false, required: true, declared: true, deprecated: false, ...relation }) as Relation,
  );
  source.allRelations = [...source.allRelations, ...source.relations];
}

function files(...classes: DomainClass[]): Record<string, string> {
  const model: DomainModel = { name: 'test', source: 'test.ttl', label: 'Test', deprecated: false, classes };
  return Object.fromEntries(pythonPydantic.generate(model).map(({ path, content }) => [path, content]));
}

/** The lines of a class body behind the docstring. */
function body(cls: DomainClass): string[] {
  return (files(cls)[`${cls.slug}.py`] ?? '').split('"""\n\n')[1]?.trimEnd().split('\n') ?? [];
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
  const review = domainClass('Review', [{ name: 'stars', type: { ...scalar('uint8'), maximum: 5 } as FieldType }], [comment]);
  relate(review, 'ReviewWithRelations', []);

  test('a class is a model, and one that holds the related objects', () => {
    expect(files(user, comment, review)['comment.py']).toBe(`import datetime as dt
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from pydantic import AwareDatetime, BaseModel, Field, StrictInt

if TYPE_CHECKING:
    from .user import User


class Comment(BaseModel):
    """A reader's remark."""

    id: UUID = Field(default_factory=uuid4)
    text: str = Field(description="What the reader wrote.")
    created_at: AwareDatetime = Field(
        default_factory=lambda: dt.datetime.now(dt.UTC),
        description="When it was written.",
    )
    upvotes: StrictInt = Field(default=0, ge=-(2**31), le=2**31 - 1)
    mood: str | None = None
    author_id: UUID


class CommentWithRelations(Comment):
    """Comment with its author, editor and replies."""

    author: "User" = Field(description="Who made it.")
    editor: "User | None" = None
    replies: list[Comment] = Field(default_factory=list)
`);
  });

  test('a subclass has its own fields only, and inherits the related objects', () => {
    expect(files(user, comment, review)['review.py']).toBe(`from pydantic import Field, StrictInt

from .comment import Comment, CommentWithRelations


class Review(Comment):
    """Review"""

    stars: StrictInt = Field(ge=0, le=5)


class ReviewWithRelations(Review, CommentWithRelations):
    """Review with its author, editor and replies."""
`);
  });

  test('the package exports all models and completes those that name other modules', () => {
    expect(files(user, comment, review)['__init__.py']).toBe(`"""Test"""

from .comment import Comment, CommentWithRelations
from .review import Review, ReviewWithRelations
from .user import User

__all__ = [
    "Comment",
    "CommentWithRelations",
    "Review",
    "ReviewWithRelations",
    "User",
]

# Relationship models name classes of other modules, which are all known only here.
CommentWithRelations.model_rebuild()
ReviewWithRelations.model_rebuild()
`);
  });

  test('a class keeps its name, and what a library calls so is imported under another', () => {
    const field = domainClass('Field');
    const exception = domainClass('Exception');
    const owner = domainClass('Owner');
    relate(owner, 'OwnerWithRelations', [
      { name: 'field', target: field },
      { name: 'exception', target: exception },
    ]);
    const below = domainClass('Below', [], [owner]);
    relate(below, 'BelowWithRelations', []);
    const { 'owner.py': module, 'below.py': inherited, '__init__.py': init } = files(field, exception, owner, below);
    expect(module).toContain('from pydantic import BaseModel\nfrom pydantic import Field as _Field\n');
    expect(module).toContain('    from .exception import Exception as _Exception\n    from .field import Field\n');
    expect(module).toContain('id: UUID = _Field(default_factory=uuid4)\n');
    expect(module).toContain('    field: "Field"\n    exception: "_Exception"\n');
    expect(inherited).not.toContain('pydantic');
    expect(init).toContain('_Exception = Exception\nOwnerWithRelations.model_rebuild()\nBelowWithRelations.model_rebuild()\n');
  });
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

  test('lists have bounds of their own and of their items', () => {
    const lists = domainClass('Lists', [
      { name: 'tags', cardinality: 'many', maxItems: 3 },
      { name: 'sizes', cardinality: 'many', minItems: 1, type: { ...scalar('int16'), minimum: 1 } as FieldType },
      { name: 'old', cardinality: 'many', deprecated: true },
    ]);
    expect(body(lists).slice(1)).toEqual([
      '    tags: list[str] = Field(default_factory=list, max_length=3)',
      '    sizes: list[Annotated[StrictInt, Field(ge=1, le=2**15 - 1)]] = Field(min_length=1)',
      '    old: list[str] = Field(default_factory=list, deprecated=True)',
    ]);
  });

  test('lines break where ruff breaks them', () => {
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
      '        Field(default_factory=list)',
      '    )',
      `    ${long}ffffffffff: list[`,
      '        str',
      '    ] = Field(default_factory=list)',
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

test('names', () => {
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
  expect(['URLs', 'Item10', 'Item9', 'URL', 'Item'].sort(compareNames)).toEqual(['URL', 'Item', 'Item9', 'Item10', 'URLs']);
});

describe('literals', () => {
  test('strings take the quotes that need fewer escapes', () => {
    expect(stringLiteral('a "b"')).toBe(`'a "b"'`);
    expect(stringLiteral(`a "b" 'c'`)).toBe(`"a \\"b\\" 'c'"`);
    expect(stringLiteral('C:\\new\n\u200b')).toBe('"C:\\\\new\\n\\u200b"');
  });

  test('long texts break at blanks and behind line breaks, unless their width is not known', () => {
    expect(literalParts('one two\nthree', 11)).toEqual(['"one two\\n"', '"three"']);
    expect(literalParts('日本語 日本語', 10)).toEqual(['"日本語 "', '"日本語"']);
    expect(literalParts('🙂 🙂 🙂 🙂 🙂 🙂 🙂', 10)).toEqual(['"🙂 🙂 🙂 🙂 🙂 🙂 🙂"']);
  });

  test('docstrings cannot be left', () => {
    expect(docstring('a """ b', 4)).toEqual(['"""a \\"\\"\\" b"""']);
    expect(docstring('"quoted"', 4)).toEqual(['""" "quoted\\""""']);
    expect(docstring('ends with \\', 4)).toEqual(['"""ends with \\\\"""']);
    expect(docstring('one\n\ntwo"', 4)).toEqual(['"""one', '', 'two"', '"""']);
  });
});
