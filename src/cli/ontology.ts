/** What all commands that read an ontology share. */

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { NamedOntology } from '../ai/named.ts';
import { type Diagnostic, DiagnosticError, fail, type Ruled, ruled, type Silenced } from '../diagnostics/index.ts';
import {
  buildModel,
  type Decisions,
  type DomainModel,
  isPart,
  type ModelResult,
  type Policies,
  type Selection,
  selectionOf,
  slice,
} from '../model/index.ts';
import {
  isEndpoint,
  isRemote,
  type LoadOptions,
  loadOntology,
  notFound,
  type Ontology,
  type ParsedFiles,
  STANDARD_INPUT,
} from '../ontology/index.ts';
import { readSettings, type Settings, settingsOf } from '../settings/index.ts';
import { optimiseLess } from './optimising.ts';
import type { ModelOptions, PolicyOptions, SelectionOptions, SettingsOptions, SourceOptions } from './options.ts';
import { policiesFrom } from './policies.ts';
import { refuseConnections, refuseFiles, refuseReads } from './settings-trust.ts';
import { nearSlice } from './slice-warnings.ts';

/** What a command works on: an ontology with all that belongs to it, and what was decided where it is silent. */
export interface Subject {
  /** The ontology's own file. */
  readonly file: string;
  /** What is read beside it. */
  readonly sources: LoadOptions;
  readonly policies: Policies;
  /** The settings file, where one speaks of this ontology. */
  readonly settings: Settings | undefined;
  /** Which part of the model is asked for. */
  readonly selection: Selection;
  /** Whether what servers hold now is taken for what `codegen.lock` knows. */
  readonly updateLock?: boolean;
}

/** A model with what there is to say of it, as the settings have it. */
export interface ToldModel extends ModelResult {
  /** What the settings silence. */
  readonly silenced: readonly Silenced[];
}

/** A model as every command sees it. */
export interface Built extends ToldModel {
  readonly subject: Subject;
  readonly ontology: Ontology;
}

/** What a command knows of the place where it works. */
export interface Surroundings {
  /** The folder from which the settings are looked for; the working directory if absent. */
  readonly from?: string;
  /** Whether settings that stand in that folder itself speak of any ontology: it is the folder of a project. */
  readonly isProject?: boolean;
  /** Policies that a generated file names: all that it was made with, so that those of the settings do not count. */
  readonly made?: readonly string[];
  /** What files held when they were read before, for who reads again and again. */
  readonly parsed?: ParsedFiles;
  /** Whether the same work is done again and again. */
  readonly isRepeated?: boolean;
  /** Hears of what the command works on before any of it is read. */
  readonly onSubject?: (subject: Subject) => void;
  /** How many templates are printed of it, for a command that prints some. */
  readonly templates?: (subject: Subject) => number;
  /** Which part of the ontology a generated file names, likewise. */
  readonly slice?: readonly string[];
}

/**
 * The settings that hold, by the options of a command: those that `--config` names, else the nearest upward.
 *
 * @throws DiagnosticError with the place of each thing that is wrong with them
 */
export async function settingsFor({ config, noConfig }: SettingsOptions, from = '.'): Promise<Settings | undefined> {
  if (noConfig) return undefined;
  return config === undefined ? settingsOf(from) : readSettings(config);
}

/**
 * What a command works on. Settings speak of the ontology that they name; of another one only if `--config` says so. What
 * the command line gives wins: a list replaces the list of the settings, a policy replaces that policy.
 *
 * @param file the ontology; without it, that of the settings
 * @throws DiagnosticError if an option makes no sense, the settings are wrong, or no ontology is named
 */
export async function subjectOf(file: string | undefined, options: ModelOptions, where: Surroundings = {}): Promise<Subject> {
  const { made } = where;
  const { file: named, settings, sources } = await sourcesFor(file, options, where);
  const given = made
    ? await policiesFrom({ policy: [...made, ...options.policy] })
    : await policiesFrom(options, settings?.policies);
  // A store keeps no order.
  const policies: Policies = isEndpoint(named)
    ? { ...given, order: 'iri', chosen: new Set([...given.chosen, 'order' as const]) }
    : given;
  // What a generated file was made with is all that it was made with.
  const selection = selectionFrom(options, where.slice ? selectionOf(where.slice) : settings?.selection);
  return { file: named, settings, sources, policies, selection, updateLock: options.updateLock };
}

/** The part of a model that options ask for; a list replaces the one beside it. */
function selectionFrom(options: SelectionOptions, other: Partial<Selection> = {}): Selection {
  const either = (given: readonly string[], others: readonly string[] = []) => (given.length > 0 ? given : others);
  return {
    select: either(options.select, other.select),
    exclude: either(options.exclude, other.exclude),
    depth: options.depth ?? other.depth ?? 0,
    outside: options.outside ?? other.outside ?? 'iri',
    // What the command line gives has taken the place of that.
    named: (other.named ?? []).filter(({ option }) => options[option].length === 0),
  };
}

