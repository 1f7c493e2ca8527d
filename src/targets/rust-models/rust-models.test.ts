import { describe, expect, test } from 'vitest';
import { modelOf } from '../../../test/support/ontologies.ts';
import type {
  Bound,
  Constraint,
  DomainClass,
  DomainModel,
  Enumeration,
  Facets,
  Field,
  FieldType,
  Pattern,
  ScalarKind,
  ScalarType,
} from '../../model/index.ts';
import { defaultPolicies, demandOf, scalarKinds } from '../../model/index.ts';
import { chosenVariants } from '../core/index.ts';
import { text } from '../text/index.ts';
import { classFile as printClass } from './class.ts';
import { Derives } from './derives.ts';
import { docComment } from './docs.ts';
import { enumerationFile } from './enumeration.ts';
import { HelperCode } from './helper-code.ts';
import { optionalCrates, rustModels } from './index.ts';
import { rustKind } from './kinds.ts';
import { useDeclarations } from './layout.ts';
import { identifiers, moduleNames, variantNames } from './names.ts';
import { createRunContext, newLedger } from './run-context.ts';
import { floatLiteral, patternLiteral, stringLiteral } from './tokens.ts';

const string: FieldType = { kind: 'scalar', scalar: 'string' };
const dateTime: FieldType = { kind: 'scalar', scalar: 'dateTime' };

/** Returns a class of a handwritten model. */
function domainClass(name: string, fields: readonly (Pick<Field, 'name'> & Partial<Field>)[], rest: Partial<DomainClass> = {}) {
  const cls = {
    name,
    slug: name.toLowerCase(),
    deprecated: false,
    parents: [],
    ancestors: [],
    children: [],
    choices: [],
    totals: [],
    comparisons: [],
    keys: [],
    refinements: [],
    closed: false,
    allRelations: [],
    ...rest,
  } as unknown as DomainClass;
  const id = { name: 'id', type: { kind: 'id' }, generated: 'uuid' } as const;
  const allFields = [id, ...fields].map(
    (f) => ({ type: string, cardinality: 'one', deprecated: false, owner: cls, ...f }) as Field,
  );
  return Object.assign(cls, { fields: allFields, allFields });
}

const pattern = (source: string): Pattern => ({ source, flags: '', syntax: 'xpath' });
const bound = (value: string, inclusive = true): Bound => ({ value, inclusive });

function classFile(cls: DomainClass): string {
  const model = { ...modelWith(cls), enumerations: [] };
  return text(
    printClass(
      cls,
      createRunContext(model, new HelperCode(model, []), newLedger(), {
        derives: new Derives([]),
        sqlx: 'feature',
        variants: chosenVariants(undefined),
      }),
    ),
  );
}

async function blogFile(path: string): Promise<string | undefined> {
  return rustModels.generate(await modelOf('blog')).find((file) => file.path === path)?.content;
}

