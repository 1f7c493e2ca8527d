/** Prints `Cargo.toml` and `src/lib.rs` of a project. */

import { markdownCode, type ScaffoldFile, type ScaffoldValues } from './project.ts';
import { graphqlDependencies, serviceDependencies } from './service.ts';

export function dependencies({ crates, service }: Pick<ScaffoldValues, 'crates' | 'service'>): Readonly<Record<string, string>> {
  const all = {
    ...modelDependencies(crates),
    ...(service === 'none' ? {} : serviceDependencies),
    ...((service === 'graphql' || service === 'all') && graphqlDependencies),
  };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function modelDependencies(crates: ScaffoldValues['crates']): Readonly<Record<string, string>> {
  return {
    chrono: '{ version = "0.4", features = ["serde"] }',
    ...(crates.has('regex') && { regex: '"1"' }),
    ...(crates.has('rust_decimal') && { rust_decimal: '{ version = "1", features = ["serde-str"] }' }),
    serde: '{ version = "1", features = ["derive"] }',
    ...(crates.has('serde_json') && { serde_json: '{ version = "1", features = ["float_roundtrip"] }' }),
    ...(crates.has('serde_with') && {
      serde_with: '{ version = "3", default-features = false, features = ["alloc", "macros"] }',
    }),
    uuid: '{ version = "1", features = ["serde", "v4"] }',
  };
}

/** Returns the crates that only the tests need. */
export function devDependencies(project: Pick<ScaffoldValues, 'crates' | 'service'>): Readonly<Record<string, string>> {
  return 'serde_json' in dependencies(project) ? {} : { serde_json: '{ version = "1", features = ["float_roundtrip"] }' };
}

const table = (entries: Readonly<Record<string, string>>): string =>
  Object.entries(entries)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');

const serviceFeatures = {
  metrics: { purpose: 'The page /metrics for Prometheus.', crates: ['axum-prometheus'] },
  otel: {
    purpose: 'Traces for OpenTelemetry.',
    crates: ['opentelemetry', 'opentelemetry-http', 'opentelemetry-otlp', 'opentelemetry_sdk', 'tracing-opentelemetry'],
  },
} as const;

/** Returns the Cargo features that code of the project mentions, with the value of each and a comment. */
export function features({ service }: Pick<ScaffoldValues, 'service'>): readonly (readonly [string, string, string])[] {
  if (service === 'none') return [['sqlx', '[]', 'Models are read from rows of PostgreSQL: add the crate sqlx.']];
  return Object.entries(serviceFeatures).map(([name, { purpose, crates }]) => {
    return [name, `[${crates.map((crate) => `"dep:${crate}"`).join(', ')}]`, purpose];
  });
}

const lints = `
[lints.clippy]
pedantic = { level = "warn", priority = -1 }
# Documentation and names are those of the ontology.
doc_markdown = "allow"
similar_names = "allow"
struct_field_names = "allow"
# A class may have many fields.
struct_excessive_bools = "allow"
too_many_lines = "allow"
# \`write!\` returns a result, which would have to be ignored.
format_collect = "allow"
format_push_string = "allow"
# Futures have the attribute already.
must_use_candidate = "allow"
`;

export function crateFiles(project: ScaffoldValues): readonly ScaffoldFile[] {
  const tests = table(devDependencies(project));
  return [
    {
      path: 'Cargo.toml',
      content: `[package]
name = "${project.cargo}"
version = "0.1.0"
edition = "2021"
${project.service === 'none' ? '' : 'rust-version = "1.88"\nresolver = "3"\n'}publish = false

[features]
${features(project)
  .map(([name, value, purpose]) => `# ${purpose}\n${name} = ${value}\n`)
  .join('')}
[dependencies]
${table(dependencies(project))}${tests === '' ? '' : `\n[dev-dependencies]\n${tests}`}${project.service === 'none' ? '' : lints}`,
    },
    {
      path: 'src/lib.rs',
      content: `//! The domain of ${project.name}. Its models are generated from ${markdownCode(project.ontology)}.

${project.service === 'none' ? '' : 'pub mod api;\npub mod app;\npub mod auth;\npub mod hooks;\n'}pub mod models;
${project.service === 'none' ? '' : '#[cfg(feature = "otel")]\npub mod traces;\n'}`,
    },
  ];
}
