import { expect, test } from 'vitest';
import { modelOf } from '../../../test/support/ontologies.ts';
import { withOptions } from '../../templates/index.ts';
import { rustModels } from './index.ts';

async function made(name: string, derives: readonly string[] | string): Promise<ReadonlyMap<string, string>> {
  const target = await withOptions(rustModels, { derives });
  return new Map(target.generate(await modelOf(name)).map(({ path, content }) => [path, content]));
}

const lines = (text: string | undefined): readonly string[] => text?.split('\n') ?? [];

test('what is derived stands before every type, and nowhere by default', async () => {
  const files = await made('torture', ['utoipa::ToSchema', '::my_crate::Row']);
  for (const [path, content] of files) {
    if (path === 'validation.rs' || path === 'mod.rs') continue;
    const all = lines(content);
    all.forEach((line, i) => {
      if (!/^pub (?:struct|enum) /.test(line)) return;
      const before = all.slice(Math.max(0, i - 3), i).join('\n');
      expect(`${before}\n${line}`).toMatch(/^#\[derive\((?:[\w, ]+, )?utoipa::ToSchema, ::my_crate::Row\)\]$/m);
    });
  }
  expect(await made('torture', [])).toEqual(
    new Map(rustModels.generate(await modelOf('torture')).map(({ path, content }) => [path, content])),
  );
});

test('macros that describe JSON are told what types do not show; others are not', async () => {
  const files = [...(await made('blog', 'schemars::JsonSchema, ts_rs::TS'))].map(([, content]) => content).join('\n');
  expect(files).toContain(`#[derive(schemars::JsonSchema, ts_rs::TS)]
pub struct PostWithRelations {
    #[serde(flatten)]
    #[ts(flatten)]
    pub post: Post,`);
  const torture = [...(await made('torture', ['schemars::JsonSchema']))].map(([, content]) => content).join('\n');
  expect(torture).toMatch(/^#\[serde\(untagged\)\]\npub enum Any/m);
  expect(torture).toMatch(/^ {4}#\[serde\(rename = "[^"]+"\)\]\n {4}\w+,$/m);
  expect(torture).toMatch(/^ {4}#\[schemars\(with = "String"\)\]\n {4}pub \w+: Decimal,$/m);
  expect([...(await made('blog', ['Hash', 'my::Row']))].map(([, content]) => content).join('\n')).not.toContain('(flatten)');
  expect([...(await made('blog', ['my::Row(my)']))].map(([, content]) => content).join('\n')).toContain(
    '#[derive(my::Row)]\npub struct PostWithRelations {\n    #[my(flatten)]',
  );
});

test.each([
  [['utoipa:ToSchema'], 'must hold paths of Rust, such as utoipa::ToSchema: "utoipa:ToSchema" is none'],
  [['Hash)] fn x('], 'must hold paths of Rust'],
  [['a::fn'], 'must hold paths of Rust'],
  [[''], 'must hold paths of Rust'],
  [['ToSchema'], '"ToSchema" does not say which crate has it'],
  [['Debug'], 'must not hold "Debug": the models have it already'],
  [['serde::Serialize'], 'must not hold "serde::Serialize": the models have it already'],
  [['Hash', 'Hash'], 'must hold each macro once: "Hash" is there twice'],
])('refuses %o', async (derives, message) => {
  await expect(withOptions(rustModels, { derives })).rejects.toThrow(message);
});
