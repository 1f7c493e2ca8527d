/** The options of all commands: flag, type, default and line in the reference, each once. */

import type { ToolName } from '../migrate/index.ts';
import {
  choice,
  flag,
  list,
  needed,
  neededChoice,
  neededSeveral,
  several,
  text,
  type ValuesOf,
  whole,
  wholeIfGiven,
} from './declare.ts';
import { diagnosticsFormats } from './diagnostics-format.ts';

/** Of a command that a settings file has something to say to. */
export const settingsOptions = {
  config: text('<path>', 'the settings file (default: the nearest codegen.yaml upward)'),
  noConfig: flag('read no settings file'),
};
export type SettingsOptions = ValuesOf<typeof settingsOptions>;

/** Of a command that reads an ontology: what belongs to it. */
export const sourceOptions = {
  ...settingsOptions,
  shapes: several('<path>', 'a file with SHACL shapes for the ontology; may be repeated'),
  import: several('<iri=path>', 'the file of an ontology that is imported; may be repeated'),
  catalog: text('<path>', 'an XML catalogue of such files (default: catalog-v001.xml beside the ontology, if it is there)'),
  allowRead: several(
    '<folder>',
    "a folder that imports may lead to, beside the ontology's repository or, if it is in none, its own folder; may be repeated",
  ),
  graphName: several('<iri>', 'a named graph that is read of an endpoint; may be repeated'),
  updateLock: flag('take what files on servers hold now, and write their hashes to codegen.lock'),
};
export type SourceOptions = ValuesOf<typeof sourceOptions>;

/** Of a command that builds a model, whatever it reads it from. */
export const policyOptions = {
  policy: several('<name=value>', 'decide what the ontology leaves open; may be repeated; "codegen help policies" lists them'),
};
export type PolicyOptions = ValuesOf<typeof policyOptions>;

/** Of a command that can do with a part of an ontology. */
export const selectionOptions = {
  select: several('<class>', 'only this class with its superclasses: Offer, schema:Offer, or schema:*Action; may be repeated'),
  exclude: several('<class>', 'leave out this class with its subclasses; may be repeated'),
  depth: wholeIfGiven('<number>', 'take the classes, too, that so many references lead to from those that are selected', 0),
  outside: choice('<what>', 'what references to other classes become: the IRI of the resource (the default), or nothing', [
    'iri',
    'omit',
  ]),
};
export type SelectionOptions = ValuesOf<typeof selectionOptions>;

/** Of a command that builds the model of an ontology. */
export const modelOptions = { ...sourceOptions, ...policyOptions, ...selectionOptions };
export type ModelOptions = ValuesOf<typeof modelOptions>;

/** Of a command that assumptions may fail. */
const strictOptions = {
  strict: list('kinds', 'fail, and write nothing, if anything is assumed, or anything of these kinds'),
};
export type StrictOptions = ValuesOf<typeof strictOptions>;

const json = flag('print JSON');
/** The tools that apply migrations, by the names of `migrate/tools.ts`. */
const toolNames = ['sqlx', 'golang-migrate', 'flyway', 'dbmate'] as const satisfies readonly ToolName[];
/** Of a command that lets an event occur. */
const noHooks = flag('run no hooks');
const checks = {
  dryRun: flag('print what would be done, and write nothing'),
  check: flag('write nothing; exit with 1 unless everything is up to date', { conflicts: 'dryRun' }),
};
/** Of a command whose messages programs read, too. */
const formatOptions = {
  format: choice(
    '<format>',
    'how to print what there is to say: for people, as JSON, as commands of a GitHub workflow, or as SARIF',
    diagnosticsFormats,
    'text',
  ),
};
export type FormatOptions = ValuesOf<typeof formatOptions>;
/** The same as `--format json`. */
const done = flag('print what was done as JSON', { conflicts: 'format' });

export const generateOptions = {
  ontology: text('<path>', 'the ontology: Turtle, or another RDF syntax by its extension (default: that of the settings)'),
  template: neededSeveral('<name>', 'the template, or the path of an own one; may be repeated; "all" for all built-in ones'),
  option: several('<name=value>', 'set an option of a template; may be repeated'),
  outputDir: needed('<path>', 'where to write; several templates get a folder each'),
  ...modelOptions,
  ...strictOptions,
  ...formatOptions,
  json: done,
  ...checks,
};
export type GenerateOptions = ValuesOf<typeof generateOptions>;

