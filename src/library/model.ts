import { setImmediate } from 'node:timers/promises';
import { type Diagnostic, DiagnosticError, fail } from '../diagnostics/index.ts';
import {
  buildModel,
  type DomainModel,
  isPart,
  isPolicyName,
  isPolicyValue,
  type Outside,
  type Policies,
  type PolicyName,
  policiesOf,
  policyNames,
  slice,
} from '../model/index.ts';
import { isRemote, type LoadOptions, loadOntology } from '../ontology/index.ts';
import { CodegenError, telling } from './error.ts';

/** An ontology: the path of its file, or texts by paths, of which the first is the ontology; nothing else is read then. */
export type OntologySource = string | Readonly<Record<string, string>>;

export interface ModelOptions {
  /** Of several texts, the path of the ontology. */
  readonly main?: string;
  /** Files (or paths of texts) with SHACL shapes for it. */
  readonly shapes?: readonly string[];
  /** The files (or paths of texts) of ontologies that are imported, by their IRIs. */
  readonly imports?: Readonly<Record<string, string>>;
  /** An XML catalogue of such files. */
  readonly catalog?: string;
  /** Folders that imports may lead to, beside the repository of the ontology or, if it is in none, its own folder. */
  readonly allowRead?: readonly string[];
  /** What is decided where the ontology is silent: `{ unstated: 'optional' }`. */
  readonly policies?: Partial<Omit<Policies, 'chosen'>>;
  /** Classes by name, prefixed name or IRI, with `*` for anything: only these, with their superclasses; all without it. */
  readonly select?: readonly string[];
  /** Classes that are left out, with their subclasses. */
  readonly exclude?: readonly string[];
  /** How many references away from those that are selected other classes may be; 0 without it. */
  readonly depth?: number;
  /** What references to other classes become: the IRI of the resource (the default), or nothing. */
  readonly outside?: Outside;
  /** Ends the work with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface LoadedModel {
  readonly model: DomainModel;
  /** Warnings: what was passed over, what is odd. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A library asks no server: what a program fetches, and as whom, is its own affair. */
function refuseServers(file: string, { shapes = [], imports = [], texts = {} }: LoadOptions): void {
  const named = [file, ...shapes, ...imports.map((each) => each.file)];
  const remote = named.find((each) => isRemote(each) && texts[each] === undefined);
  if (remote === undefined) return;
  fail('usage', {
    message: `${remote} is on a server, and the library does not use the network`,
    help: 'fetch it and pass its content; the command line accepts such addresses',
  });
}

/**
 * Reads an ontology, and builds its model.
 *
 * @throws CodegenError with all problems as data
 */
export function loadModel(source: OntologySource, options: ModelOptions = {}): Promise<LoadedModel> {
  return telling(async () => {
    await (await import('./arguments.ts')).checkArguments('loadModel', { source, options });
    return modelFrom(source, options);
  });
}

/** The same, of arguments that are what they should be. */
export function modelFrom(source: OntologySource, options: ModelOptions): Promise<LoadedModel> {
  return telling(async () => {
    const { signal } = options;
    signal?.throwIfAborted();
    const policies = policiesOf(checkedPolicies(options.policies ?? {}));
    const { file, load } = sourcesOf(source, options);
    refuseServers(file, load);
    const ontology = await loadOntology(file, load);
    await pause(signal);
    try {
      const { model: whole, diagnostics } = await buildModel(ontology, policies);
      const { select = [], exclude = [], depth = 0, outside = 'iri' } = options;
      const selection = { select, exclude, depth, outside };
      const model = isPart(selection) ? await slice(whole, selection, ontology) : whole;
      await pause(signal);
      return { model, diagnostics: [...ontology.diagnostics, ...diagnostics] };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      throw new CodegenError([...ontology.diagnostics, ...error.diagnostics], error);
    }
  });
}

/** Lets timers and events come in, among them those that end the work. */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return;
  // Timers that are due have their turn only in the next turn of the event loop.
  await setImmediate();
  await setImmediate();
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

function checkedPolicies(given: Readonly<Partial<Record<string, string>>>): Readonly<Partial<Record<PolicyName, string>>> {
  for (const [name, value = ''] of Object.entries(given)) {
    if (!isPolicyName(name)) return fail('unknown-policy', { name, known: policyNames, suggestion: undefined });
    if (!isPolicyValue(name, value)) fail('unknown-policy-value', { name, value, known: [], suggestion: undefined });
  }
  return given;
}
