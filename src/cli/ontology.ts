/** Finds the settings and reads and builds the model, for all commands that read an ontology. */

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { ConfiguredOntology } from '../ai/configured-ontology.ts';
import { applyRules, type Diagnostic, DiagnosticError, fail, type RuleResult, type Silenced } from '../diagnostics/index.ts';
import {
  buildModel,
  type Decisions,
  type DomainModel,
  isPartial,
  type ModelResult,
  type Policies,
  type Selection,
  selectionOf,
  slice,
} from '../model/index.ts';
import { isEndpoint, isRemote, type LoadOptions, loadOntology, type Ontology, STANDARD_INPUT } from '../ontology/index.ts';
import { readSettings, type Settings, settingsOf } from '../settings/index.ts';
import type { ModelOptions, PolicyOptions, SelectionOptions, SettingsOptions, SourceOptions } from './options.ts';
import { parsePolicies } from './policies.ts';
import { requireTrustedConnections, requireTrustedFiles, requireTrustedReads } from './settings-trust.ts';
import { selectionDiagnostics } from './slice-warnings.ts';
import { reduceOptimisation } from './v8-flags.ts';

/** The input of a command: an ontology with its sources, and the decisions about what it leaves open. */
export interface Subject {
  /** The main file of the ontology. */
  readonly file: string;
  /** Additional inputs: shapes, imports, catalogue. */
  readonly sources: LoadOptions;
  readonly policies: Policies;
  /** The settings, if they apply to this ontology. */
  readonly settings: Settings | undefined;
  readonly selection: Selection;
  /** Whether to accept the current content of remote files and record its hashes in `codegen.lock`. */
  readonly updateLock?: boolean;
}

/** A model with its diagnostics, after the rules of the settings. */
export interface RuledModel extends ModelResult {
  readonly silenced: readonly Silenced[];
}

/** A model with the ontology and the subject that it was built from. */
export interface BuiltModel extends RuledModel {
  readonly subject: Subject;
  readonly ontology: Ontology;
}

/** Context in which a command looks for settings and reads its ontology. */
export interface ReadContext {
  /** The folder from which the settings are searched upward; the working directory if absent. */
  readonly from?: string;
  /** Whether `from` is the folder of a project, so that settings in it apply to any ontology. */
  readonly isProject?: boolean;
  /** The policies in the header of a generated file, which replace those of the settings. */
  readonly headerPolicies?: readonly string[];
  /** Whether the process repeats the same work. */
  readonly isRepeated?: boolean;
  /** Returns the number of templates that the command prints. */
  readonly templates?: (subject: Subject) => number;
  /** The slice in the header of a generated file, which replaces the selection of the settings. */
  readonly slice?: readonly string[];
}

/**
 * Returns the settings that `--config` names, or else the nearest ones upward; undefined if none exist.
 *
 * @throws DiagnosticError with the location of each error in the settings
 */
export async function settingsFor({ config, noConfig }: SettingsOptions, from = '.'): Promise<Settings | undefined> {
  if (noConfig) return undefined;
  return config === undefined ? settingsOf(from) : readSettings(config);
}

/**
 * Returns the input of a command. Settings apply to the ontology that they name; to another one only if `--config` names them.
 * The command line takes precedence: a list replaces the list of the settings, a policy replaces that policy.
 *
 * @param file the ontology; without it, that of the settings
 * @throws DiagnosticError if an option or the settings are invalid, or no ontology is named
 */
export async function subjectOf(file: string | undefined, options: ModelOptions, where: ReadContext = {}): Promise<Subject> {
  const { headerPolicies } = where;
  const { file: source, settings, sources } = await resolveSources(file, options, where);
  const inHeader = headerPolicies
    ? await parsePolicies({ policy: [...headerPolicies, ...options.policy] })
    : await parsePolicies(options, settings?.policies);
  // An endpoint does not keep the order of statements.
  const policies: Policies = isEndpoint(source)
    ? { ...inHeader, order: 'iri', chosen: new Set([...inHeader.chosen, 'order' as const]) }
    : inHeader;
  // The slice of a generated file replaces the selection of the settings completely.
  const selection = mergeSelections(options, where.slice ? selectionOf(where.slice) : settings?.selection);
  return { file: source, settings, sources, policies, selection, updateLock: options.updateLock };
}