describe('the blog', () => {
  test('has only records if no other variants are selected', async () => {
    const files = rustModels.generate(await modelOf('blog'), { variants: ['record'] });
    expect(files.map((file) => file.path)).not.toContain('page.rs');
    const comment = files.find((file) => file.path === 'comment.rs')?.content ?? '';
    expect(comment.match(/^pub \w+ \w+|^impl .*(?= \{)|pub fn \w+/gm)).toEqual([
      'pub struct Comment',
      'impl Comment',
      'pub fn new',
    ]);
    const post = files.find((file) => file.path === 'post.rs')?.content ?? '';
    expect(post).not.toMatch(/PostCreate|PostUpdate|PostPage|PostWith/);
  });

  test('has a file per class and their parent module', async () => {
    const files = rustModels.generate(await modelOf('blog'));
    expect(files.map((file) => file.path)).toEqual([
      'user.rs',
      'post.rs',
      'comment.rs',
      'page.rs',
      'patch.rs',
      'validation.rs',
      'mod.rs',
    ]);
  });

  test('re-exports all types', async () => {
    expect(await blogFile('mod.rs')).toBe(`//! Blog Ontology
//!
//! People who write posts, and the comments on them.

pub mod comment;
pub mod page;
mod patch;
pub mod post;
pub mod user;
pub mod validation;

pub use comment::{Comment, CommentCreate, CommentPage, CommentUpdate, CommentWithAuthor};
pub use page::Page;
pub use post::{Post, PostCreate, PostPage, PostUpdate, PostWithRelations};
pub use user::{User, UserCreate, UserPage, UserUpdate, UserWithPosts};
pub use validation::{Valid, Validate, Violation, Violations};
`);
  });

  test('has a post with its constructor and related objects', async () => {
    expect(await blogFile('post.rs')).toBe(`use chrono::{DateTime, SubsecRound, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::patch::{assign, present};
use super::{Comment, Page, User, Validate, Violations};

/// An article on the blog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct Post {
    /// Unique identifier.
    pub id: Uuid,
    /// Headline. At most 500 characters.
    pub title: String,
    /// Body, in Markdown.
    pub content: String,
    /// When it went public.
    pub published_at: DateTime<Utc>,
    /// Who wrote the post.
    pub author_id: Uuid,
}

impl Post {
    /// Creates a \`Post\` with a fresh \`id\` and the current time as \`published_at\`.
    #[must_use]
    pub fn new(title: impl Into<String>, content: impl Into<String>, author_id: Uuid) -> Self {
        Self {
            id: Uuid::new_v4(),
            title: title.into(),
            content: content.into(),
            published_at: Utc::now().trunc_subsecs(6),
            author_id,
        }
    }

    /// Applies the changes of an update.
    pub fn apply(&mut self, update: PostUpdate) {
        assign(&mut self.title, update.title);
        assign(&mut self.content, update.content);
        assign(&mut self.published_at, update.published_at);
        assign(&mut self.author_id, update.author_id);
    }
}

impl Validate for Post {
    fn validate_into(&self, violations: &mut Violations) {
        violations.max_length("/title", self.title.as_str(), 500);
    }
}

/// \`Post\`, with its \`author\` and \`comments\` included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostWithRelations {
    #[serde(flatten)]
    pub post: Post,
    /// Who wrote the post.
    pub author: User,
    /// Remarks on this post.
    pub comments: Vec<Comment>,
}

impl Validate for PostWithRelations {
    fn validate_into(&self, violations: &mut Violations) {
        self.post.validate_into(violations);
        violations.nested("/author", &self.author);
    }
}

/// Input for creating a \`Post\`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostCreate {
    pub title: String,
    pub content: String,
    /// Defaults to the current time.
    #[serde(default, deserialize_with = "present")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_at: Option<DateTime<Utc>>,
    pub author_id: Uuid,
}

impl Validate for PostCreate {
    fn validate_into(&self, violations: &mut Violations) {
        violations.max_length("/title", self.title.as_str(), 500);
    }
}

impl From<PostCreate> for Post {
    fn from(create: PostCreate) -> Self {
        let mut created = Self::new(create.title, create.content, create.author_id);
        assign(&mut created.published_at, create.published_at);
        created
    }
}

/// Changes to a \`Post\`: \`None\` keeps a value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PostUpdate {
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub published_at: Option<DateTime<Utc>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub author_id: Option<Uuid>,
}

impl Validate for PostUpdate {
    fn validate_into(&self, violations: &mut Violations) {
        violations.max_length("/title", self.title.as_deref(), 500);
    }
}

/// A page of \`Post\`.
pub type PostPage = Page<Post>;
`);
  });

  test('counts upvotes from 0', async () => {
    const files = rustModels.generate(await modelOf('blog-evolved'));
    const comment = files.find((file) => file.path === 'comment.rs')?.content;
    expect(comment).toContain('    pub upvotes: i32,\n');
    expect(comment).toContain('            upvotes: 0,\n');
    expect(comment).toContain('pub fn new(text: impl Into<String>, post_id: Uuid, author_id: Uuid) -> Self {');
  });
});

describe('a constructor', () => {
  test('without arguments is also Default', () => {
    const text = classFile(domainClass('Tag', [{ name: 'note', cardinality: 'optional' }]));
    expect(text).toContain(
      '    pub fn new() -> Self {\n        Self {\n            id: Uuid::new_v4(),\n            note: None,\n',
    );
    expect(text).toContain('impl Default for Tag {\n    fn default() -> Self {\n        Self::new()\n    }\n}\n');
  });

  test('sets all timestamps to the same time, in a variable with a free name', () => {
    const generated = { type: dateTime, generated: 'now' } as const;
    const text = classFile(
      domainClass('Tag', [{ name: 'now' }, { name: 'made_at', ...generated }, { name: 'seen_at', ...generated }]),
    );
    expect(text).toContain('        let current_time = Utc::now().trunc_subsecs(6);\n');
    expect(text).toContain(
      '            now: now.into(),\n            made_at: current_time,\n            seen_at: current_time,\n',
    );
  });

  test('takes the create variant if there are more than four values', () => {
    const fields = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `field${i}` }));
    expect(classFile(domainClass('Tag', fields(4)))).toContain('    pub fn new(\n        field0: impl Into<String>,\n');
    const text = classFile(domainClass('Tag', fields(5)));
    expect(text).toContain('    pub fn new(create: TagCreate) -> Self {\n        create.into()\n    }\n');
    expect(text).toContain('            id: Uuid::new_v4(),\n            field0: create.field0,\n');
  });
});

