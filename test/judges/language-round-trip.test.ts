import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { buildSchema, graphql } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadTarget, type TemplateName } from '../../src/targets/index.ts';
import { cargoEnvironment } from '../support/caches.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { modelOf } from '../support/ontologies.ts';
import { createDatabase } from '../support/pglite.ts';

/**
 * Passes the tutorial's instances through all layers: Rust creates them and writes JSON, Pydantic reads and writes it, the
 * OpenAPI schemas accept it, TypeScript compiles it, PostgreSQL stores and returns it, GraphQL returns it, and Rust reads what
 * Python wrote. The values do not change. Each layer rejects an instance without a required value.
 */

const ontology = 'blog-evolved';
const root = fileURLToPath(new URL('../../', import.meta.url));
const crate = path.join(root, '.cache/cargo/journey');
const folder = mkdtempSync(path.join(tmpdir(), 'codegen-journey-'));

type Instance = Record<string, unknown>;
type Kind = 'User' | 'Post' | 'Comment';
const kinds: readonly Kind[] = ['User', 'Post', 'Comment'];
const tables: Record<Kind, string> = { User: 'users', Post: 'posts', Comment: 'comments' };

async function generate(template: TemplateName, into?: string): Promise<string> {
  const files = (await loadTarget(template)).generate(await modelOf(ontology));
  for (const file of into === undefined ? [] : files) {
    const written = path.join(into as string, file.path);
    mkdirSync(path.dirname(written), { recursive: true });
    writeFileSync(written, file.content);
  }
  return files[0]?.content ?? '';
}

/** Normalizes timestamps, because layers write the same instant with or without fractions of a second. */
function normal(instance: Instance): Instance {
  const entries = Object.entries(instance).map(([key, value]) => [key, key.endsWith('_at') ? instant(String(value)) : value]);
  return Object.fromEntries(entries);
}

function instant(text: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  return `${new Date(text.replace(/\.\d+/, '')).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}

function cargo(input: string): string {
  return run('cargo', ['run', '--quiet'], {
    cwd: crate,
    env: cargoEnvironment,
    input,
  });
}

/** Runs a Python script with `models` on its path and parses the JSON document that it prints. */
function runPython(script: string, input: unknown): unknown {
  return JSON.parse(run(python, ['-W', 'error', '-c', script], { cwd: folder, input: JSON.stringify(input) }));
}

describeWith(['cargo', 'pydantic'], 'an instance travels through all targets', () => {
  let made: Record<Kind, Instance>;

  beforeAll(async () => {
    rmSync(crate, { recursive: true, force: true });
    await generate('rust-models', path.join(crate, 'src/models'));
    writeFileSync(
      path.join(crate, 'Cargo.toml'),
      `[package]\nname = "journey"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n[features]\nsqlx = []\n\n[dependencies]\nserde = { version = "1", features = ["derive"] }\nserde_json = { version = "1", features = ["float_roundtrip"] }\nuuid = { version = "1", features = ["v4", "serde"] }\nchrono = { version = "0.4", features = ["serde"] }\n`,
    );
    writeFileSync(
      path.join(crate, 'src/main.rs'),
      `mod models;
use models::{Comment, Post, User};
use serde_json::{json, Value};
use std::io::Read;

/// Without input: makes instances. With input: reads them, and says which are refused.
fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    if input.trim().is_empty() {
        let user = User::new("ada@example.org", "Ada \\"Countess\\" Lovelace \\u{1F600}");
        let post = Post::new("Notes", "# On the engine\\n\\n\\\\ '' \\u{202E}", user.id);
        let mut comment = Comment::new("First!", post.id, user.id);
        comment.upvotes = 3;
        println!("{}", json!({ "User": user, "Post": post, "Comment": comment }));
    } else {
        let all: Value = serde_json::from_str(&input).unwrap();
        let refused = |kind: &str| match kind {
            "User" => serde_json::from_value::<User>(all[kind].clone()).is_err(),
            "Post" => serde_json::from_value::<Post>(all[kind].clone()).is_err(),
            _ => serde_json::from_value::<Comment>(all[kind].clone()).is_err(),
        };
        println!("{}", json!({ "User": refused("User"), "Post": refused("Post"), "Comment": refused("Comment") }));
    }
}
`,
    );
    await generate('python-pydantic', path.join(folder, 'models'));
    made = JSON.parse(cargo(''));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Each instance without one of its required values. */
  const broken = (): Record<Kind, Instance> => {
    const without = (instance: Instance, key: string) => Object.fromEntries(Object.entries(instance).filter(([k]) => k !== key));
    return { User: without(made.User, 'name'), Post: without(made.Post, 'title'), Comment: without(made.Comment, 'post_id') };
  };
  const REFUSED = { User: true, Post: true, Comment: true };

  test('Pydantic reads and writes the instances, and Rust reads the result', () => {
    const roundTrip = `
