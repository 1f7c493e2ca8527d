/** Names of commands and options in other tools, with the equivalents here. They serve suggestions after a usage error. */

export interface SynonymSuggestion {
  /** Command lines to suggest. */
  readonly calls?: readonly string[];
  /** A remark to print instead of suggestions. */
  readonly remark?: string;
}

const LOAD: SynonymSuggestion = { calls: ['codegen graph load'] };
const NEXT: SynonymSuggestion = { calls: ['codegen migrate new'] };
const PROJECT: SynonymSuggestion = { calls: ['codegen project gen'] };
const CREATE: SynonymSuggestion = { calls: ['codegen hook create'] };
const REMOVE: SynonymSuggestion = { calls: ['codegen hook remove'] };
const PAGES: SynonymSuggestion = { calls: ['codegen docs'] };
const APPLY: SynonymSuggestion = {
  remark: 'codegen migrate new writes migrations; sqlx, golang-migrate, Flyway or dbmate apply them',
};
const FORMAT: SynonymSuggestion = { remark: 'no command changes an ontology; what is generated comes formatted' };
const CLEAN: SynonymSuggestion = { remark: 'codegen generate removes the files of deleted classes by itself' };
const UPDATE: SynonymSuggestion = { remark: 'npm installs versions of this program; codegen generate brings sources up to date' };

/** Suggestions for an unknown command. A key `group word` takes precedence over `word`; `*` stands for any other unknown word. */
export const COMMAND_SYNONYMS: Readonly<Record<string, SynonymSuggestion>> = {
  add: { calls: ['codegen hook create', 'codegen template new'] },
  breaking: { calls: ['codegen diff'] },
  build: { calls: ['codegen generate'] },
  check: { calls: ['codegen graph load', 'codegen generate --check'] },
  clean: CLEAN,
  compile: { calls: ['codegen generate'] },
  autocomplete: { calls: ['codegen completion'] },
  create: PROJECT,
  'create-project': PROJECT,
  delete: REMOVE,
  fmt: FORMAT,
  format: FORMAT,
  info: LOAD,
  inspect: LOAD,
  lint: LOAD,
  ls: { calls: ['codegen template list', 'codegen hook list'] },
  new: PROJECT,
  parse: LOAD,
  prettify: FORMAT,
  prune: CLEAN,
  serve: PAGES,
  show: { calls: ['codegen graph load', 'codegen explain'] },
  rm: REMOVE,
  sparql: { calls: ['codegen graph query'] },
  stats: LOAD,
  studio: PAGES,
  ui: PAGES,
  update: UPDATE,
  upgrade: UPDATE,
  validate: { calls: ['codegen data validate', 'codegen graph load'] },
  version: { calls: ['codegen --version'] },
  watch: { calls: ['codegen generate --watch', 'codegen hook monitor'] },
  'db *': APPLY,
  'graph *': LOAD,
  'graph check': LOAD,
  'graph validate': LOAD,
  'hook add': CREATE,
  'hook ls': { calls: ['codegen hook list'] },
  'hook new': CREATE,
  'hook trigger': { calls: ['codegen hook run'] },
  'hook watch': { calls: ['codegen hook monitor'] },
  'migrate *': APPLY,
  'migrate add': NEXT,
  'migrate create': NEXT,
  'migrate dev': NEXT,
  'migrate diff': { calls: ['codegen migrate new --dry-run', 'codegen diff'] },
  'migrate generate': NEXT,
  'migrate lint': { calls: ['codegen migrate verify'] },
  'migrate check': { calls: ['codegen migrate status --check', 'codegen migrate verify', 'codegen migrate drift'] },
  'project *': PROJECT,
  'project generate': PROJECT,
  'project init': { calls: ['codegen project gen', 'codegen init'] },
  'schema *': { calls: ['codegen migrate new', 'codegen diff'] },
  'template ls': { calls: ['codegen template list'] },
  'template generate': { calls: ['codegen template generate-rdf'] },
};

const REMOVAL_REMARK = 'codegen removes only the files of deleted classes, without an option';
const REPLACEMENT_REMARK = 'generated files are replaced without an option, and files that others wrote never';

/** Remarks on options of other generators that are unnecessary here. */
export const UNNECESSARY_OPTIONS: Readonly<Record<string, string>> = {
  '--clean': REMOVAL_REMARK,
  '--delete': REMOVAL_REMARK,
  '--prune': REMOVAL_REMARK,
  '--force': REPLACEMENT_REMARK,
  '--overwrite': REPLACEMENT_REMARK,
};

/** Aliases of templates that are not the first part of a template's name. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  jsonschema: 'json-schema',
  postgres: 'sql-schema',
  postgresql: 'sql-schema',
  py: 'python-pydantic',
  pydantic: 'python-pydantic',
  rs: 'rust-models',
  ts: 'typescript-models',
};

/** Groups of options with the same meaning, in this program or in others. */
export const OPTION_SYNONYMS: readonly (readonly string[])[] = [
  ['--template', '--templates', '--generator', '--lang', '--language', '--plugin', '--target', '-t', '-g', '-l'],
  ['--output-dir', '--output', '--dir', '--out', '--out-dir', '--outdir', '--output-folder', '-o', '-d'],
  ['--ontology', '--graph', '--file', '--input', '--schema', '--source', '--spec', '-i', '-f'],
  ['--config', '--settings', '-c'],
  ['--database-url', '--database', '--db', '--dsn', '--url', '-u'],
  ['--sparql', '--query', '-q', '-e'],
  ['--query-file', '--file', '-f'],
  ['--select', '--include', '--only'],
  ['--to', '--format', '-f'],
  ['--format', '--reporter', '--output-format'],
  ['--name', '--message', '-n', '-m'],
  ['--watch', '-w'],
  ['--force', '--overwrite', '-f'],
  ['--yes', '-y'],
  ['--quiet', '--silent', '-q', '-s'],
  ['--verbose', '-v'],
  ['--dry-run', '--preview', '-n'],
];