export const generateAllOptions = {
  ...modelOptions,
  ...strictOptions,
  ...formatOptions,
  json: done,
  ...checks,
  watch: flag('go on, and generate anew whenever something is saved that the outputs are made of', { conflicts: 'check' }),
  noHooks,
};
export type GenerateAllOptions = ValuesOf<typeof generateAllOptions>;

export const lspOptions = {
  stdio: flag('talk to the editor by standard input and output, which is the only way there is'),
  ...modelOptions,
};
export type LspOptions = ValuesOf<typeof lspOptions>;

export const initOptions = {
  ontology: text('<path>', 'the ontology (default: what is found here and in the usual folders)'),
  yes: flag('ask nothing'),
  dryRun: flag('print what would be written, and write nothing'),
};
export type InitOptions = ValuesOf<typeof initOptions>;

export const listOptions = {
  category: text('<name>', 'only those of a category, such as rdf-generators'),
  json,
  ...settingsOptions,
};
export type ListOptions = ValuesOf<typeof listOptions>;

export const templateNewOptions = {
  kind: choice('<kind>', 'a folder with Liquid files, or a program', ['liquid', 'module'], 'liquid'),
};
export type TemplateNewOptions = ValuesOf<typeof templateNewOptions>;

export const templateCheckOptions = {
  option: several('<name=value>', 'set an option of the template; may be repeated'),
  json,
};
export type TemplateCheckOptions = ValuesOf<typeof templateCheckOptions>;

export const loadOptions = {
  ...formatOptions,
  json: flag('print JSON', { conflicts: 'format' }),
  ...modelOptions,
  ...strictOptions,
};
export type LoadOptions = ValuesOf<typeof loadOptions>;

export const reportOptions = {
  format: choice('<format>', 'how to print it', ['text', 'json', 'html'], 'text'),
  json: flag('print JSON', { conflicts: 'format' }),
  assumed: flag('only what is assumed, with the reasons'),
  output: text('<path>', 'the file of the page, with --format html; standard output if absent'),
  force: flag('replace the file although this command did not write it'),
  ...modelOptions,
};
export type ReportOptions = ValuesOf<typeof reportOptions>;

export const diffOptions = {
  against: text('<ref>', 'compare with what the ontology is in a revision of Git, such as a branch'),
  format: choice(
    '<format>',
    'how to print it: for people, for programs, for a pull request, as marks on its lines, for code scanning',
    ['text', 'json', 'markdown', 'github', 'sarif'],
    'text',
  ),
  json: flag('print JSON', { conflicts: 'format' }),
  failOn: several(
    '<level>',
    'exit with 1 if a change is breaking, or dangerous, or that for one surface: breaking:rest; may be repeated',
  ),
  renamed: several(
    '<old=new>',
    'an IRI or prefixed name of the old ontology that is another one in the new, or a namespace that ends in # or /; may be repeated',
  ),
  ...modelOptions,
  oldShapes: several('<path>', 'a file with shapes of the old ontology, in place of --shapes; may be repeated'),
  oldImport: several('<iri=path>', 'the file of an ontology that the old one imports, in place of --import; may be repeated'),
  oldCatalog: text('<path>', 'the catalogue of the old ontology, in place of --catalog'),
  oldPolicy: several('<name=value>', 'a policy for the old ontology, where it is another one; may be repeated'),
};
export type DiffOptions = ValuesOf<typeof diffOptions>;

const migrationOptions = {
  ontology: text('<path>', 'the ontology (default: that of the settings)'),
  dir: text('<folder>', 'the folder of the migrations (default: migrations, beside the settings that name the ontology)'),
  renamed: several(
    '<old=new>',
    'an IRI or prefixed name of the last version that is another one now, or a namespace that ends in # or /; may be repeated',
  ),
  ...modelOptions,
};

export const migrateNewOptions = {
  ...migrationOptions,
  name: text('<name>', 'what the migration is called (default: what it does first)'),
  tool: choice('<name>', 'the tool that applies migrations, by which files are named', toolNames, 'sqlx'),
  since: text('<version>', 'what the migrations come to so far, where no record says it: git:<ref>, git:<ref>:<path> or a file'),
  allowDataLoss: flag('write what takes away columns and tables, too; they are kept in the schema codegen_kept'),
  dryRun: flag('print what would be done, and write nothing'),
  json: flag('print what was done as JSON'),
};
export type MigrateNewOptions = ValuesOf<typeof migrateNewOptions>;

export const migrateStatusOptions = {
  ...migrationOptions,
  check: flag('exit with 1 unless the migrations are up to date'),
  json,
};
export type MigrateStatusOptions = ValuesOf<typeof migrateStatusOptions>;

