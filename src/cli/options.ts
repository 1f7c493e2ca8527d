/** Declares the options of all commands, each once: flag, type, default and description. */

import type { ToolName } from '../migrate/index.ts';
import {
  choice,
  flag,
  list,
  optionalWholeNumber,
  repeatable,
  requiredChoice,
  requiredRepeatable,
  requiredText,
  text,
  type ValuesOf,
  wholeNumber,
} from './declare.ts';
import { diagnosticsFormats } from './diagnostics-format.ts';

export const settingsOptions = {
  config: text('<path>', 'Settings file (default: the nearest codegen.yaml upward)'),
  noConfig: flag('Read no settings file'),
};
export type SettingsOptions = ValuesOf<typeof settingsOptions>;

export const sourceOptions = {
  ...settingsOptions,
  shapes: repeatable('<path>', 'File with SHACL shapes; may be repeated'),
  import: repeatable('<iri=path>', 'Read the import <iri> from the file <path>; may be repeated'),
  catalog: text('<path>', 'XML file that maps imports to local files (default: catalog-v001.xml next to the ontology)'),
  allowRead: repeatable('<folder>', 'Also allow imports from this folder; may be repeated'),
  graphName: repeatable(
    '<iri>',
    'Read only this named graph, if the ontology is a SPARQL endpoint (default: its default graph); may be repeated',
  ),
  updateLock: flag('Accept the current content of remote files and record its hashes in codegen.lock'),
};
export type SourceOptions = ValuesOf<typeof sourceOptions>;

/** Options of commands that build a model from any source. */
export const policyOptions = {
  policy: repeatable(
    '<name=value>',
    'Rule for what the ontology does not state, such as unstated=optional; may be repeated; see "codegen help policies"',
  ),
};
export type PolicyOptions = ValuesOf<typeof policyOptions>;

/** Options of commands that can use a part of an ontology. */
export const selectionOptions = {
  select: repeatable(
    '<class>',
    'Include only this class and its superclasses: Offer, schema:Offer or schema:*Action; may be repeated',
  ),
  exclude: repeatable('<class>', 'Leave out this class and its subclasses; may be repeated'),
  depth: optionalWholeNumber(
    '<number>',
    'Number of references to follow from the selected classes (default: 0, the selected classes only)',
    0,
  ),
  outside: choice('<what>', 'References to classes outside the selection: kept as IRIs (default) or omitted', ['iri', 'omit']),
};
export type SelectionOptions = ValuesOf<typeof selectionOptions>;

export const modelOptions = { ...sourceOptions, ...policyOptions, ...selectionOptions };
export type ModelOptions = ValuesOf<typeof modelOptions>;

/** Options of commands that can fail because of assumptions. */
const strictOptions = {
  strict: list(
    'kinds',
    'Fail and write nothing if codegen assumes what the ontology does not state, or only assumptions of these kinds: --strict=required,deletion',
  ),
};
export type StrictOptions = ValuesOf<typeof strictOptions>;

const json = flag('Print JSON');
/** Tools that apply migrations, named as in `migrate/tools.ts`. */
const toolNames = ['sqlx', 'golang-migrate', 'flyway', 'dbmate'] as const satisfies readonly ToolName[];
/** For commands whose result has several formats. */
const jsonAsFormat = flag('Print JSON, the same as --format json', { conflicts: 'format' });
/** Option of commands that fire an event. */
const noHooks = flag('Run no hooks');
const checks = {
  dryRun: flag('Print the changes without writing them'),
  check: flag('Write nothing; exit with 1 if a file is not up to date', { conflicts: 'dryRun' }),
};
/** Options of commands whose messages other programs read. */
const formatOptions = {
  format: choice('<format>', 'Format of errors and warnings', diagnosticsFormats, 'text'),
};
export type FormatOptions = ValuesOf<typeof formatOptions>;
/** For commands that print the result and the diagnostics as one document. */
const jsonDocument = flag('Print the result and the messages as one JSON document, as --format json does', {
  conflicts: 'format',
});

export const generateOptions = {
  ontology: text('<path>', 'Ontology: Turtle, or another RDF syntax by its extension (default: from the settings)'),
  template: requiredRepeatable('<name>', 'Template, or path of a custom one; "all" for all built-in ones; may be repeated'),
  option: repeatable('<name=value>', 'Option of a template, as "codegen template list" shows it; may be repeated'),
  outputDir: requiredText('<path>', 'Output folder; several templates get a subfolder each'),
  ...modelOptions,
  ...strictOptions,
  ...formatOptions,
  json: jsonDocument,
  ...checks,
};
export type GenerateOptions = ValuesOf<typeof generateOptions>;

