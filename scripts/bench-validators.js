// Compares the generated TypeScript schemas with Ajv's compiled ones and zod's: `npm run bench:validators`. Prints times and
// their goals, and never fails. All three validate the same valid instances. Ajv gets the schemas of the generated OpenAPI
// document, zod equivalent schemas (with its own checks of UUIDs and times).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildSync, transformSync } from 'esbuild';
import { parse } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = path.join(root, 'bin/codegen.js');
const work = mkdtempSync(path.join(tmpdir(), 'codegen-bench-'));

/** Schemas of zod for the usual kinds of values; other kinds are plain strings. */
const zodKinds = {
  string: () => z.string(),
  iri: () => z.string(),
  boolean: () => z.boolean(),
  int32: () => z.int32(),
  uint32: () => z.uint32(),
  int64: () => z.int(),
  float64: () => z.number(),
  decimal: () => z.string().regex(/^-?\d+(\.\d+)?$/),
  dateTime: () => z.iso.datetime({ offset: true }),
  date: () => z.iso.date(),
};

/** Maximum ratios of the time of XSchema.is and XSchema.validate to that of zod. */
const goals = { is: 1, validate: 1 };

/** Measured ratios, one entry per class. */
const measuredRatios = [];

const isNumber = ({ scalar }) => /^(u?int\d+|float\d+)$/.test(scalar ?? '');

function zodValue({ type, constant }) {
  const literals = (values) => z.literal(isNumber(type) ? values.map(Number) : values);
  if (constant !== undefined) return literals([constant]);
  if (type.kind === 'id' || type.kind === 'reference') return z.guid();
  if (type.kind === 'enumeration') return z.enum((type.only ?? type.enumeration.values).map(({ value }) => value));
  if (type.kind === 'union') return z.union(type.union.members.map((member) => zodValue({ type: member })));
  if (type.values) return literals(type.values);
  let value = (zodKinds[type.scalar] ?? z.string)();
  if (type.minLength !== undefined) value = value.min(type.minLength);
  if (type.maxLength !== undefined) value = value.max(type.maxLength);
  for (const { source, flags } of type.patterns ?? []) value = value.regex(new RegExp(source, flags.includes('i') ? 'iu' : 'u'));
  if (type.minimum && typeof value.gte === 'function') value = value.gte(Number(type.minimum.value));
  if (type.maximum && typeof value.lte === 'function') value = value.lte(Number(type.maximum.value));
  return value;
}

function zodField(field) {
  const value = zodValue(field);
  if (field.cardinality === 'optional') return value.nullish();
  if (field.cardinality !== 'many') return value;
  let list = z.array(value);
  if (field.minItems) list = list.min(field.minItems);
  if (field.maxItems !== undefined) list = list.max(field.maxItems);
  return list;
}

const zodClass = (cls) =>
  (cls.closed ? z.strictObject : z.object)(Object.fromEntries(cls.allFields.map((field) => [field.name, zodField(field)])));

/**
 * Returns the nanoseconds per call of each validator: the minimum of many short rounds, in which they take turns. Longer times
 * are caused by other load on the machine.
 */
function measureNanoseconds(validators, values, rounds) {
  const calls = 2000;
  const least = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of Object.entries(validators)) {
      const start = performance.now();
      for (let i = 0; i < calls; i++) call(values[i & 7]);
      least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, performance.now() - start));
    }
  }
  return Object.fromEntries([...least].map(([name, ms]) => [name, (ms * 1e6) / calls]));
}

/** Returns the size in bytes of a bundle of some schemas, minified and gzipped. */
const sizeOfSchemas = (folder, names) => sizeOfBundle(folder, `export { ${names.join(', ')} } from './validation/index.js'`);

function sizeOfBundle(folder, contents) {
  const stdin = { contents, resolveDir: folder };
  const { outputFiles } = buildSync({ stdin, bundle: true, format: 'esm', minify: true, write: false });
  return gzipSync(outputFiles[0].text).length;
}

/** Handwritten schemas of the blog's three classes, as for a small bundle. */
const blogInZodMini = `
import * as z from 'zod/mini';
const time = () => z.iso.datetime({ offset: true });
export const User = z.object({ id: z.guid(), email: z.string(), name: z.string(), joined_at: time() });
export const Post = z.object({ id: z.guid(), title: z.string(), content: z.string(), published_at: time(), author_id: z.guid() });
export const Comment = z.object({ id: z.guid(), text: z.string(), created_at: time(), post_id: z.guid(), author_id: z.guid() });
`;

