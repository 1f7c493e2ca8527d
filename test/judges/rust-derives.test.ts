import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { instanceOf } from '../../src/instances/index.ts';
import type { DomainModel } from '../../src/model/index.ts';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { typeName } from '../../src/targets/rust-models/names.ts';
import { applyOptions } from '../../src/templates/index.ts';
import { cargoCache, cargoEnvironment } from '../support/caches.ts';
import { describeWith, run } from '../support/judges.ts';
import { isFullRun, modelOf } from '../support/ontologies.ts';
import { rustModules } from '../support/rust-modules.ts';

const crate = path.join(cargoCache, 'rust-derives');

/** The dependencies of the models and those that docs/how-to/code.md lists for the derives. */
const MANIFEST = `[package]
name = "rust-derives"
version = "0.0.0"
edition = "2021"

[dependencies]
chrono = { version = "0.4", features = ["serde"] }
regex = "1"
rust_decimal = { version = "1", features = ["serde-str"] }
schemars = { version = "1", features = ["chrono04", "uuid1"] }
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["float_roundtrip"] }
serde_with = { version = "3", default-features = false, features = ["alloc", "macros"] }
ts-rs = { version = "11", features = ["chrono-impl", "uuid-impl"] }
utoipa = { version = "5.5", features = ["chrono", "uuid"] }
uuid = { version = "1", features = ["serde", "v4"] }

[features]
sqlx = []

[workspace]
`;

const PROGRAM = `
#[derive(serde::Serialize)]
struct Described {
    module: &'static str,
    class: &'static str,
    schema: serde_json::Value,
    openapi: serde_json::Value,
    typescript: String,
}

macro_rules! described {
    ($module:literal, $class:literal, $type:ty) => {
        Described {
            module: $module,
            class: $class,
            schema: serde_json::to_value(schemars::schema_for!($type)).unwrap(),
            openapi: serde_json::to_value(<$type as utoipa::PartialSchema>::schema()).unwrap(),
            typescript: <$type as ts_rs::TS>::decl(),
        }
    };
}

fn main() {
    let all = vec![/* described */];
    println!("{}", serde_json::to_string(&all).unwrap());
}
`;

interface Described {
  readonly module: string;
  readonly class: string;
  readonly schema: object;
  readonly openapi: object;
  readonly typescript: string;
}

const ontologies = ['blog', 'constraints', 'time'];

describeWith(['cargo'], 'rust-models with more derives', () => {
  test.runIf(isFullRun)('code that utoipa, schemars and ts-rs derive compiles and describes the JSON of the models', async () => {
    const target = await applyOptions(rustModels, { derives: ['utoipa::ToSchema', 'schemars::JsonSchema', 'ts_rs::TS'] });
    const models = new Map<string, DomainModel>();
    for (const name of ontologies) models.set(name, await modelOf(name));
    const described = [...compiled(models, target)];
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    let held = 0;
    for (const { module, class: name, schema, openapi, typescript } of described) {
      const cls = models.get(module)?.classes.find((one) => typeName(one) === name);
      const value = cls && instanceOf(cls)?.value;
      if (value === undefined) continue;
      const instance = JSON.parse(JSON.stringify(value));
      const validate = ajv.compile(schema);
      expect(validate(instance), `${module} ${name}: ${JSON.stringify(validate.errors)} ${JSON.stringify(instance)}`).toBe(true);
      expect(validate({}), `${module} ${name}`).toBe(false);
      for (const member of Object.keys(instance)) {
        expect(JSON.stringify(openapi), `${module} ${name}`).toContain(JSON.stringify(member));
        expect(typescript, `${module} ${name}`).toContain(member);
      }
      held++;
    }
    expect(held).toBeGreaterThan(20);
  });
});

/** Compiles the models and returns the descriptions that the derive macros generate for each class. */
function compiled(models: ReadonlyMap<string, DomainModel>, target: Pick<typeof rustModels, 'generate'>): readonly Described[] {
  rmSync(crate, { recursive: true, force: true });
  const write = (file: string, content: string) => {
    const full = path.join(crate, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  };
  const { files, declared } = rustModules([...models].map(([name, model]) => [name, target.generate(model)] as const));
  for (const file of files) write(`src/${file.path}`, file.content);
  const modules = [...declared, ...models.keys()].map(
    (name) => `#[allow(dead_code, unused_imports, unused_macros)]\nmod ${name};\n`,
  );
  const calls = [...models].flatMap(([module, { classes }]) =>
    classes.map((cls) => `described!("${module}", "${typeName(cls)}", ${module}::${typeName(cls)})`),
  );
  write('Cargo.toml', MANIFEST);
  write('src/main.rs', `${modules.join('')}${PROGRAM.replace('/* described */', calls.join(',\n'))}`);
  return JSON.parse(run('cargo', ['run', '--quiet'], { cwd: crate, env: cargoEnvironment }));
}