/** Says at its place in the settings that their ontology is not there. */
function mustBeThere({ ontology, declared, place, lineAt }: Settings): void {
  if (isRemote(ontology) || existsSync(ontology)) return;
  const at = place(typeof declared.ontology === 'string' ? ['ontology'] : ['ontology', 'file']);
  notFound(ontology, { place: at, source: lineAt(at) });
}

/** The part of {@link subjectOf} that commands need which build no model. */
export async function sourcesFor(
  file: string | undefined,
  options: SourceOptions,
  { from, isProject }: Surroundings = {},
): Promise<Pick<Subject, 'file' | 'settings' | 'sources'>> {
  const all = await settingsFor(options, from);
  if (file === undefined && all) mustBeThere(all);
  const named = (file === undefined ? undefined : inputNamed(file)) ?? all?.ontology ?? fail('no-ontology', {});
  const speaks = (one: Settings) =>
    options.config !== undefined || (isProject && from !== undefined && isSame(one.folder, from)) || isSame(named, one.ontology);
  const settings = all && speaks(all) ? all : undefined;
  if (settings && options.allowRead.length === 0) refuseReads(settings);
  if (settings) refuseFiles(settings, file, options);
  if (settings) refuseConnections(settings, file, options);
  return { file: named, settings, sources: { ...settings?.sources, ...givenOf(loadOptions(options)) } };
}

/** The path of what a command line names: `-` is standard input. */
export function inputNamed(file: string): string {
  return file === '-' ? STANDARD_INPUT : file;
}

