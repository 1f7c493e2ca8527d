/** Tests how serde_json reads numbers: in a struct, in an enum of subclasses, and in a union of datatypes. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { cargoCache, cargoEnvironment } from '../support/caches.ts';
import { describeWith, run } from '../support/judges.ts';
import { modelOfTurtle } from '../support/ontologies.ts';

const ontology = `
:Vehicle a owl:Class .
:Lorry a owl:Class ; rdfs:subClassOf :Vehicle .
:seats a owl:DatatypeProperty ; rdfs:domain :Vehicle ; rdfs:range xsd:integer .
:weight a owl:DatatypeProperty ; rdfs:domain :Lorry ; rdfs:range xsd:double .
:tank a owl:DatatypeProperty ; rdfs:domain :Lorry ;
  rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:double xsd:boolean ) ] .
`;

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

/** Returns a lorry whose discriminator comes last, so that serde buffers the other members first. */
const lorry = (seats: string, weight: string, tank: string): string =>
  `{"id":"${ID}","seats":${seats},"weight":${weight},"tank":${tank},"other":[1.50],"kind":"Lorry"}`;

const OBJECT = '{"$serde_json::private::Number":"5"}';

/** Documents with the members that are written back; undefined if the document is rejected. */
const documents: readonly (readonly [text: string, written: string | undefined])[] = [
  [lorry('2', '7.5', '120'), '2,7.5,120.0'],
  [lorry('-2', '1e3', '1.25'), '-2,1000.0,1.25'],
  [lorry('2147483647', '18446744073709551616', 'true'), '2147483647,1.8446744073709552e+19,true'],
  [lorry('0', '-0', '-3'), '0,-0.0,-3.0'],
  [lorry('0', '1e-30', '2.2250738585072014e-308'), '0,1e-30,2.2250738585072014e-308'],
  ...[lorry('2.0', '1', '1'), lorry('-0', '1', '1'), lorry('2147483648', '1', '1'), lorry('1', '1e400', '1')].map(refused),
  ...[lorry('"2"', '1', '1'), lorry('2', '1', '1e400'), lorry('2', '1', '{}'), lorry('2', '1', '{"a":1}')].map(refused),
  // A client must not be able to send the object that serde_json uses internally for numbers.
  ...[lorry('2', '1', OBJECT), lorry(OBJECT, '1', '1'), lorry('2', OBJECT, '1')].map(refused),
];

function refused(text: string): readonly [string, undefined] {
  return [text, undefined];
}

const manifest = (name: string, features: string): string => `[package]
name = "${name}"
version = "0.0.0"
edition = "2021"

[workspace]

[features]
sqlx = []

[dependencies]
chrono = { version = "0.4", features = ["serde"] }
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = [${features}] }
uuid = { version = "1", features = ["v4", "serde"] }
`;

const program = `mod models;

use serde_json::Value;

/// What is written of a document that is read as one of a hierarchy, and of one that is read as its class.
fn read(text: &str) -> [Option<String>; 2] {
    let lorry = |json: Value| format!("{},{},{}", json["seats"], json["weight"], json["tank"]);
    let any = serde_json::from_str::<models::AnyVehicle>(text).ok();
    let one = serde_json::from_reader::<_, models::Lorry>(text.as_bytes()).ok();
    [
        any.map(|any| lorry(serde_json::to_value(any).unwrap())),
        one.map(|one| lorry(serde_json::to_value(one).unwrap())),
    ]
}

fn main() {
    let texts: Vec<String> = serde_json::from_reader(std::io::stdin()).unwrap();
    let all: Vec<_> = texts.iter().map(|text| read(text)).collect();
    println!("{}", serde_json::to_string(&all).unwrap());
}
`;

describeWith(['cargo'], 'numbers of serde_json', () => {
  test.each([['with exact doubles', 'numbers', '"float_roundtrip"']])('%s', async (_, name, features) => {
    const crate = path.join(cargoCache, name);
    rmSync(crate, { recursive: true, force: true });
    const write = (file: string, content: string): void => {
      mkdirSync(path.dirname(path.join(crate, file)), { recursive: true });
      writeFileSync(path.join(crate, file), content);
    };
    write('Cargo.toml', manifest(name, features));
    write('src/main.rs', program);
    const { model } = await modelOfTurtle(ontology);
    for (const { path: file, content } of rustModels.generate(model)) write(`src/models/${file}`, content);
    const input = JSON.stringify(documents.map(([text]) => text));
    const printed = run('cargo', ['run', '--quiet'], { cwd: crate, env: cargoEnvironment, input });
    expect(JSON.parse(printed)).toEqual(documents.map(([, written]) => [written ?? null, written ?? null]));
  });
});