describe('a create or update variant', () => {
  const stated = [
    { name: 'note', cardinality: 'optional' },
    { name: 'label', cardinality: 'optional', default: 'x' },
    { name: 'count', type: scalar('int32'), generated: 'zero' },
    { name: 'tags', cardinality: 'many' },
    { name: 'seen_at', type: dateTime, generated: 'now', managed: 'updated' },
  ] as const;

  test('makes members with defaults optional in a create variant', () => {
    const text = classFile(domainClass('Tag', stated));
    expect(text).toContain(`#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TagCreate {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Defaults to \`x\`.
    #[serde(default, deserialize_with = "present")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Option<String>>,
    /// Defaults to 0.
    #[serde(default, deserialize_with = "present")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i32>,
    #[serde(default)]
    pub tags: Vec<String>,
}
`);
    expect(text).toContain(`        let mut created = Self {
            note: create.note,
            tags: create.tags,
            ..Self::new()
        };
        assign(&mut created.label, create.label);
        assign(&mut created.count, create.count);
        created
`);
  });

  test('distinguishes absent members from null in an update', () => {
    const text = classFile(domainClass('Tag', stated));
    const given = '    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]';
    expect(text).toContain(`#[serde(default, deny_unknown_fields)]
pub struct TagUpdate {
${given}
    pub note: Option<Option<String>>,
${given}
    pub label: Option<Option<String>>,
${given}
    pub count: Option<i32>,
${given}
    pub tags: Option<Vec<String>>,
}
`);
    expect(text).toContain(`    pub fn apply(&mut self, update: TagUpdate) {
        assign(&mut self.note, update.note);
        assign(&mut self.label, update.label);
        assign(&mut self.count, update.count);
        assign(&mut self.tags, update.tags);
        self.seen_at = Utc::now().trunc_subsecs(6);
    }
`);
  });

  test('checks a choice by the members that it contains', () => {
    const [one, other] = ['one', 'other'].map((name) => ({ name, cardinality: 'optional' }) as const);
    const cls = domainClass('Tag', [one as { name: string }, other as { name: string }]);
    const choice = { name: 'choice', typeName: 'TagChoice', fields: cls.allFields.slice(1), required: true };
    Object.assign(cls, { choices: [choice] });
    const text = classFile(cls);
    const check = (type: string) => text.slice(text.indexOf(`impl Validate for ${type} {`)).split('\n\n')[0];
    for (const type of ['Tag', 'TagCreate'])
      expect(check(type)).toContain('exactly_one(&[("one", self.one.is_some()), ("other", self.other.is_some())]);');
    // An update need not contain the member that already has a value.
    expect(check('TagUpdate')).toContain('at_most_one(&[\n            ("one", matches!(self.one, Some(Some(_)))),\n');
  });
});