/** Returns the selection of the options. A list in the options replaces that of `other`. */
function mergeSelections(options: SelectionOptions, other: Partial<Selection> = {}): Selection {
  const either = (given: readonly string[], others: readonly string[] = []) => (given.length > 0 ? given : others);
  return {
    select: either(options.select, other.select),
    exclude: either(options.exclude, other.exclude),
    depth: options.depth ?? other.depth ?? 0,
    outside: options.outside ?? other.outside ?? 'iri',
    // Lists of the command line replace those of the settings, so their locations no longer apply.
    named: (other.named ?? []).filter(({ option }) => options[option].length === 0),
  };
}

/** Reports with the location in the settings that their ontology does not exist. */
function requireOntology({ ontology, declared, place, lineAt }: Settings): void {
  if (isRemote(ontology) || existsSync(ontology)) return;
  const at = place(typeof declared.ontology === 'string' ? ['ontology'] : ['ontology', 'file']);
  fail('file-not-found', { file: ontology, isOfSettings: true }, at, lineAt(at));
}

/** Returns the part of {@link subjectOf} that commands without a model need. */
export async function resolveSources(
  file: string | undefined,
  options: SourceOptions,
  { from, isProject }: ReadContext = {},
): Promise<Pick<Subject, 'file' | 'settings' | 'sources'>> {
  const found = await settingsFor(options, from);
  if (file === undefined && found) requireOntology(found);
  const main = (file === undefined ? undefined : inputPath(file)) ?? found?.ontology ?? fail('no-ontology', {});
  const applies = (one: Settings) =>
    options.config !== undefined || (isProject && from !== undefined && isSame(one.folder, from)) || isSame(main, one.ontology);
  const settings = found && applies(found) ? found : undefined;
  if (settings && options.allowRead.length === 0) requireTrustedReads(settings);
  if (settings) requireTrustedFiles(settings, file, options);
  if (settings) requireTrustedConnections(settings, file, options);
  return { file: main, settings, sources: { ...settings?.sources, ...omitEmpty(loadOptions(options)) } };
}

/** Returns the path of a file that a command line names; `-` is standard input. */
export function inputPath(file: string): string {
  return file === '-' ? STANDARD_INPUT : file;
}