import json, sys
import models
kinds = json.load(sys.stdin)
print(json.dumps({k: json.loads(getattr(models, k).model_validate_json(json.dumps(v)).model_dump_json()) for k, v in kinds.items()}))`;
    const back = runPython(roundTrip, made) as Record<Kind, Instance>;
    for (const kind of kinds) expect(normal(back[kind])).toEqual(normal(made[kind]));
    expect(JSON.parse(cargo(JSON.stringify(back)))).toEqual({ User: false, Post: false, Comment: false });
  });

  test('Pydantic and Rust reject instances without a required value', () => {
    const refuse = `
import json, sys
import models
from pydantic import ValidationError
def refused(k, v):
    try:
        getattr(models, k).model_validate_json(json.dumps(v))
    except ValidationError:
        return True
    return False
print(json.dumps({k: refused(k, v) for k, v in json.load(sys.stdin).items()}))`;
    expect(runPython(refuse, broken())).toEqual(REFUSED);
    expect(JSON.parse(cargo(JSON.stringify(broken())))).toEqual(REFUSED);
  });

  test('the OpenAPI schemas accept the instances and reject incomplete ones', async () => {
    const document = parse(await generate('openapi-spec'));
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema(document, 'openapi');
    for (const kind of kinds) {
      const validate = ajv.compile({ $ref: `openapi#/components/schemas/${kind}` });
      expect(validate(made[kind]), JSON.stringify(validate.errors)).toBe(true);
      expect(validate(broken()[kind])).toBe(false);
    }
  });

  test('PostgreSQL stores the instances and rejects incomplete ones', async () => {
    const db = await createDatabase();
    try {
      await db.exec(await generate('sql-schema'));
      for (const kind of kinds) {
        const table = tables[kind];
        const insert = `INSERT INTO ${table} SELECT * FROM json_populate_record(NULL::${table}, $1)`;
        await expect(db.query(insert, [broken()[kind]])).rejects.toMatchObject({ code: '23502' });
        await db.query(insert, [made[kind]]);
        const { rows } = await db.query<{ row: Instance }>(`SELECT row_to_json(t) AS row FROM ${table} t`);
        expect(rows.map(({ row }) => normal(row))).toEqual([normal(made[kind])]);
      }
    } finally {
      await db.close();
    }
  });

  test('TypeScript compiles the instances and rejects incomplete ones', async () => {
    const sources = path.join(folder, 'ts');
    await generate('typescript-models', sources);
    const literal = (name: string, instances: Record<Kind, Instance>, comment: string) =>
      kinds.map((kind) => `${comment}\nexport const ${name}${kind}: ${kind} = ${JSON.stringify(instances[kind])};`).join('\n');
    writeFileSync(
      path.join(sources, 'use.ts'),
      `import type { Comment, Post, User } from './index.js';\n${literal('made', made, '')}\n${literal('broken', broken(), '// @ts-expect-error')}\n`,
    );
    writeFileSync(path.join(sources, 'package.json'), '{ "type": "module" }');
    const options = '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext --target es2023 --noEmit';
    run(path.join(root, 'node_modules/.bin/tsc'), ['--ignoreConfig', ...options.split(' '), 'use.ts'], { cwd: sources });
  });

  test('GraphQL returns the instances and rejects incomplete input', async () => {
    const schema = buildSchema(await generate('graphql-schema'));
    const fields = (kind: Kind) => Object.keys(made[kind]).join(' ');
    const source = `{ user(id: "x") { ${fields('User')} } post(id: "x") { ${fields('Post')} } comment(id: "x") { ${fields('Comment')} } }`;
    const rootValue = { user: made.User, post: made.Post, comment: made.Comment };
    expect(JSON.parse(JSON.stringify(await graphql({ schema, source, rootValue })))).toEqual({ data: rootValue });
    const incomplete = await graphql({ schema, source: 'mutation { createUser(input: { email: "a@example.org" }) { id } }' });
    expect(incomplete.errors?.[0]?.message).toContain('name');
  });
});