describe('names', () => {
  test('are raw identifiers if possible', () => {
    const names = ['type', 'gen', 'union', 'self', 'self_'];
    expect(names.map(identifiers(names))).toEqual(['r#type', 'r#gen', 'union', 'self_field', 'self_']);
    const text = classFile(domainClass('Tag', [{ name: 'type' }, { name: 'self' }]));
    expect(text).toContain(
      '    pub r#type: String,\n    #[serde(rename = "self")]\n    #[cfg_attr(feature = "sqlx", sqlx(rename = "self"))]\n    pub self_: String,\n',
    );
  });

  test('of files avoid keywords and device names', () => {
    const classes = ['Type', 'Mod', 'Con', 'User'].map((name) => domainClass(name, []));
    expect([...moduleNames(classes).values()]).toEqual(['type_', 'mod_', 'con_', 'user']);
  });

  test('that a class hides in its own file are written with paths', () => {
    const text = classFile(domainClass('Option', [{ name: 'note', cardinality: 'optional' }]));
    expect(text).toContain('pub note: std::option::Option<String>,');
    expect(classFile(domainClass('Uuid', []))).toContain('pub id: uuid::Uuid,');
    expect(classFile(domainClass('Default', []))).toContain('impl std::default::Default for Default {');
  });

  test('of related classes are not imported if they would hide other names', () => {
    const relation = {
      name: 'choice',
      target: domainClass('Option', []),
      many: true,
      declared: true,
      deprecated: false,
      field: { name: 'poll_id' },
    };
    const cls = domainClass('Poll', [], { relationsName: 'PollWithChoice', allRelations: [relation as never] });
    expect(classFile(cls)).toContain('    pub choice: Vec<super::Option>,\n');
    expect(classFile(cls)).not.toContain('use super::Option');
  });

  test('are imported in the order of rustfmt, with a blank line if its style editions differ', () => {
    const order = (...names: string[]) => useDeclarations('use', [{ path: 'super', names }]);
    expect(order('User', 'Post')).toEqual(['use super::{Post, User};']);
    expect(order('URL', 'User', 'Post')).toEqual(['use super::{Post, User};', '', 'use super::URL;']);
    expect(order('A', 'A2', 'A3', 'A10')).toEqual(['use super::{A, A10};', '', 'use super::{A2, A3};']);
    expect(order('order_kind', 'orders', 'a2', 'ab')).toEqual(['use super::{a2, ab, order_kind, orders};']);
    expect(order('b2', 'b_c', 'c01', 'c1')).toEqual(['use super::b2;', 'use super::{b_c, c01};', '', 'use super::c1;']);
  });
});

describe('documentation', () => {
  const lines = (text: string) => docComment([text], '///').map((line) => line.slice(4));

  test('keeps prose, code, bullets and links', () => {
    const prose = ['Uses `a < b` and [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339):', '- first', '- second, 3 < 4'];
    expect(lines(prose.join('\n'))).toEqual(prose);
    expect(lines('(see http://example.org/a_(b)).')).toEqual(['(see <http://example.org/a_(b)>).']);
  });

  test('is never interpreted as code, a heading, HTML or a link to an item', () => {
    expect(lines('    let broken = ;')).toEqual(['let broken = ;']);
    expect(lines('```rust\nfn broken(\n```')).toEqual(['\\`\\`\\`rust', 'fn broken(', '\\`\\`\\`']);
    expect(lines('~~~\nx')).toEqual(['\\~~~', 'x']);
    expect(lines('# a\n> b\n1. c\n---\n| d |')).toEqual(['\\# a', '\\> b', '1\\. c', '\\---', '\\| d |']);
    expect(lines('Vec<T>, [T], [^1], `a')).toEqual(['Vec\\<T>, \\[T\\], \\[^1\\], \\`a']);
    expect(lines('a\\*b \\n \\')).toEqual(['a\\\\*b \\n \\\\']);
  });

  test('escapes characters that wrapping moves to the start of a line', () => {
    const full = `${'word '.repeat(14)}words.`;
    expect(lines(`${full} - 1`)).toEqual([full, '\\- 1']);
  });

  test('indents lines after a bullet', () => {
    expect(lines('- one\nlazy\n\nafter')).toEqual(['- one', '  lazy', '', 'after']);
  });

  test('states constraints that types do not express', () => {
    const text = classFile(
      domainClass(
        'Child',
        [
          {
            name: 'stars',
            type: { kind: 'scalar', scalar: 'int32', minimum: bound('1'), maximum: bound('5') },
            deprecated: true,
          },
        ],
        {
          doc: 'A child.',
          parents: [domainClass('Parent', [])],
        },
      ),
    );
    expect(text).toContain('/// A child. Specialises `Parent`.\n#[derive(');
    expect(text).toContain('    /// From 1 to 5.\n    ///\n    /// **Deprecated.**\n    pub stars: i32,\n');
  });
});

