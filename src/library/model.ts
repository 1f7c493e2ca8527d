/** The function `loadModel` of the library API: an ontology in, its model and warnings out. */

import { type Diagnostic, DiagnosticError, fail } from '../diagnostics/index.ts';
import {
  buildModel,
  type DomainModel,
  isPartial,
  isPolicyName,
  isPolicyValue,
  type Outside,
  type Policies,
  type PolicyName,
  policiesOf,
  policyNames,
  slice,
} from '../model/index.ts';
import { isRemote, type LoadOptions, loadOntology, type Ontology } from '../ontology/index.ts';
import { CodegenError, convertErrors } from './error.ts';

/** The path of an ontology, or its texts by path: then the first text is the ontology, and no files are read. */
export type OntologySource = string | Readonly<Record<string, string>>;

export interface ModelOptions {
  /** The path of the ontology among several texts. */
  readonly main?: string;
  /** Files (or paths of texts) with SHACL shapes. */
  readonly shapes?: readonly string[];
  /** The files (or paths of texts) of imported ontologies, by IRI. */
  readonly imports?: Readonly<Record<string, string>>;
  /** An XML catalogue that locates imports. */
  readonly catalog?: string;
  /** Additional folders that imports may be read from, besides the repository (or folder) of the ontology. */
  readonly allowRead?: readonly string[];
  /** Decisions where the ontology states nothing: `{ unstated: 'optional' }`. */
  readonly policies?: Partial<Omit<Policies, 'chosen'>>;
  /** The classes to generate, with their superclasses: names, prefixed names or IRIs, with `*` as wildcard; default: all. */
  readonly select?: readonly string[];
  /** Classes to exclude, with their subclasses. */
  readonly exclude?: readonly string[];
  /** Maximum number of references from a selected class to other included classes; default: 0. */
  readonly depth?: number;
  /** Representation of references to other classes: the IRI of the resource (default), or none. */
  readonly outside?: Outside;
  /** Aborts with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface LoadedModel {
  readonly model: DomainModel;
  /** Warnings, for example about ignored statements. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns whether a value is a `DomainModel`, and not a result of `loadModel` or the texts of an ontology. */
export function isModel(given: DomainModel | LoadedModel | OntologySource): given is DomainModel {
  return typeof given === 'object' && Array.isArray((given as Partial<DomainModel>).classes);
}

/** Returns whether a value is a result of `loadModel`. */
export function isLoaded(given: LoadedModel | OntologySource): given is LoadedModel {
  return typeof given === 'object' && typeof given['model'] === 'object';
}

export const modelOf = (given: DomainModel | LoadedModel): DomainModel => (isModel(given) ? given : given.model);

/** Rejects addresses: the library does not use the network, because the caller should control requests and credentials. */
function rejectRemote(file: string, { shapes = [], imports = [], texts = {} }: LoadOptions): void {
  const files = [file, ...shapes, ...imports.map((each) => each.file)];
  const remote = files.find((each) => isRemote(each) && texts[each] === undefined);
  if (remote === undefined) return;
  fail('usage', {
    message: `${remote} is on a server, and the library does not use the network`,
    help: 'fetch it and pass its content; the command line accepts such addresses',
  });
}

/**
 * Loads an ontology, and builds its model.
 *
 * @throws CodegenError with all problems as data
 */
export function loadModel(source: OntologySource, options: ModelOptions = {}): Promise<LoadedModel> {
  return convertErrors(async () => {
    const { model, diagnostics } = await loadCheckedModel(source, options, loadOntology);
    return { model, diagnostics };
  });
}

/** Like {@link loadModel}, but with validated arguments. */
export function loadCheckedModel(
  source: OntologySource,
  options: ModelOptions,
  loadFiles: (file: string, options: LoadOptions) => Promise<Ontology>,
): Promise<LoadedModel & { readonly ontology: Ontology }> {
  return convertErrors(async () => {
    const { signal } = options;
    signal?.throwIfAborted();
    const policies = policiesOf(checkedPolicies(options.policies ?? {}));
    const { file, load } = sourcesOf(source, options);
    rejectRemote(file, load);
    const ontology = await loadFiles(file, load);
    await yieldToEvents(signal);
    try {
      const { model: complete, diagnostics } = await buildModel(ontology, policies);
      const { select = [], exclude = [], depth = 0, outside = 'iri' } = options;
      const selection = { select, exclude, depth, outside };
      const model = isPartial(selection) ? await slice(complete, selection, ontology) : complete;
      await yieldToEvents(signal);
      return { model, ontology, diagnostics: [...ontology.diagnostics, ...diagnostics] };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      throw new CodegenError([...ontology.diagnostics, ...error.diagnostics], error);
    }
  });
}

/** Yields to the event loop, so that an abort signal can take effect. */
export async function yieldToEvents(signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return;
  // Timers run in the order in which they are due.
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}

function sourcesOf(source: OntologySource, options: ModelOptions): { readonly file: string; readonly load: LoadOptions } {
  const { main, shapes = [], imports = {}, catalog, allowRead = [], signal } = options;
  const load: LoadOptions = {
    shapes,
    imports: Object.entries(imports).map(([iri, file]) => ({ iri, file })),
    ...(catalog !== undefined && { catalog }),
    allowRead,
    ...(signal && { signal }),
  };
  if (typeof source === 'string') return { file: source, load };
  const file = main ?? Object.keys(source)[0] ?? fail('usage', { message: 'no ontology is given', help: '' });
  return { file, load: { ...load, texts: source, onlyTexts: true } };
}

function checkedPolicies(policies: Readonly<Partial<Record<string, string>>>): Readonly<Partial<Record<PolicyName, string>>> {
  for (const [name, value = ''] of Object.entries(policies)) {
    if (!isPolicyName(name)) return fail('unknown-policy', { name, known: policyNames, suggestion: undefined });
    if (!isPolicyValue(name, value)) fail('unknown-policy-value', { name, value, known: [], suggestion: undefined });
  }
  return policies;
}
