import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GeneratedFile } from '../../../src/targets/index.ts';
import { isValidated, MANIFEST } from '../../conformance/rust.ts';
import { cargoCache, cargoEnvironment } from '../../support/caches.ts';
import { run } from '../../support/judges.ts';
import { rustModules } from '../../support/rust-modules.ts';
import { assignAnswers, documentsJson, type Layer, typeName } from './layer.ts';

/** Reads with `serde_json::from_str`, then calls `validate()`. Writes valid instances with `serde_json::to_string`. */
export const rust: Layer = async (corpora, target) => {
  // Tests that run at the same time need separate crates.
  const name = `layers_${corpora[0]?.slug}`;
  const crate = path.join(cargoCache, name);
  rmSync(crate, { recursive: true, force: true });
  const write = (file: string, content: string) => {
    const full = path.join(crate, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  };
  const arms: string[] = [];
  const models = new Map(corpora.map(({ slug, model }) => [slug, target.generate(model)]));
  const { files, declared } = rustModules(models);
  for (const file of files) write(`src/${file.path}`, file.content);
  for (const { slug, model, documents } of corpora) {
    for (const name of new Set(documents.map((document) => typeName(model, document)))) {
      const macro = name && macroFor(models.get(slug) ?? [], name);
      if (macro) arms.push(`        ("${slug}", "${name}") => ${macro}!(${slug}, ${name}, text),`);
    }
  }
  const modules = [...declared, ...models.keys()].map(
    (name) => `#[allow(dead_code, unused_imports, unused_macros)]\nmod ${name};\n`,
  );
  write('Cargo.toml', MANIFEST.replace('conformance', name));
  write('src/main.rs', `${modules.join('')}${PROGRAM.replace('/* arms */', arms.join('\n'))}`);
  const printed = run('cargo', ['run', '--quiet'], { cwd: crate, env: cargoEnvironment, input: documentsJson(corpora) });
  return assignAnswers(corpora, printed);
};

/** Returns the macro that reads a type: `checked` if the type is validated; undefined if there is no such type. */
function macroFor(files: readonly GeneratedFile[], name: string): 'checked' | 'read' | undefined {
  const declared = new RegExp(`pub (?:enum|struct|type) ${name} `);
  if (!files.some(({ content }) => declared.test(content))) return undefined;
  const page = new RegExp(`pub type ${name} = Page<(\\w+)>;`);
  const items = files.map(({ content }) => page.exec(content)?.[1]).find((item) => item !== undefined);
  return isValidated(files, items ?? name) ? 'checked' : 'read';
}

const PROGRAM = `
use serde_json::Value;

type Answer = Option<(Option<String>, Option<String>)>;

/// What is written of an instance.
fn echo(instance: &impl serde::Serialize) -> Option<String> {
    Some(serde_json::to_string(instance).unwrap_or_else(|e| format!("crash: {e}")))
}

/// What becomes of a text that is read.
macro_rules! read {
    ($module:ident, $class:ident, $text:expr) => {
        match serde_json::from_str::<$module::$class>($text) {
            Err(e) => Some((Some(e.to_string()), None)),
            Ok(instance) => Some((None, echo(&instance))),
        }
    };
}

/// What becomes of a text that is read and validated.
macro_rules! checked {
    ($module:ident, $class:ident, $text:expr) => {
        match serde_json::from_str::<$module::$class>($text) {
            Err(e) => Some((Some(e.to_string()), None)),
            Ok(instance) => match $module::Validate::validate(&instance) {
                Err(all) => Some((Some(all.0[0].to_string()), None)),
                Ok(()) => Some((None, echo(&instance))),
            },
        }
    };
}

fn judge(module: &str, class: &str, text: &str) -> Answer {
    match (module, class) {
/* arms */
        _ => None,
    }
}

fn main() {
    let all: Vec<Value> = serde_json::from_reader(std::io::stdin()).unwrap();
    let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
    let answers: Vec<Answer> =
        all.iter().map(|one| judge(&text(one, "module"), &text(one, "class"), &text(one, "text"))).collect();
    println!("{}", serde_json::to_string(&answers).unwrap());
}
`;