const scalar = (kind: ScalarKind, facets: Facets = {}): FieldType => ({ kind: 'scalar', scalar: kind, ...facets });

function enumeration(name: string, values: Record<string, string>): Enumeration {
  const all = Object.entries(values).map(([name, value]) => ({ name, value, deprecated: false }));
  return { name, slug: name.toLowerCase(), deprecated: false, values: all };
}

const colour = enumeration('Colour', { red: 'red', green: 'green' });

function modelWith(cls: DomainClass, axioms: readonly Constraint[] = []): DomainModel {
  const rest = { name: 'test', source: 'test.ttl', deprecated: false, enumerations: [colour], unions: [] };
  const statement = { construct: 'owl:test', statement: '' };
  return {
    ...rest,
    assumptions: [],
    chosen: [],
    policies: defaultPolicies,
    classes: [cls],
    axioms: axioms.map((constraint) => ({ ...statement, constraints: [constraint] })),
  };
}

function generated(cls: DomainClass, axioms?: readonly Constraint[]): Record<string, string> {
  return Object.fromEntries(rustModels.generate(modelWith(cls, axioms)).map(({ path, content }) => [path, content]));
}

describe('validate', () => {
  test('is not implemented if types enforce all constraints', () => {
    const files = generated(domainClass('Tag', [{ name: 'note', type: scalar('int8', { minimum: bound('-128') }) }]));
    expect(files['tag.rs']).not.toContain('Validate');
    expect(Object.keys(files)).toEqual(['tag.rs', 'colour.rs', 'page.rs', 'patch.rs', 'mod.rs']);
  });

  test('checks the constraints of a field, and each value with its path', () => {
    const files = generated(
      domainClass('Tag', [
        { name: 'stars', type: scalar('int32', { minimum: bound('1'), maximum: bound('6', false) }) },
        { name: 'words', type: scalar('string', { maxLength: 9 }), cardinality: 'many', minItems: 1 },
        { name: 'code', type: scalar('string', { patterns: [pattern('^\\S+$')] }), cardinality: 'optional' },
      ]),
    );
    expect(files['tag.rs']).toContain(`static CODE: LazyLock<Regex> = LazyLock::new(|| regex(r"^[^\\t\\n\\r ]+$"));\n`);
    expect(files['tag.rs']).toContain(`impl Validate for Tag {
    fn validate_into(&self, violations: &mut Violations) {
        violations.minimum("/stars", self.stars, 1);
        violations.exclusive_maximum("/stars", self.stars, 6);
        violations.min_items("/words", self.words.len(), 1);
        for (index, value) in self.words.iter().enumerate() {
            violations.max_length(format_args!("/words/{index}"), value.as_str(), 9);
        }
        violations.pattern("/code", self.code.as_deref(), &CODE);
    }
}
`);
    expect(files['mod.rs']).toContain('pub mod validation;\n');
    expect(files['mod.rs']).toContain('pub use validation::{Valid, Validate, Violation, Violations};\n');
  });

  test('has messages in the singular only if a bound is 1', () => {
    const validation = (maxLength: number) =>
      generated(domainClass('Tag', [{ name: 'text', type: scalar('string', { maxLength }) }]))['validation.rs'];
    expect(validation(1)).toContain('"must be at most {most} character{} long", plural(most)');
    expect(validation(2)).toContain('"must be at most {most} characters long")');
    expect(validation(2)).not.toContain('plural');
  });

  test('has decimals without a parser if they are short integers', () => {
    const check = (value: string) =>
      generated(domainClass('Tag', [{ name: 'price', type: scalar('decimal', { maximum: bound(value) }) }]))['tag.rs'];
    expect(check('100000')).toContain('self.price, Decimal::from(100_000));');
    expect(check('0.5')).toContain('self.price, literal::<Decimal>("0.5"));');
  });

  test('includes related objects', () => {
    const related = domainClass('Tag', [{ name: 'stars', type: scalar('int32', { minimum: bound('1') }) }]);
    const relation = {
      name: 'tags',
      target: related,
      many: true,
      declared: true,
      deprecated: false,
      holder: 'target',
      field: { name: 'post_id' },
    };
    const cls = domainClass('Post', [], { relationsName: 'PostWithTags', allRelations: [relation as never] });
    const text = classFile(cls);
    expect(text).toContain(`impl Validate for PostWithTags {
    fn validate_into(&self, violations: &mut Violations) {
        for (index, value) in self.tags.iter().enumerate() {
            violations.nested(format_args!("/tags/{index}"), value);
        }
    }
}
`);
  });

  test('omits a pattern that the crate does not support, and documents that', () => {
    const backwards = pattern('(a)\\1');
    const cls = domainClass('Tag', [{ name: 'code', type: scalar('string', { patterns: [backwards] }) }]);
    const field = cls.allFields[1] as Field;
    const constraint = { kind: 'pattern', class: cls, field, pattern: backwards } as const;
    const files = generated(cls, [constraint]);
    expect(files['tag.rs']).toContain('    /// Not enforced here: matches /(a)\\1/.\n    pub code: String,\n');
    expect(files['validation.rs']).toBeUndefined();
    expect(newLedger().achieved(constraint)).toMatchObject({ status: 'dropped', why: expect.any(String) });
    expect(optionalCrates(modelWith(cls))).toEqual(new Set());
  });

  test('prints no unused helpers', async () => {
    for (const name of ['blog', 'constraints', 'torture', 'gtfs']) {
      const files = rustModels.generate(await modelOf(name));
      const all = files.map(({ content }) => content).join('');
      const functions = [...all.matchAll(/^ *(?:pub\(super\) )?fn (\w+)/gm)].map(([, name]) => name as string);
      const isUnused = (name: string) => all.split(new RegExp(`\\b${name}\\b`)).length === 2;
      // Methods of traits, and those for users' programs.
      const offered = new Set(['deserialize', 'from_row', 'validate']);
      expect(functions.filter((name) => isUnused(name) && !offered.has(name))).toEqual([]);
    }
  });
});