export const generateAllOptions = {
  ...modelOptions,
  ...strictOptions,
  ...formatOptions,
  json: jsonDocument,
  ...checks,
  watch: flag('Regenerate whenever an input file changes', { conflicts: 'check' }),
  noHooks,
};
export type GenerateAllOptions = ValuesOf<typeof generateAllOptions>;

export const lspOptions = {
  stdio: flag('Use standard input and output (the only transport)'),
  ...modelOptions,
};
export type LspOptions = ValuesOf<typeof lspOptions>;

export const mcpOptions = {
  config: settingsOptions.config,
  allowWrite: flag('Let clients write generated files'),
};
export type McpOptions = ValuesOf<typeof mcpOptions>;

export const initOptions = {
  ontology: text('<path>', 'Ontology (default: the one in this folder, or in a folder such as ontology or model)'),
  dryRun: flag('Print the file without writing it'),
  yes: flag('No effect, because there are no questions; scripts may pass it'),
};
export type InitOptions = ValuesOf<typeof initOptions>;

export const listOptions = {
  category: text('<name>', 'Category, such as rdf-generators'),
  json,
  ...settingsOptions,
};
export type ListOptions = ValuesOf<typeof listOptions>;

export const templateNewOptions = {
  kind: choice('<kind>', 'Kind of template: Liquid files or a module', ['liquid', 'module'], 'liquid'),
};
export type TemplateNewOptions = ValuesOf<typeof templateNewOptions>;

export const templateCheckOptions = {
  option: repeatable('<name=value>', 'Option of the template; may be repeated'),
  json,
};
export type TemplateCheckOptions = ValuesOf<typeof templateCheckOptions>;

export const loadOptions = {
  ...formatOptions,
  json: jsonDocument,
  ...modelOptions,
  ...strictOptions,
};
export type LoadOptions = ValuesOf<typeof loadOptions>;

export const reportOptions = {
  format: choice('<format>', 'Output format', ['text', 'json', 'html'], 'text'),
  json: jsonAsFormat,
  assumed: flag('Print the assumptions only, with reasons'),
  output: text('<path>', 'File to write with --format html (default: standard output)'),
  force: flag('Replace the file of --output, even if codegen did not write it'),
  ...modelOptions,
};
export type ReportOptions = ValuesOf<typeof reportOptions>;

export const diffOptions = {
  against: text('<ref>', 'Revision of Git to compare with, such as a branch'),
  format: choice('<format>', 'Output format', ['text', 'json', 'markdown', 'github', 'sarif'], 'text'),
  json: jsonAsFormat,
  failOn: repeatable(
    '<level>',
    'Exit with 1 on changes of this level or worse: safe, dangerous or breaking; also for one surface only, as breaking:rest; may be repeated (surfaces: json-in, json-out, rest, graphql, rust, typescript, python, rows)',
  ),
  renamed: repeatable('<old=new>', 'Renamed IRI, prefixed name or namespace (ends in # or /); may be repeated'),
  ...modelOptions,
  oldShapes: repeatable('<path>', 'Like --shapes, but for the old version (default: --shapes); may be repeated'),
  oldImport: repeatable('<iri=path>', 'Like --import, but for the old version (default: --import); may be repeated'),
  oldCatalog: text('<path>', 'Like --catalog, but for the old version (default: --catalog)'),
  oldPolicy: repeatable('<name=value>', 'Like --policy, but for the old version (default: --policy); may be repeated'),
};
export type DiffOptions = ValuesOf<typeof diffOptions>;

const migrationOptions = {
  ontology: text('<path>', 'Ontology (default: from the settings)'),
  dir: text('<folder>', 'Folder of the migrations (default: migrations, next to the settings)'),
  renamed: repeatable('<old=new>', 'Renamed IRI, prefixed name or namespace (ends in # or /); may be repeated'),
  ...modelOptions,
};

export const migrateNewOptions = {
  ...migrationOptions,
  name: text('<name>', 'Name of the migration (default: from its first change)'),
  tool: choice('<name>', 'Tool that applies the migrations; it determines file names', toolNames, 'sqlx'),
  since: text(
    '<version>',
    'Ontology that the last migration was made from; only needed if codegen.schema.json is missing: git:<ref>, git:<ref>:<path> or a file',
  ),
  allowDataLoss: flag(
    'Also remove columns and tables that the ontology no longer has; their data moves to the schema codegen_kept',
  ),
  dryRun: flag('Print the changes without writing them'),
  json: flag('Print the result as JSON'),
};
export type MigrateNewOptions = ValuesOf<typeof migrateNewOptions>;

