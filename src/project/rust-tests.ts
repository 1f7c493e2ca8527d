import type { DomainClass, DomainModel } from '../model/index.ts';
import { moduleNames, rawLiteral, typeName } from '../targets/rust-models/index.ts';
import type { GeneratedFile } from '../targets/target.ts';
import { NameScope, separated, text } from '../targets/text/index.ts';
import { exampleJson } from './examples.ts';

/** rustfmt formats the test of a type with a longer name differently. */
const MAX_NAME_LENGTH = 60;

/** File names of crate roots, which rustc does not accept as modules. */
const roots: ReadonlySet<string> = new Set(['lib', 'main']);

/**
 * Generates a test for each model, which converts its example from JSON and back. All are modules of one program, because
 * Cargo links each file directly in `tests/` as a separate program.
 *
 * @param crate the name by which code uses the crate
 */
export function rustTests(model: DomainModel, crate: string): readonly GeneratedFile[] {
  const modules = moduleNames(model.classes.filter((cls) => !cls.abstract));
  const scope = new NameScope(modules.values());
  const files = [...modules].map(([cls, module]) => {
    return [cls, roots.has(module) ? scope.claim(`${module}_`, `${module}_model`) : module] as const;
  });
  return [
    { path: 'main.rs', content: mainFile(files.map(([, module]) => module)) },
    ...files.map(([cls, module]) => ({ path: `${module}.rs`, content: testFile(cls, crate) })),
  ];
}

function mainFile(modules: readonly string[]): string {
  // A module hides a crate with the same name.
  const path = (name: string) => (modules.includes(name) ? `::${name}` : name);
  return text(
    separated([
      '//! Parses and serializes an example of each model.',
      [...modules].sort().map((module) => `mod ${module};`),
      `use ${path('std')}::fmt::Debug;`,
      // Separate groups, because the style editions of rustfmt sort them differently.
      `use ${path('serde')}::de::DeserializeOwned;`,
      `use ${path('serde')}::Serialize;`,
      [
        '/// Reads an instance from JSON, writes it, reads it again, and compares.',
        'fn round_trip<T: Debug + DeserializeOwned + PartialEq + Serialize>(json: &str) {',
        `    let given: T = ${path('serde_json')}::from_str(json).unwrap();`,
        `    let written = ${path('serde_json')}::to_string(&given).unwrap();`,
        `    let read: T = ${path('serde_json')}::from_str(&written).unwrap();`,
        '    assert_eq!(read, given);',
        '}',
      ],
    ]),
  );
}

function testFile(cls: DomainClass, crate: string): string {
  const type = typeName(cls);
  return text(
    separated([
      `use ${crate}::models::${type};`,
      [
        '#[test]',
        type.length > MAX_NAME_LENGTH && '#[rustfmt::skip]',
        'fn round_trip() {',
        `    super::round_trip::<${type}>(EXAMPLE);`,
        '}',
      ],
      `const EXAMPLE: &str = ${rawLiteral(exampleJson(cls))};`,
    ]),
  );
}