export const migrateVerifyOptions = {
  ontology: migrationOptions.ontology,
  dir: migrationOptions.dir,
  since: text(
    '<version>',
    'an earlier version, whose rows the later migrations have to keep: git:<ref>, git:<ref>:<path> or a file',
  ),
  renamed: migrationOptions.renamed,
  databaseUrl: text('<url>', 'the server, as in postgresql://user@host/database (default: what PGHOST, PGUSER and others say)'),
  ...modelOptions,
  json,
};
export type MigrateVerifyOptions = ValuesOf<typeof migrateVerifyOptions>;

export const migrateDriftOptions = {
  ontology: migrationOptions.ontology,
  dir: migrationOptions.dir,
  schema: text(
    '<name>',
    'the schema that is looked at (default: that to which the search path of whoever runs the script leads)',
  ),
  strict: flag('let what is additional fail, too'),
  output: text('<path>', 'the file to write; standard output if absent'),
  force: flag('replace the file although this command did not write it'),
  ...modelOptions,
};
export type MigrateDriftOptions = ValuesOf<typeof migrateDriftOptions>;

export const queryOptions = {
  sparql: text('<query>', 'the query'),
  queryFile: text('<path>', 'read the query from a file', { conflicts: 'sparql' }),
  format: choice('<format>', 'how to print the result', ['table', 'json', 'xml', 'csv', 'tsv', 'turtle'], 'table'),
  json: flag('print JSON', { conflicts: 'format' }),
  wide: flag('shorten nothing, however narrow the terminal is'),
  timeout: whole('<seconds>', 'how long the query may take', 1, 60),
  ...sourceOptions,
};
export type QueryOptions = ValuesOf<typeof queryOptions>;

const dataOptions = {
  ontology: text('<path>', 'the ontology (default: that of the settings)'),
  from: choice('<kind>', 'what the file holds, where its name does not tell', ['rdf', 'records']),
  class: text('<name>', 'the class of records that do not tell theirs'),
  dataGraph: several('<iri>', 'a named graph of the endpoint from which data are read; may be repeated'),
  ...modelOptions,
};

/** The forms in which data are written. */
const dataForms = ['ndjson', 'json', 'turtle', 'ntriples', 'jsonld', 'sql', 'csv'] as const;
const dataOutput = text('<path>', 'where to write, a folder for csv; standard output if absent');

export const dataConvertOptions = {
  to: neededChoice('<form>', 'what to write', dataForms),
  output: dataOutput,
  losses: text('<path>', 'a file for each statement that is lost or comes back as another one, as a line of JSON'),
  force: flag('replace files that are there'),
  ...dataOptions,
};
export type DataConvertOptions = ValuesOf<typeof dataConvertOptions>;

export const dataSampleOptions = {
  ontology: text('<path>', 'the ontology (default: that of the settings)'),
  count: whole('<number>', 'how many instances of each class', 1, 10),
  seed: whole('<number>', 'another number gives other instances; the same one the same', 0, 1),
  to: choice('<form>', 'what to write', dataForms, 'ndjson'),
  output: dataOutput,
  force: flag('replace files that are there'),
  ...modelOptions,
};
export type DataSampleOptions = ValuesOf<typeof dataSampleOptions>;

export const dataValidateOptions = { ...formatOptions, json: flag('print JSON', { conflicts: 'format' }), ...dataOptions };
export type DataValidateOptions = ValuesOf<typeof dataValidateOptions>;

export const visualizeOptions = {
  format: choice('<format>', 'what to write', ['dot', 'svg', 'mermaid'], 'dot'),
  output: text('<path>', 'the file to write; standard output if absent'),
  direction: choice('<side>', 'where superclasses stand (default: up; left from sixty classes on)', [
    'up',
    'down',
    'left',
    'right',
  ]),
  group: choice('<what>', 'draw a frame around the classes of each namespace', ['namespace']),
  force: flag('replace the file although this command did not write it'),
  ...modelOptions,
};
export type VisualizeOptions = ValuesOf<typeof visualizeOptions>;

export const modelCommandOptions = {
  format: choice('<format>', 'how to print it', ['json'], 'json'),
  ...modelOptions,
};
export type ModelCommandOptions = ValuesOf<typeof modelCommandOptions>;