export const migrateStatusOptions = {
  ...migrationOptions,
  check: flag('Exit with 1 if the migrations are not up to date'),
  json,
};
export type MigrateStatusOptions = ValuesOf<typeof migrateStatusOptions>;

export const migrateVerifyOptions = {
  ontology: migrationOptions.ontology,
  dir: migrationOptions.dir,
  databaseUrl: text('<url>', 'Server: postgresql://user@host/database (default: from PGHOST, PGUSER and others)'),
  ...modelOptions,
  json,
};
export type MigrateVerifyOptions = ValuesOf<typeof migrateVerifyOptions>;

export const migrateDriftOptions = {
  ontology: migrationOptions.ontology,
  dir: migrationOptions.dir,
  schema: text('<name>', 'Schema of the database (default: the first one in the search path)'),
  strict: flag('Fail also on additional tables and columns'),
  output: text('<path>', 'Output file (default: standard output)'),
  force: flag('Replace a file that codegen did not write'),
  ...modelOptions,
};
export type MigrateDriftOptions = ValuesOf<typeof migrateDriftOptions>;

export const queryOptions = {
  sparql: text('<query>', 'Query'),
  queryFile: text('<path>', 'File with the query', { conflicts: 'sparql' }),
  format: choice('<format>', 'Format of the result', ['table', 'json', 'xml', 'csv', 'tsv', 'turtle'], 'table'),
  json: jsonAsFormat,
  wide: flag('Print full values on narrow terminals'),
  timeout: wholeNumber('<seconds>', 'Time limit of the query', 1, 60),
  ...sourceOptions,
};
export type QueryOptions = ValuesOf<typeof queryOptions>;

const dataOptions = {
  ontology: text('<path>', 'Ontology (default: from the settings)'),
  from: choice('<kind>', 'Content of the file, if its extension does not show it: RDF, or records in JSON', ['rdf', 'records']),
  class: text('<name>', 'Class of the records that name no class'),
  dataGraph: repeatable('<iri>', 'Read the data only from this named graph, if it is a SPARQL endpoint; may be repeated'),
  ...modelOptions,
};

const dataFormats = ['ndjson', 'json', 'turtle', 'ntriples', 'jsonld', 'sql', 'csv'] as const;
const dataOutput = text('<path>', 'Output file, a folder for csv (default: standard output)');

export const dataConvertOptions = {
  to: requiredChoice('<form>', 'Output format', dataFormats),
  output: dataOutput,
  losses: text('<path>', 'File that lists each lost or altered statement as a line of JSON'),
  force: flag('Replace existing files'),
  ...dataOptions,
};
export type DataConvertOptions = ValuesOf<typeof dataConvertOptions>;

export const dataSampleOptions = {
  ontology: text('<path>', 'Ontology (default: from the settings)'),
  count: wholeNumber('<number>', 'Number of instances of each class', 1, 10),
  seed: wholeNumber('<number>', 'Seed; the same number gives the same instances', 0, 1),
  to: choice('<form>', 'Output format', dataFormats, 'ndjson'),
  output: dataOutput,
  force: flag('Replace existing files'),
  ...modelOptions,
};
export type DataSampleOptions = ValuesOf<typeof dataSampleOptions>;

export const dataValidateOptions = { ...formatOptions, json: jsonDocument, ...dataOptions };
export type DataValidateOptions = ValuesOf<typeof dataValidateOptions>;

export const visualizeOptions = {
  format: choice('<format>', 'Output format', ['dot', 'svg', 'mermaid'], 'dot'),
  output: text('<path>', 'Output file (default: standard output)'),
  direction: choice('<side>', 'Side of the superclasses (default: up; left from 60 classes)', ['up', 'down', 'left', 'right']),
  group: choice('<what>', 'Frame around the classes of each namespace', ['namespace']),
  force: flag('Replace a file that codegen did not write'),
  ...modelOptions,
};
export type VisualizeOptions = ValuesOf<typeof visualizeOptions>;

export const modelCommandOptions = {
  format: choice('<format>', 'Output format', ['json'], 'json'),
  ...modelOptions,
};
export type ModelCommandOptions = ValuesOf<typeof modelCommandOptions>;