describe('a statement of the ontology', () => {
  test('sets a default in the constructor, but not when JSON lacks a member', () => {
    const text = classFile(
      domainClass('Tag', [
        { name: 'kind', constant: 'tag' },
        { name: 'price', type: scalar('float64'), cardinality: 'optional', default: '0.5' },
        { name: 'colour', type: { kind: 'enumeration', enumeration: colour }, default: 'green' },
      ]),
    );
    expect(text).toContain('    pub fn new() -> Self {\n');
    expect(text).toContain(`            kind: "tag".into(),
            price: Some(0.5),
            colour: Colour::Green,
`);
    expect(text.slice(0, text.indexOf('/// Input for creating'))).not.toContain('serde(default');
    expect(text).toContain('        violations.constant("/kind", self.kind.as_str(), "tag");\n');
  });

  test('closes a class', () => {
    const text = classFile(domainClass('Tag', [], { closed: true }));
    expect(text).toContain('#[serde(deny_unknown_fields)]\npub struct Tag {\n');
    expect(text).toContain('#[serde(deny_unknown_fields)]\npub struct TagUpdate {}\n');
  });

  test('names the replacement of a deprecated field', () => {
    const text = classFile(domainClass('Tag', [{ name: 'old', deprecated: true, replacedBy: 'Tag.new' }]));
    expect(text).toContain('    /// **Deprecated.** Use `Tag.new` instead.\n    pub old: String,\n');
  });

  test('is documented if it is not enforced', () => {
    const cls = domainClass('Tag', [{ name: 'code', unique: true }]);
    const field = cls.allFields[1] as Field;
    const constraints: Constraint[] = [
      { kind: 'unique', class: cls, field },
      { kind: 'key', class: cls, key: { fields: cls.allFields } },
      { kind: 'type', class: cls, field },
    ];
    const file = generated(cls, constraints)['tag.rs'];
    expect(file).toContain('/// Not enforced here: no two instances have the same id and code.\n#[derive(');
    expect(file).toContain('    /// Not enforced here: values are unique.\n    pub code: String,\n');
    const ledger = newLedger();
    const demands = constraints.flatMap((constraint) => demandOf(constraint) ?? []);
    expect(demands.map((demand) => ledger.achieved(demand).status)).toEqual(['dropped', 'dropped', 'approximated']);
  });
});