/** Removes undefined values and empty lists, so that those of the settings apply. */
function omitEmpty(given: LoadOptions): LoadOptions {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/**
 * Returns the ontology that the settings of a folder name, for commands that search for ontologies.
 *
 * @throws DiagnosticError with the location of each error in the settings
 */
export async function namedOntology(
  options: SettingsOptions & PolicyOptions,
  from: string | undefined,
): Promise<ConfiguredOntology | undefined> {
  const settings = await settingsFor(options, from);
  // The user did not ask for this ontology, so no request is sent for it.
  if (!settings || isRemoteSubject({ file: settings.ontology, sources: settings.sources })) return undefined;
  requireTrustedReads(settings);
  requireTrustedFiles(settings, undefined);
  const { ontology, sources, policies } = settings;
  return { file: path.resolve(ontology), sources, policies: await parsePolicies(options, policies) };
}

function isSame(a: string, b: string): boolean {
  if (isRemote(a) || isRemote(b)) return a === b;
  if (path.resolve(a) === path.resolve(b)) return true;
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

/**
 * Reads an ontology with its shapes and imports.
 *
 * @throws DiagnosticError if a file cannot be read or does not parse.
 */
export async function readSubject(subject: Pick<Subject, 'file' | 'sources' | 'settings' | 'updateLock'>): Promise<Ontology> {
  return loadOntology(subject.file, await fetchSources(subject));
}

export function isRemoteSubject({
  file,
  sources: { shapes = [], imports = [], texts = {} },
}: Pick<Subject, 'file' | 'sources'>): boolean {
  return [file, ...shapes, ...imports.map((each) => each.file)].some((each) => isRemote(each) && texts[each] === undefined);
}

/**
 * Returns the sources with the content of remote files.
 *
 * @throws DiagnosticError if a request to a server fails
 */
export async function fetchSources({
  file,
  sources,
  settings,
  updateLock,
}: Pick<Subject, 'file' | 'sources' | 'settings' | 'updateLock'>): Promise<LoadOptions> {
  if (!isRemoteSubject({ file, sources })) return sources;
  const { downloadSources } = await import('../endpoint/index.ts');
  return downloadSources(file, sources, {
    graphs: sources.graphs ?? [],
    env: process.env,
    folder: settings?.folder ?? '.',
    isRenewed: updateLock ?? false,
  });
}

/**
 * Builds the model of a command from its options.
 *
 * @throws DiagnosticError if an option is invalid, a file cannot be read, or the ontology does not declare the classes.
 */
export async function modelFor(file: string | undefined, options: ModelOptions, where: ReadContext = {}): Promise<BuiltModel> {
  const subject = await subjectOf(file, options, where);
  const { templates, isRepeated = false } = where;
  const { shapes = [], imports = [] } = subject.sources;
  if (!isRepeated) reduceOptimisation([subject.file, ...shapes, ...imports.map((each) => each.file)], templates?.(subject));
  const ontology = await readSubject(subject);
  return { subject, ontology, ...(await modelIn(ontology, subject)) };
}

/**
 * Converts options of the command line to those of `loadOntology`.
 *
 * @throws DiagnosticError if an option is invalid.
 */
export function loadOptions({ shapes, import: imports, catalog, allowRead, graphName }: SourceOptions): LoadOptions {
  return {
    shapes,
    imports: imports.map((spec) => {
      // An IRI with a "=" in it needs its angle brackets.
      const [, bracketed, bare, file] = /^(?:<([^>]+)>|([^=]+))=(.+)$/s.exec(spec) ?? [];
      const iri = bracketed ?? bare;
      if (iri === undefined || file === undefined) {
        fail('usage', {
          message: `--import ${spec} names no IRI, or no file`,
          help: 'write --import <IRI>=<file>, for example --import http://example.org/core=core.ttl',
        });
      }
      return { iri, file };
    }),
    ...(catalog !== undefined && { catalog }),
    allowRead,
    graphs: graphName,
  };
}

/**
 * Builds the model of an ontology with the given decisions and returns the selected part. The diagnostics of reading come first,
 * and are kept if there is no model.
 *
 * @throws DiagnosticError if the ontology declares no class, or none of the selected ones.
 */
export async function modelIn(
  ontology: Ontology,
  { policies, settings, selection }: Pick<Subject, 'policies' | 'settings' | 'selection'>,
): Promise<RuledModel> {
  try {
    const { model: part, diagnostics } = await buildSelectedModel(ontology, {
      policies,
      selection,
      decisions: settings?.decisions,
    });
    const { reported, silenced } = applySettingsRules(settings, [...ontology.diagnostics, ...diagnostics], ontology);
    const relevant = <T extends Diagnostic>(all: readonly T[]) =>
      isPartial(selection) ? selectionDiagnostics(all, part, ontology) : all;
    return { model: part, diagnostics: relevant(reported), silenced: relevant(silenced) };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    throw new DiagnosticError(...ontology.diagnostics, ...error.diagnostics);
  }
}

/** The inputs of a model in addition to the ontology. */
export interface ModelInputs extends Pick<Subject, 'policies' | 'selection'> {
  readonly decisions: Decisions | undefined;
}

/** Builds a model and returns the selected part, with the diagnostics of the whole model. */
export async function buildSelectedModel(
  ontology: Ontology,
  { policies, selection, decisions }: ModelInputs,
): Promise<ModelResult> {
  const { model, diagnostics } = await buildModel(ontology, policies, decisions);
  const parts = { ...selection, exclude: [...new Set([...selection.exclude, ...skippedClasses(model)])] };
  return { model: isPartial(parts) ? await slice(model, parts, ontology) : model, diagnostics };
}

/** Returns the classes that decisions skip. References to them are treated like references out of a slice. */
function skippedClasses({ decided = [], classes, enumerations }: DomainModel): string[] {
  const known = new Set([...classes, ...enumerations].map(({ iri }) => iri));
  return decided.flatMap(({ choice, iri }) => (choice === 'skip' && known.has(iri) ? [`<${iri}>`] : []));
}

/** Applies the rules of the settings to diagnostics. */
function applySettingsRules(settings: Settings | undefined, diagnostics: readonly Diagnostic[], ontology: Ontology): RuleResult {
  if (!settings) return { reported: [...diagnostics], silenced: [] };
  return applyRules(diagnostics, settings.rules, {
    resolve: (name) => ontology.resolve(name),
    places: (iri) => ontology.placesAbout(iri),
    names: (iri) => [ontology.show(iri)],
  });
}

/**
 * Applies the rules of the settings to diagnostics about data.
 *
 * @param data the file or the endpoint
 */
export function applyDataRules(
  { subject: { settings }, ontology, model }: Pick<BuiltModel, 'subject' | 'ontology' | 'model'>,
  diagnostics: readonly Diagnostic[],
  data: string,
): RuleResult {
  if (!settings) return { reported: [...diagnostics], silenced: [] };
  const names = (iri: string) => [
    ontology.show(iri),
    ...model.classes.flatMap((cls) => [
      ...(cls.iri === iri ? [cls.name] : []),
      ...cls.allFields.flatMap((field) => (field.iri === iri ? [`${cls.name}.${field.name}`] : [])),
    ]),
  ];
  return applyRules(diagnostics, settings.rules, { resolve: (name) => ontology.resolve(name), places: () => [], names }, data);
}

/**
 * Returns a command line to paste, which reads the same ontology in the same way. Only names an option with many values.
 *
 * @param words the words after the name of the program
 * @param options the options of the current command
 */
export function commandLine(
  words: readonly string[],
  {
    config,
    noConfig,
    shapes,
    import: imports,
    catalog,
    allowRead,
    graphName,
    policy,
    select,
    exclude,
    depth,
    outside,
  }: ModelOptions,
): string {
  const options = [
    ...(config === undefined ? [] : [['--config', config]]),
    ...(noConfig ? [['--no-config']] : []),
    ...shapes.map((shape) => ['--shapes', shape]),
    ...imports.map((given) => ['--import', given]),
    ...(catalog === undefined ? [] : [['--catalog', catalog]]),
    ...allowRead.map((folder) => ['--allow-read', folder]),
    ...graphName.map((graph) => ['--graph-name', graph]),
    ...policy.map((given) => ['--policy', given]),
    ...select.map((given) => ['--select', given]),
    ...exclude.map((given) => ['--exclude', given]),
    ...(depth === undefined ? [] : [['--depth', `${depth}`]]),
    ...(outside === undefined ? [] : [['--outside', outside]]),
  ];
  const isFrequent = ([name]: readonly string[]) => options.filter((option) => option[0] === name).length > MAX_VALUES;
  const command = ['codegen', ...words, ...options.filter((option) => !isFrequent(option)).flat()].map(shellWord).join(' ');
  const frequent = new Set(options.filter(isFrequent).map(([name]) => name));
  return frequent.size === 0 ? command : `${command} (with the same ${[...frequent].join(' and ')})`;
}

/** The greatest number of values of an option that a message repeats. */
const MAX_VALUES = 4;

/** Returns the command line that prints all diagnostics of an ontology. */
export function loadCommand(file: string, options: ModelOptions): string {
  return commandLine(['graph', 'load', file, '--verbose'], options);
}

/** Quotes a word for the shell, if necessary. */
export function shellWord(word: string): string {
  // Most words are plain, and regular expressions with Unicode properties take long to compile.
  if (/^[\w./+@%,:=-]+$/.test(word)) return word;
  return /^[\p{L}\p{N}_./+@%,:=-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
