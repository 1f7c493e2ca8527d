import { expect, test } from 'vitest';
import { modelOf } from '../../../test/support/ontologies.ts';
import { applyOptions } from '../../templates/index.ts';
import { Derives } from './derives.ts';
import { rustModels } from './index.ts';

async function made(name: string, derives: readonly string[] | string): Promise<ReadonlyMap<string, string>> {
  const target = await applyOptions(rustModels, { derives });
  return new Map(target.generate(await modelOf(name)).map(({ path, content }) => [path, content]));
}

const lines = (text: string | undefined): readonly string[] => text?.split('\n') ?? [];

test('adds the macros to every type, and none by default', async () => {
  const files = await made('torture', ['utoipa::ToSchema', '::my_crate::Row']);
  for (const [path, content] of files) {
    if (['mod.rs', 'page.rs', 'patch.rs', 'rows.rs', 'validation.rs'].includes(path)) continue;
    const all = lines(content);
    all.forEach((line, i) => {
      if (!/^pub (?:struct|enum) /.test(line)) return;
      const before = all
        .slice(
          all.slice(0, i).findLastIndex((one) => one.startsWith('#[derive(')),
          i,
        )
        .join(' ');
      expect(`${path}: ${before}`).toMatch(/utoipa::ToSchema, +::my_crate::Row,? *\)\]/);
    });
  }
  expect(await made('torture', [])).toEqual(
    new Map(rustModels.generate(await modelOf('torture')).map(({ path, content }) => [path, content])),
  );
});

test('schema macros get an attribute that decimals are strings; other macros do not', async () => {
  const torture = [...(await made('torture', ['schemars::JsonSchema', 'my::Row']))].map(([, content]) => content).join('\n');
  expect(torture).toMatch(/^ {4}#\[schemars\(with = "String"\)\]\n {4}pub \w+: Decimal,$/m);
  expect([...(await made('torture', ['my::Row']))].map(([, content]) => content).join('\n')).not.toContain('schemars');
});

test.each([
  [['utoipa:ToSchema'], 'must contain Rust paths, such as utoipa::ToSchema: "utoipa:ToSchema" is not one'],
  [['Hash)] fn x('], 'must contain Rust paths'],
  [['my::Row(my)'], 'must contain Rust paths'],
  [[''], 'must contain Rust paths'],
])('rejects %o', async (derives, message) => {
  await expect(applyOptions(rustModels, { derives })).rejects.toThrow(message);
});

test('accepts paths whose last name is a property of every JavaScript object', async () => {
  const content = [...(await made('blog', ['my::constructor', '::my::__proto__'])).values()].join('\n');
  expect(content).toMatch(/my::constructor, ::my::__proto__/);
});

test.each([
  [85, 1],
  [86, 3],
  [96, 3],
  [97, 5],
])('prints a derive list of %i characters on as many lines as rustfmt: %i', (length, lineCount) => {
  const last = 'A'.repeat(length - 'Debug, Clone, '.length);
  const lines = new Derives([]).attributeLines(['Debug', 'Clone', last]);
  expect(lines.length).toBe(lineCount);
});
