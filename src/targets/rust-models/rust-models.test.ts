import { describe, expect, test } from 'vitest';
import { modelOf } from '../../../test/support/ontologies.ts';
import type { DomainClass, Field, FieldType } from '../../model/index.ts';
import { classFile } from './class.ts';
import { docComment } from './docs.ts';
import { rustModels } from './index.ts';
import { useDeclaration } from './layout.ts';
import { identifiers, moduleNames } from './names.ts';

const string: FieldType = { kind: 'scalar', scalar: 'string' };
const dateTime: FieldType = { kind: 'scalar', scalar: 'dateTime' };

/** A class of a hand-made model. */
function domainClass(name: string, fields: readonly (Pick<Field, 'name'> & Partial<Field>)[], rest: Partial<DomainClass> = {}) {
  const cls = {
    name,
    slug: name.toLowerCase(),
    deprecated: false,
    parents: [],
    allRelations: [],
    ...rest,
  } as unknown as DomainClass;
  const id = { name: 'id', type: { kind: 'id' }, generated: 'uuid' } as const;
  const allFields = [id, ...fields].map(
    (f) => ({ type: string, cardinality: 'one', deprecated: false, owner: cls, ...f }) as Field,
  );
  return Object.assign(cls, { allFields });
}

async function blogFile(path: string): Promise<string | undefined> {
  return rustModels.generate(await modelOf('blog')).find((file) => file.path === path)?.content;
}

