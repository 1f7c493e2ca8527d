import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cargoCache, cargoEnvironment } from '../support/caches.ts';
import { run } from '../support/judges.ts';
import { rustModules } from '../support/rust-modules.ts';
import { type Judge, outcomes, readings } from './judge.ts';

const crate = path.join(cargoCache, 'conformance');

export const MANIFEST = `[package]
name = "conformance"
version = "0.0.0"
edition = "2021"

[dependencies]
chrono = { version = "0.4", features = ["serde"] }
regex = "1"
rust_decimal = { version = "1", features = ["serde-str"] }
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["float_roundtrip"] }
serde_with = { version = "3", default-features = false, features = ["alloc", "macros"] }
uuid = { version = "1", features = ["serde", "v4"] }

[features]
sqlx = []

[workspace]
`;

/** Compiles the structs of all cases into one program, which reads instances and validates those with a `validate` method. */
export const rust: Judge = async (cases, target) => {
  rmSync(crate, { recursive: true, force: true });
  const write = (file: string, content: string) => {
    const full = path.join(crate, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  };
  const arms: string[] = [];
  const models = new Map(cases.map(({ slug, model }) => [slug, target.generate(model)]));
  const { files, declared } = rustModules(models);
  for (const file of files) write(`src/${file.path}`, file.content);
  for (const { slug, samples } of cases) {
    for (const name of new Set(samples.flatMap(({ instances }) => instances.map((one) => one.class.name)))) {
      const check = isValidated(models.get(slug) ?? [], name) ? 'checked' : 'read';
      arms.push(`        ("${slug}", "${name}") => ${check}!(${slug}, ${name}, value),`);
    }
  }
  const modules = [...declared, ...models.keys()].map(
    (name) => `#[allow(dead_code, unused_imports, unused_macros)]\nmod ${name};\n`,
  );
  write('Cargo.toml', MANIFEST);
  write('src/main.rs', `${modules.join('')}${PROGRAM.replace('/* arms */', arms.join('\n'))}`);
  const input = JSON.stringify(readings(cases));
  const printed = run('cargo', ['run', '--quiet'], { cwd: crate, env: cargoEnvironment, input });
  return outcomes(cases, JSON.parse(printed));
};

/** Returns whether the generated files implement `Validate` for a type. */
export function isValidated(files: readonly { readonly content: string }[], name: string): boolean {
  return files.some(({ content }) => content.includes(`Validate for ${name} {`));
}

const PROGRAM = `
use serde_json::Value;

/// Why the JSON is no instance.
macro_rules! read {
    ($module:ident, $class:ident, $value:expr) => {
        serde_json::from_value::<$module::$class>($value).err().map(|e| e.to_string())
    };
}

/// Why the JSON is no instance, or no valid one.
macro_rules! checked {
    ($module:ident, $class:ident, $value:expr) => {
        match serde_json::from_value::<$module::$class>($value) {
            Err(e) => Some(e.to_string()),
            Ok(instance) => $module::Validate::validate(&instance).err().map(|all| all.0[0].to_string()),
        }
    };
}

fn judge(module: &str, class: &str, value: Value) -> Option<String> {
    match (module, class) {
/* arms */
        _ => panic!("{module}::{class}"),
    }
}

fn main() {
    let all: Vec<Value> = serde_json::from_reader(std::io::stdin()).unwrap();
    let faults: Vec<Option<String>> = all
        .into_iter()
        .map(|one| judge(one["module"].as_str().unwrap(), one["class"].as_str().unwrap(), one["value"].clone()))
        .collect();
    println!("{}", serde_json::to_string(&faults).unwrap());
}
`;