/** What the command line gives of what is loaded: without what it leaves open, and without lists that are empty. */
function givenOf(given: LoadOptions): LoadOptions {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/**
 * The ontology that the settings of a folder name, for commands that find ontologies by themselves.
 *
 * @throws DiagnosticError with the place of each thing that is wrong with the settings
 */
export async function namedOntology(
  options: SettingsOptions & PolicyOptions,
  from: string | undefined,
): Promise<NamedOntology | undefined> {
  const settings = await settingsFor(options, from);
  // No server is asked for what was not asked for.
  if (!settings || isOnServers({ file: settings.ontology, sources: settings.sources })) return undefined;
  refuseReads(settings);
  refuseFiles(settings, undefined);
  const { ontology, sources, policies } = settings;
  return { file: path.resolve(ontology), sources, policies: await policiesFrom(options, policies) };
}

/** Whether two paths lead to one file. */
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
 * Reads an ontology with all that belongs to it.
 *
 * @throws DiagnosticError if a file cannot be read or does not parse.
 */
export async function readSubject(subject: Pick<Subject, 'file' | 'sources' | 'settings' | 'updateLock'>): Promise<Ontology> {
  return loadOntology(subject.file, await fetched(subject));
}

/** Whether a server has to be asked. */
export function isOnServers({
  file,
  sources: { shapes = [], imports = [], texts = {} },
}: Pick<Subject, 'file' | 'sources'>): boolean {
  return [file, ...shapes, ...imports.map((each) => each.file)].some((each) => isRemote(each) && texts[each] === undefined);
}

/**
 * What is loaded, with that which lies on servers.
 *
 * @throws DiagnosticError if a server that is named cannot be asked
 */
export async function fetched({
  file,
  sources,
  settings,
  updateLock,
}: Pick<Subject, 'file' | 'sources' | 'settings' | 'updateLock'>): Promise<LoadOptions> {
  if (!isOnServers({ file, sources })) return sources;
  const { withRemote } = await import('../endpoint/index.ts');
  return withRemote(file, sources, {
    graphs: sources.graphs ?? [],
    env: process.env,
    folder: settings?.folder ?? '.',
    isRenewed: updateLock ?? false,
  });
}

/**
 * The model that a command works on, by the options of the command line: the one way to it.
 *
 * @throws DiagnosticError if an option makes no sense, a file cannot be read, or the ontology declares no such class.
 */
export async function modelFor(file: string | undefined, options: ModelOptions, where: Surroundings = {}): Promise<Built> {
  const subject = await subjectOf(file, options, where);
  const { parsed, onSubject, templates, isRepeated = false } = where;
  const { shapes = [], imports = [] } = subject.sources;
  if (!isRepeated) optimiseLess([subject.file, ...shapes, ...imports.map((each) => each.file)], templates?.(subject));
  onSubject?.(subject);
  const ontology = await readSubject(parsed ? { ...subject, sources: { ...subject.sources, parsed } } : subject);
  return { subject, ontology, ...(await modelIn(ontology, subject)) };
}

/**
 * The options of the command line as those of loading.
 *
 * @throws DiagnosticError if one makes no sense.
 */
export function loadOptions({ shapes, import: imports, catalog, allowRead, graphName }: SourceOptions): LoadOptions {
  return {
    shapes,
    imports: imports.map((given) => {
      // An IRI with a "=" in it needs its angle brackets.
      const [, bracketed, plain, file] = /^(?:<([^>]+)>|([^=]+))=(.+)$/s.exec(given) ?? [];
      const iri = bracketed ?? plain;
      if (iri === undefined || file === undefined) {
        fail('usage', {
          message: `--import ${given} does not assign a file to an ontology`,
          help: 'give both: --import http://example.org/core=core.ttl',
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
 * Builds the model of an ontology as what was decided has it, and takes the part of it that is asked for. What there is to
 * say of reading it comes first, and is not lost if there is no model.
 *
 * @throws DiagnosticError if the ontology declares no class, or none of those that are asked for.
 */
export async function modelIn(
  ontology: Ontology,
  { policies, settings, selection }: Pick<Subject, 'policies' | 'settings' | 'selection'>,
): Promise<ToldModel> {
  try {
    const { model: part, diagnostics } = await made(ontology, { policies, selection, decisions: settings?.decisions });
    const { told, silenced } = ruledBy(settings, [...ontology.diagnostics, ...diagnostics], ontology);
    const near = <T extends Diagnostic>(all: readonly T[]) => (isPart(selection) ? nearSlice(all, part, ontology) : all);
    return { model: part, diagnostics: near(told), silenced: near(silenced) };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    throw new DiagnosticError(...ontology.diagnostics, ...error.diagnostics);
  }
}

/** What a model is made by, beside the ontology. */
export interface Making extends Pick<Subject, 'policies' | 'selection'> {
  readonly decisions: Decisions | undefined;
}

/** The part of the model of an ontology that is asked for, with what there is to say of all of it. */
export async function made(ontology: Ontology, { policies, selection, decisions }: Making): Promise<ModelResult> {
  const { model, diagnostics } = await buildModel(ontology, policies, decisions);
  const parts = { ...selection, exclude: [...new Set([...selection.exclude, ...skipped(model)])] };
  return { model: isPart(parts) ? await slice(model, parts, ontology) : model, diagnostics };
}

/** The classes that are left out by decision: references to them become what those out of a slice do. */
function skipped({ decided = [], classes, enumerations }: DomainModel): string[] {
  const known = new Set([...classes, ...enumerations].map(({ iri }) => iri));
  return decided.flatMap(({ choice, iri }) => (choice === 'skip' && known.has(iri) ? [`<${iri}>`] : []));
}

/** What there is to say, as the settings have it. */
function ruledBy(settings: Settings | undefined, diagnostics: readonly Diagnostic[], ontology: Ontology): Ruled {
  if (!settings) return { told: [...diagnostics], silenced: [] };
  return ruled(diagnostics, settings.rules, {
    resolve: (name) => ontology.resolve(name),
    places: (iri) => ontology.placesAbout(iri),
    names: (iri) => [ontology.show(iri)],
  });
}

/**
 * What there is to say of data, as the settings have it.
 *
 * @param data the file, or the endpoint
 */
export function ruledOfData(
  { subject: { settings }, ontology, model }: Pick<Built, 'subject' | 'ontology' | 'model'>,
  diagnostics: readonly Diagnostic[],
  data: string,
): Ruled {
  if (!settings) return { told: [...diagnostics], silenced: [] };
  const names = (iri: string) => [
    ontology.show(iri),
    ...model.classes.flatMap((cls) => [
      ...(cls.iri === iri ? [cls.name] : []),
      ...cls.allFields.flatMap((field) => (field.iri === iri ? [`${cls.name}.${field.name}`] : [])),
    ]),
  ];
  return ruled(diagnostics, settings.rules, { resolve: (name) => ontology.resolve(name), places: () => [], names }, { data });
}

/**
 * A command line to paste that is about the same ontology.
 *
 * @param words what comes after the name of the program
 * @param options those of the command at hand
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
  return ['codegen', ...words, ...options.flat()].map(shellWord).join(' ');
}

/** The command line that shows all there is to say of an ontology. */
export function loadCommand(file: string, options: ModelOptions): string {
  return commandLine(['graph', 'load', file, '--verbose'], options);
}

/** A word as the shell reads it. */
export function shellWord(word: string): string {
  // Most words are plain, and properties of Unicode take a while to compile.
  if (/^[\w./+@%,:=-]+$/.test(word)) return word;
  return /^[\p{L}\p{N}_./+@%,:=-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