async function measure(name, file) {
  const { loadOntology, buildModel, instanceOf } = await import(pathToFileURL(path.join(work, 'model.js')).href);
  const { model } = await buildModel(await loadOntology(file));
  const generate = ['template', 'generate-rdf', '--ontology', file, '--output-dir', path.join(work, name), '--template'];
  for (const template of ['typescript-models', 'openapi-spec']) {
    execFileSync(process.execPath, [program, ...generate, template], { stdio: 'ignore' });
  }
  const sources = path.join(work, name);
  const modules = path.join(work, 'js', name);
  for (const source of readdirSync(sources, { recursive: true }).filter((file) => file.endsWith('.ts'))) {
    const text = transformSync(readFileSync(path.join(sources, source), 'utf8'), { loader: 'ts' }).code;
    mkdirSync(path.dirname(path.join(modules, source)), { recursive: true });
    writeFileSync(path.join(modules, source.replace(/ts$/, 'js')), text);
  }
  const validation = await import(pathToFileURL(path.join(modules, 'validation/index.js')).href);
  const document = parse(readFileSync(path.join(sources, 'openapi.yaml'), 'utf8'), { maxAliasCount: 0 });
  // Patterns for time formats are stricter than Ajv's formats, and faster.
  const ajv = addFormats(new Ajv2020({ strict: false, validateFormats: true, logger: false }), ['uuid', 'uri-reference']);
  ajv.addSchema(document, 'api');

  const rows = model.classes.flatMap((cls) => {
    const instances = Array.from({ length: 8 }, (_, nth) => instanceOf(cls, { nth })?.value);
    if (instances.includes(undefined)) return [];
    // JSON values, as received from the network.
    const values = instances.map((value) => JSON.parse(JSON.stringify(value)));
    const validators = {
      ajv: ajv.getSchema(`api#/components/schemas/${cls.name}`),
      is: validation[`${cls.name}Schema`].is,
      zod: (
        (schema) => (value) =>
          schema.safeParse(value).success
      )(zodClass(cls)),
      validate: (
        (validate) => (value) =>
          validate(value).length === 0
      )(validation[`${cls.name}Schema`].validate),
    };
    for (const [validator, accepts] of Object.entries(validators)) {
      for (const value of values)
        if (!accepts(value)) throw new Error(`${validator} refuses ${cls.name} ${JSON.stringify(value)}`);
    }
    measureNanoseconds(validators, values, 20);
    return [{ cls, values, validators, bytes: sizeOfSchemas(modules, [`${cls.name}Schema`]) }];
  });
  for (const { cls, values, validators, bytes } of rows) {
    const taken = measureNanoseconds(validators, values, 300);
    const ratios = { is: taken.is / taken.zod, validate: taken.validate / taken.zod };
    measuredRatios.push(ratios);
    const isMissed = ratios.is > goals.is || ratios.validate > goals.validate;
    const cell = (value, digits = 0) => value.toFixed(digits).padStart(8);
    console.log(
      `  ${cls.name.padEnd(28)}${cell(taken.ajv)}${cell(taken.zod)}${cell(taken.is)}${cell(ratios.is, 2)}` +
        `${cell(taken.validate)}${cell(ratios.validate, 2)}${cell(bytes / 1000, 1)}${isMissed ? '  missed' : ''}`,
    );
  }
}

try {
  writeFileSync(path.join(work, 'package.json'), '{ "type": "module" }');
  symlinkSync(path.join(root, 'node_modules'), path.join(work, 'node_modules'));
  buildSync({
    stdin: {
      contents: `
        export { buildModel } from './src/model/index.ts';
        export { loadOntology } from './src/ontology/index.ts';
        export { instanceOf } from './src/instances/index.ts';`,
      resolveDir: root,
    },
    outfile: path.join(work, 'model.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['oxigraph'],
  });
  console.log('Nanoseconds for an instance; kB of XSchema in a bundle, minified and gzipped');
  console.log(`  ${''.padEnd(28)}     Ajv     zod      is   ratio  valid.   ratio      kB`);
  await measure('blog', path.join(root, 'examples/blog.ttl'));
  await measure('constraints', path.join(root, 'test/ontologies/constraints.ttl'));
  const ours = sizeOfSchemas(path.join(work, 'js/blog'), ['UserSchema', 'PostSchema', 'CommentSchema']);
  console.log(`  The blog's three schemas: ${ours} bytes, in zod/mini ${sizeOfBundle(work, blogInZodMini)}`);
  for (const file of process.argv.slice(2)) await measure(path.basename(file, path.extname(file)), file);
  for (const [name, of] of [
    ['is', 'XSchema.is over zod'],
    ['validate', 'XSchema.validate over zod'],
  ]) {
    const ratios = measuredRatios.map((each) => each[name]).sort((a, b) => a - b);
    const shown = [ratios[ratios.length >> 1], ratios.at(-1)].map((ratio) => `${ratio.toFixed(2)}×`);
    console.log(`  ${of.padEnd(28)} median ${shown[0]}, most ${shown[1]}, goal ${goals[name]}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