describe('the blog', () => {
  test('is a file per class and their parent', async () => {
    const files = rustModels.generate(await modelOf('blog'));
    expect(files.map((file) => file.path)).toEqual(['user.rs', 'post.rs', 'comment.rs', 'mod.rs']);
  });

  test('re-exports all types', async () => {
    expect(await blogFile('mod.rs')).toBe(`//! Blog Ontology
//!
//! People who write posts, and the comments on them.

pub mod comment;
pub mod post;
pub mod user;

pub use comment::{Comment, CommentWithAuthor};
pub use post::{Post, PostWithRelations};
pub use user::{User, UserWithPosts};
`);
  });

  test('has a post with its constructor and relations', async () => {
    expect(await blogFile('post.rs')).toBe(`use chrono::{DateTime, SubsecRound, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Comment, User};

/// An article on the blog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Post {
    /// Unique identifier.
    pub id: Uuid,
    /// Headline.
    pub title: String,
    /// Body, in Markdown.
    pub content: String,
    /// When it went public.
    pub published_at: DateTime<Utc>,
    /// Who wrote the post.
    pub author_id: Uuid,
}

impl Post {
    /// Creates a new \`Post\` with a fresh \`id\` and the current time as
    /// \`published_at\`.
    pub fn new(title: impl Into<String>, content: impl Into<String>, author_id: Uuid) -> Self {
        Self {
            id: Uuid::new_v4(),
            title: title.into(),
            content: content.into(),
            published_at: Utc::now().trunc_subsecs(6),
            author_id,
        }
    }
}

/// \`Post\` with its related objects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PostWithRelations {
    #[serde(flatten)]
    pub post: Post,
    /// Who wrote the post.
    pub author: User,
    /// Remarks on this post.
    pub comments: Vec<Comment>,
}
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
  test('without arguments comes with Default', () => {
    const text = classFile(domainClass('Tag', [{ name: 'note', cardinality: 'optional' }]));
    expect(text).toContain(
      '    pub fn new() -> Self {\n        Self {\n            id: Uuid::new_v4(),\n            note: None,\n',
    );
    expect(text).toContain('impl Default for Tag {\n    fn default() -> Self {\n        Self::new()\n    }\n}\n');
  });

  test('gives all timestamps one instant, whose variable no argument hides', () => {
    const generated = { type: dateTime, generated: 'now' } as const;
    const text = classFile(
      domainClass('Tag', [{ name: 'now' }, { name: 'made_at', ...generated }, { name: 'seen_at', ...generated }]),
    );
    expect(text).toContain('        let current_time = Utc::now().trunc_subsecs(6);\n');
    expect(text).toContain(
      '            now: now.into(),\n            made_at: current_time,\n            seen_at: current_time,\n',
    );
  });

  test('allows more than seven arguments where there are as many', () => {
    const fields = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `field${i}` }));
    expect(classFile(domainClass('Tag', fields(7)))).not.toContain('#[allow');
    expect(classFile(domainClass('Tag', fields(8)))).toContain('    #[allow(clippy::too_many_arguments)]');
  });
});

describe('names', () => {
  test('are raw identifiers where they can be', () => {
    const names = ['type', 'gen', 'union', 'self', 'self_'];
    expect(names.map(identifiers(names))).toEqual(['r#type', 'r#gen', 'union', 'self_field', 'self_']);
    const text = classFile(domainClass('Tag', [{ name: 'type' }, { name: 'self' }]));
    expect(text).toContain('    pub r#type: String,\n    #[serde(rename = "self")]\n    pub self_: String,\n');
  });

  test('of files avoid keywords and devices', () => {
    const classes = ['Type', 'Mod', 'Con', 'User'].map((name) => domainClass(name, []));
    expect([...moduleNames(classes).values()]).toEqual(['type_', 'mod_', 'con_', 'user']);
  });

  test('of a class that hide what the file uses are told apart by paths', () => {
    const text = classFile(domainClass('Option', [{ name: 'note', cardinality: 'optional' }]));
    expect(text).toContain('skip_serializing_if = "std::option::Option::is_none"');
    expect(text).toContain('pub note: std::option::Option<String>,');
    expect(classFile(domainClass('Uuid', []))).toContain('pub id: uuid::Uuid,');
    expect(classFile(domainClass('Serialize', []))).toContain(
      '#[derive(Debug, Clone, PartialEq, serde::Serialize, Deserialize)]',
    );
  });

  test('of related classes that hide what the file uses stay in their module', () => {
    const relation = { name: 'choice', target: domainClass('Option', []), many: true, declared: true, deprecated: false };
    const cls = domainClass('Poll', [], { relationsName: 'PollWithChoice', allRelations: [relation as never] });
    expect(classFile(cls)).toContain('    pub choice: Vec<super::Option>,\n');
    expect(classFile(cls)).not.toContain('use super');
  });

  test('are imported in the order of rustfmt', () => {
    expect(useDeclaration('use', 'super', ['URL', 'User', 'Post'])).toEqual(['use super::{Post, User, URL};']);
  });
});

describe('documentation', () => {
  const lines = (text: string) => docComment([text], '///').map((line) => line.slice(4));

  test('keeps prose, code, bullets and links', () => {
    const prose = ['Uses `a < b` and [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339):', '- first', '- second, 3 < 4'];
    expect(lines(prose.join('\n'))).toEqual(prose);
    expect(lines('(see http://example.org/a_(b)).')).toEqual(['(see <http://example.org/a_(b)>).']);
  });

  test('never becomes code, a heading, HTML or a link to an item', () => {
    expect(lines('    let broken = ;')).toEqual(['let broken = ;']);
    expect(lines('```rust\nfn broken(\n```')).toEqual(['\\`\\`\\`rust', 'fn broken(', '\\`\\`\\`']);
    expect(lines('~~~\nx')).toEqual(['\\~~~', 'x']);
    expect(lines('# a\n> b\n1. c\n---\n| d |')).toEqual(['\\# a', '\\> b', '1\\. c', '\\---', '\\| d |']);
    expect(lines('Vec<T>, [T], [^1], `a')).toEqual(['Vec\\<T>, \\[T\\], \\[^1\\], \\`a']);
    expect(lines('a\\*b \\n \\')).toEqual(['a\\\\*b \\n \\\\']);
  });

  test('escapes what wrapping puts at the start of a line', () => {
    const full = `${'word '.repeat(14)}words.`;
    expect(lines(`${full} - 1`)).toEqual([full, '\\- 1']);
  });

  test('indents what follows a bullet', () => {
    expect(lines('- one\nlazy\n\nafter')).toEqual(['- one', '  lazy', '', 'after']);
  });

  test('says what types cannot', () => {
    const text = classFile(
      domainClass(
        'Child',
        [{ name: 'stars', type: { kind: 'scalar', scalar: 'int32', minimum: 1, maximum: 5 }, deprecated: true }],
        {
          doc: 'A child.',
          parents: [domainClass('Parent', [])],
        },
      ),
    );
    expect(text).toContain('/// A child.\n///\n/// Specialises `Parent`.\n#[derive');
    expect(text).toContain('    /// From 1 to 5.\n    ///\n    /// **Deprecated.**\n    pub stars: i32,\n');
  });
});