test('reports which types are not enforced', () => {
  const cls = domainClass('Tag', []);
  const achieved = (type: FieldType) =>
    newLedger().achieved({ kind: 'type', class: cls, field: { ...(cls.allFields[0] as Field), type }, type });
  const union = (...members: ScalarType[]): FieldType => ({ kind: 'union', union: { name: 'U', slug: 'u', members } });
  const enforced = scalarKinds.filter((kind) => achieved(scalar(kind)).status === 'enforced');
  const others = ['string', 'dateTime', 'date', 'time'];
  expect(enforced).toEqual(scalarKinds.filter((kind) => !others.includes(kind)));
  expect(achieved(scalar('dateTime'))).toMatchObject({ status: 'approximated', difference: { id: 'rust-types' } });
  expect(achieved({ kind: 'reference', target: cls }).status).toBe('approximated');
  expect(achieved({ kind: 'enumeration', enumeration: colour }).status).toBe('enforced');
  expect(achieved(union({ kind: 'scalar', scalar: 'date' }, { kind: 'scalar', scalar: 'gYear' })).status).toBe('enforced');
});

describe('kinds', () => {
  test.each(scalarKinds)('call only existing helpers: %s', (kind) => {
    const field = { name: 'value', type: scalar(kind), cardinality: 'optional' } as const;
    const files = generated(domainClass('Tag', [field, { ...field, name: 'values', cardinality: 'many' }]));
    const calls = [...(files['tag.rs'] ?? '').matchAll(/violations\.(\w+)\(/g)].map(([, method]) => method);
    expect(calls.length > 0).toBe(rustKind(kind).check !== undefined);
    for (const method of calls) expect(files['validation.rs']).toContain(`    pub(super) fn ${method}`);
  });
});

test('the option sqlx: always derives the traits of sqlx without the feature of a crate', async () => {
  const shop = rustModels.generate(await modelOf('constraints'), { sqlx: 'always' });
  const code = shop.map(({ content }) => content).join('');
  expect(code).not.toContain('feature = "sqlx"');
  expect(code).toContain(', Deserialize, sqlx::FromRow)]');
  expect(code).toContain(' sqlx::Type,\n)]\n#[sqlx(type_name = "text")]');
});

describe('an enumeration', () => {
  test('is an enum in a separate file', () => {
    const size = enumeration('Size', { small: 'S', extra_large: 'XL' });
    expect(
      text(enumerationFile(size, { iris: false, derives: new Derives([]), sqlx: 'feature' })),
    ).toBe(`use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text"))]
pub enum Size {
    #[serde(rename = "S")]
    #[cfg_attr(feature = "sqlx", sqlx(rename = "S"))]
    Small,
    #[serde(rename = "XL")]
    #[cfg_attr(feature = "sqlx", sqlx(rename = "XL"))]
    ExtraLarge,
}

impl Size {
    /// All values, in order.
    pub const ALL: [Self; 2] = [Self::Small, Self::ExtraLarge];

    /// Returns the string that represents the value in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Small => "S",
            Self::ExtraLarge => "XL",
        }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
`);
  });

  test('has distinct variants', () => {
    const names = variantNames(enumeration('Odd', { a_1: '', a1: ' ', a__1: '  ', self: 'self' }));
    expect([...names.values()]).toEqual(['A1', 'A1Value', 'A1Value2', 'SelfValue']);
  });
});

describe('literals', () => {
  test('of strings escape invisible characters', () => {
    expect(stringLiteral('a"\\\n\u202eé\u00a0')).toBe('"a\\"\\\\\\n\\u{202e}é\\u{a0}"');
    expect(patternLiteral('^a$')).toBe('"^a$"');
    expect(patternLiteral('\\d"#')).toBe('r##"\\d"#"##');
  });

  test('of floats have no unneeded digits', () => {
    expect(floatLiteral('float64', '5')).toBe('5.0');
    expect(floatLiteral('float64', '0.1000000000000000055511151231257827')).toBe('0.1');
    expect(floatLiteral('float32', '16777217')).toBe('16777216.0');
    expect(floatLiteral('float32', '0.1')).toBe('0.1');
    expect(floatLiteral('float32', '1'.padEnd(50, '0'))).toBeUndefined();
  });
});

describe('marks', () => {
  test.each(['blog', 'blog-evolved', 'constraints', 'torture', 'foaf', 'prov'])(
    'show where elements are declared: %s',
    async (name) => {
      const model = await modelOf(name);
      const declared = new Set<unknown>();
      for (const { content, marks = [] } of rustModels.generate(model)) {
        const lines = content.split('\n');
        for (const { element, name, type, from, to, line = 1 } of marks) {
          if (name === undefined) continue;
          const identifier = name.replace(/.*\./, '');
          const wanted = {
            class: `pub struct ${identifier} {`,
            field: [`    pub ${identifier}: ${type},`, `    pub ${identifier}:`],
            enumeration: `pub enum ${identifier} {`,
          };
          expect([wanted[element.kind]].flat()).toContain(lines[from + line - 2]);
          expect(lines[to - 1]).toMatch(element.kind === 'field' ? /,$/ : /^\}$/);
          declared.add(element.kind === 'field' ? `${element.class.name} ${element.field.name}` : name);
        }
      }
      const fields = model.classes.flatMap((cls) => cls.allFields.map((field) => `${cls.name} ${field.name}`));
      expect(declared.size).toBe(model.classes.length + model.enumerations.length + fields.length);
      expect(fields.filter((field) => !declared.has(field))).toEqual([]);
    },
  );

  test('show other lines that belong to a field', async () => {
    const post = rustModels.generate(await modelOf('blog')).find(({ path }) => path === 'post.rs');
    const lines = post?.content.split('\n') ?? [];
    const of = [...(post?.marks ?? [])].filter(({ element }) => element.kind === 'field' && element.field.name === 'title');
    expect(of.map(({ from, to }) => lines.slice(from - 1, to).map((line) => line.trim()))).toEqual([
      ['/// Headline. At most 500 characters.', 'pub title: String,'],
      ['assign(&mut self.title, update.title);'],
      ['violations.max_length("/title", self.title.as_str(), 500);'],
      ['pub title: String,'],
      ['violations.max_length("/title", self.title.as_str(), 500);'],
      ['#[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]', 'pub title: Option<String>,'],
      ['violations.max_length("/title", self.title.as_deref(), 500);'],
    ]);
  });
});

describe('answers', () => {
  const own = ['blog', 'blog-evolved', 'constraints', 'torture'];
  const vocabularies = ['foaf', 'dcat', 'prov', 'gr', 'org', 'time', 'sosa', 'vcard', 'skos', 'sioc', 'doap', 'gtfs'];

  test.each([...own, ...vocabularies])('claim no check that is not printed: %s', async (name) => {
    expect(rustModels.emit(await modelOf(name)).unprinted()).toEqual([]);
  });
});
