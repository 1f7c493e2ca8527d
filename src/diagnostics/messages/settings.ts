/** Messages about settings files. */

import { countedNames, entry, joinWithOr, shortList } from './entry.ts';

/** Returns how to rename the settings file of GraphQL Code Generator, which has the same name. */
function renameHint(file: string): string {
  return `rename it and pass the new name to its program: mv ${file} graphql.yml; graphql-codegen --config graphql.yml`;
}

export const settingsMessages = {
  'settings-not-found': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `cannot find the settings file ${p.file}`,
    help: () => 'check the path; it is relative to the working directory. codegen init writes one',
    exit: 2,
  }),
  'settings-twice': entry<{ files: readonly string[] }>({
    severity: 'error',
    message: (p) => `there are ${p.files.length} settings files: ${p.files.join(' and ')}`,
    help: () => 'keep one of them, or name it with --config',
  }),
  'settings-syntax': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `the settings cannot be read: ${p.reason}`,
  }),
  'settings-key': entry<{ key: string; where: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    message: (p) => `${p.where} have no member ${p.key}`,
    help: (p) => (p.suggestion === undefined ? `it may be ${joinWithOr(p.known)}` : `did you mean ${p.suggestion}?`),
  }),
  'settings-missing': entry<{ key: string; where: string }>({
    severity: 'error',
    message: (p) => `${p.where} lack ${p.key}`,
  }),
  'settings-value': entry<{ where: string; problem: string; suggestion?: string | undefined }>({
    severity: 'error',
    message: (p) => `${p.where} ${p.problem}`,
    help: (p) => (p.suggestion === undefined ? '' : p.suggestion),
  }),
  'no-settings': entry<{ nestedSettings: readonly string[]; graphqlSettings: string | undefined }>({
    severity: 'error',
    message: ({ nestedSettings, graphqlSettings }) => {
      const other = graphqlSettings === undefined ? '' : `; ${graphqlSettings} belongs to GraphQL Code Generator`;
      return `there is no codegen.yaml here or above${nestedSettings.length === 0 ? other : `; below ${nestedSettings.length === 1 ? 'is' : 'are'} ${shortList(nestedSettings)}`}`;
    },
    help: ({ nestedSettings, graphqlSettings }) => {
      if (nestedSettings.length === 1) return `name it: codegen generate ${nestedSettings[0]}`;
      if (nestedSettings.length > 8)
        return `name the settings to use: codegen generate ${nestedSettings.slice(0, 3).join(' ')} …`;
      if (nestedSettings.length > 0) return `name the settings to use: codegen generate ${nestedSettings.join(' ')}`;
      return graphqlSettings === undefined
        ? 'run codegen init to create one, or give one with --config'
        : renameHint(graphqlSettings);
    },
    exit: 2,
  }),
  'settings-not-trusted': entry<{ what: string }>({
    severity: 'error',
    message: (p) => `the settings ${p.what}, which is not trusted`,
    help: () => 'review it, then run codegen trust; settings may come from other people',
  }),
  'settings-exist': entry<{ file: string; isOfGraphql: boolean }>({
    severity: 'error',
    message: (p) => `a settings file exists already: ${p.file}${p.isOfGraphql ? ', of GraphQL Code Generator' : ''}`,
    help: (p) => (p.isOfGraphql ? renameHint(p.file) : 'edit or remove it'),
  }),
  'no-ontology-found': entry<{ example: string | undefined; others: readonly string[] }>({
    severity: 'error',
    message: (p) => {
      const files = p.others.length === 1 ? `${p.others[0]} declares` : `${countedNames(p.others, 'file', 'files')} declare`;
      const seen = p.others.length === 0 ? '' : `; ${files} no owl:Class`;
      return `found no ontology in this folder, or in a folder such as ontology, model or schema${seen}`;
    },
    help: (p) =>
      p.others.length > 0
        ? `if ${p.others[0]} contains shapes, or imports its classes, run codegen init --ontology ${p.others[0]}; codegen graph load ${p.others[0]} shows its content`
        : `name one: codegen init --ontology path/to/blog.ttl${p.example === undefined ? '' : `; or start with the example: cp '${p.example}' .`}`,
  }),
  'ontologies-found': entry<{ files: readonly string[] }>({
    severity: 'error',
    message: (p) => `there are ${p.files.length} ontologies: ${p.files.join(', ')}`,
    help: (p) => `choose one: codegen init --ontology ${p.files[0]}`,
    exit: 2,
  }),
  'no-ontology': entry<Record<string, never>>({
    severity: 'error',
    message: () => 'no ontology given: no argument and no codegen.yaml here or in a parent folder names one',
    help: () =>
      'name the file of the ontology as --help of the command shows (an argument, --ontology or --graph), or run codegen init to create a codegen.yaml',
    exit: 2,
  }),
  'silence-unused': entry<{ code: string; at: string | undefined }>({
    severity: 'warning',
    message: (p) => `this entry silences no warning: there is no [${p.code}]${p.at === undefined ? '' : ` at ${p.at}`}`,
    help: (p) => (p.at === undefined ? 'remove the entry' : 'remove the entry, or correct its location'),
  }),
} as const;