export const projectOptions = {
  graph: text('<path>', 'the ontology (default: that of the settings)'),
  ...modelOptions,
  ...strictOptions,
  force: flag('replace what was generated before, and scaffold files that nobody changed since'),
  ...checks,
  ...formatOptions,
  json: done,
  quiet: flag('print nothing but errors'),
  noHooks,
};
export type ProjectOptions = ValuesOf<typeof projectOptions>;

export const aiGenerateOptions = {
  code: text('<text>', 'code or Turtle that it is about; "-" reads standard input'),
  project: text('<path>', 'the folder of the project that it is about'),
  ...settingsOptions,
  ...policyOptions,
  provider: choice('<name>', 'who writes (default: $CODEGEN_AI_PROVIDER, or offline)', [
    'offline',
    'openai-compatible',
    'anthropic',
    'ollama',
  ]),
  model: text('<name>', 'the model (default: $CODEGEN_AI_MODEL)'),
  baseUrl: text('<url>', 'where the model is (default: $CODEGEN_AI_BASE_URL)'),
  timeout: text('<seconds>', 'how long the model may be silent (default: $CODEGEN_AI_TIMEOUT, or 120)'),
  showContext: flag('print what would be sent to a model, and send nothing'),
};
export type AiGenerateOptions = ValuesOf<typeof aiGenerateOptions>;

export const analyzeOptions = {
  project: text('<path>', 'the folder of the project', { fallback: '.' }),
  complexity: flag('measure the functions; without this and --security, both are done'),
  security: flag('look for what is dangerous'),
  format: choice('<format>', 'how to print the report', ['json', 'text', 'sarif'], 'json'),
  failOn: choice('<severity>', 'exit with 1 if a finding is as bad as this, or worse', [
    'info',
    'low',
    'medium',
    'high',
    'critical',
  ]),
  exclude: several('<pattern>', 'files that are not looked at, as .gitignore writes them: vocab/*.ttl; may be repeated'),
  without: several('<rule>', 'a rule that nothing is to be told of, such as ontology-class-without-comment; may be repeated'),
  includeGenerated: flag('look at generated and minified files, too'),
  ...settingsOptions,
  ...policyOptions,
};
export type AnalyzeOptions = ValuesOf<typeof analyzeOptions>;

export const doctorOptions = { json, online: flag('ask the provider of the AI model, too') };
export type DoctorOptions = ValuesOf<typeof doctorOptions>;

export const explainOptions = {
  ontology: text('<path>', 'the ontology; for a line of a generated file it is found by itself (default: that of the settings)'),
  template: several('<path>', 'an own template that code was generated by, beside those of the settings; may be repeated'),
  option: several('<name=value>', 'an option of such a template; may be repeated'),
  ...modelOptions,
  json,
};
export type ExplainOptions = ValuesOf<typeof explainOptions>;

export const hookCreateOptions = {
  event: needed('<event>', 'the event; see below'),
  script: needed('<path>', 'the script, which must be executable'),
  name: text('<name>', 'a name for people'),
};
export type HookCreateOptions = ValuesOf<typeof hookCreateOptions>;

export const hookListOptions = {
  filter: text('<event>', 'only those of an event'),
  verbose: flag('with their names, scripts and last runs'),
};
export type HookListOptions = ValuesOf<typeof hookListOptions>;

export const hookRemoveOptions = { force: flag('do not ask') };
export type HookRemoveOptions = ValuesOf<typeof hookRemoveOptions>;

export const monitorOptions = {
  graph: several(
    '<path>',
    'an ontology file to watch, with all that it is read from; may be repeated (default: that of the settings)',
  ),
  ...sourceOptions,
  interval: whole('<ms>', 'polling interval in milliseconds; at least every 50 ms', 1, 1000),
  once: flag('compare with the last check once, and exit'),
  events: flag('print each event as a line of JSON, after the first line'),
  noHooks,
};
export type MonitorOptions = ValuesOf<typeof monitorOptions>;

export const hookRunOptions = {
  json: flag('print what came of it as JSON; the output of the scripts goes to standard error'),
  noHooks,
};
export type HookRunOptions = ValuesOf<typeof hookRunOptions>;

export const hookLogOptions = {
  hook: text('<hook-id>', 'only those of a hook'),
  event: text('<event>', 'only those of an event'),
  limit: whole('<number>', 'so many at most', 1, 20),
  json,
};
export type HookLogOptions = ValuesOf<typeof hookLogOptions>;

export const trustOptions = {
  list: flag('print the projects in which something is trusted, and what', { conflicts: 'revoke' }),
  revoke: flag('trust nothing of this project any longer'),
};
export type TrustOptions = ValuesOf<typeof trustOptions>;