export const projectOptions = {
  graph: text('<path>', 'Ontology (default: from the settings)'),
  service: choice('<kind>', 'Service to generate (default: that of the project, or all)', ['none', 'rest', 'graphql', 'all']),
  ...modelOptions,
  ...strictOptions,
  force: flag('Replace generated files, and scaffold files that were not edited'),
  ...checks,
  ...formatOptions,
  json: jsonDocument,
  quiet: flag('Print errors only'),
  noHooks,
};
export type ProjectOptions = ValuesOf<typeof projectOptions>;

export const aiGenerateOptions = {
  code: text('<text>', 'Code or Turtle to write about; "-" reads standard input'),
  project: text('<path>', 'Folder of the project to write about'),
  ...settingsOptions,
  ...policyOptions,
  provider: choice('<name>', 'Provider of the language model (default: $CODEGEN_AI_PROVIDER, or offline)', [
    'offline',
    'openai-compatible',
    'anthropic',
    'ollama',
  ]),
  model: text('<name>', 'Name of the language model (default: $CODEGEN_AI_MODEL)'),
  baseUrl: text('<url>', 'URL of the provider (default: $CODEGEN_AI_BASE_URL)'),
  timeout: text('<seconds>', 'Time limit for an answer (default: $CODEGEN_AI_TIMEOUT, or 120)'),
  showContext: flag('Print the request without sending it'),
};
export type AiGenerateOptions = ValuesOf<typeof aiGenerateOptions>;

export const analyzeOptions = {
  project: text('<path>', 'Folder of the project', { fallback: '.' }),
  complexity: flag('Measure functions (default: this and --security)'),
  security: flag('Find security problems'),
  format: choice('<format>', 'Format of the report', ['json', 'text', 'sarif'], 'json'),
  failOn: choice('<severity>', 'Exit with 1 on findings of this severity or higher', [
    'info',
    'low',
    'medium',
    'high',
    'critical',
  ]),
  exclude: repeatable('<pattern>', 'Pattern of files to leave out, as in .gitignore; may be repeated'),
  without: repeatable('<rule>', 'Rule to leave out, such as rust-unwrap; may be repeated'),
  includeGenerated: flag('Include generated and minified files'),
};
export type AnalyzeOptions = ValuesOf<typeof analyzeOptions>;

export const doctorOptions = { json, online: flag('Also contact the provider of the language model') };
export type DoctorOptions = ValuesOf<typeof doctorOptions>;

export const explainOptions = {
  ontology: text('<path>', 'Ontology (default: from the generated file, or from the settings)'),
  template: repeatable('<path>', 'Custom template, in addition to those of the settings; may be repeated'),
  option: repeatable('<name=value>', 'Option of the custom template; may be repeated'),
  ...modelOptions,
  json,
};
export type ExplainOptions = ValuesOf<typeof explainOptions>;

export const hookCreateOptions = {
  event: requiredText('<event>', 'Event; see below'),
  script: requiredText('<path>', 'Executable script'),
  name: text('<name>', 'Display name'),
};
export type HookCreateOptions = ValuesOf<typeof hookCreateOptions>;

export const hookListOptions = {
  filter: text('<event>', 'Event of the hooks'),
  verbose: flag('Print names, scripts and last runs'),
};
export type HookListOptions = ValuesOf<typeof hookListOptions>;

export const hookRemoveOptions = { force: flag('Do not ask for confirmation') };
export type HookRemoveOptions = ValuesOf<typeof hookRemoveOptions>;

export const monitorOptions = {
  graph: repeatable('<path>', 'Ontology to watch, with its imports and shapes; may be repeated (default: from the settings)'),
  ...sourceOptions,
  interval: wholeNumber('<ms>', 'Polling interval in milliseconds, at least 50', 1, 1000),
  once: flag('Check once and exit'),
  events: flag('Print each event as a line of JSON'),
  noHooks,
};
export type MonitorOptions = ValuesOf<typeof monitorOptions>;

export const hookRunOptions = {
  json: flag('Print the result as JSON; output of scripts goes to standard error'),
  noHooks,
};
export type HookRunOptions = ValuesOf<typeof hookRunOptions>;

export const hookLogOptions = {
  hook: text('<hook-id>', 'Hook'),
  event: text('<event>', 'Event of the hooks'),
  limit: wholeNumber('<number>', 'Maximum number of runs', 1, 20),
  json,
};
export type HookLogOptions = ValuesOf<typeof hookLogOptions>;

export const trustOptions = {
  list: flag('List trusted projects, hooks and modules', { conflicts: 'revoke' }),
  revoke: flag('Revoke the trust in this project'),
};
export type TrustOptions = ValuesOf<typeof trustOptions>;
