/** The built-in templates by name. A template is loaded when it is first used. */

import type { Target } from './target.ts';

export { type DeclaredDifference, differencesOf } from './core/differences.ts';
export type {
  Element,
  Emission,
  FileToPrint,
  GeneratedFile,
  Mark,
  OptionSpec,
  OptionSpecs,
  OptionValue,
  OptionValues,
  Placed,
  Spellings,
  Support,
  Target,
} from './target.ts';
export { nameOf } from './target.ts';

type Loaders = Record<string, () => Promise<Target>>;

/** Templates whose output enforces the constraints of the model. */
const enforcing = {
  'rust-models': async () => (await import('./rust-models/index.ts')).rustModels,
  'typescript-models': async () => (await import('./typescript-models/index.ts')).typescriptModels,
  'sql-schema': async () => (await import('./sql-schema/index.ts')).sqlSchema,
  'graphql-schema': async () => (await import('./graphql-schema/index.ts')).graphqlSchema,
  'openapi-spec': async () => (await import('./openapi-spec/index.ts')).openapiSpec,
  'python-pydantic': async () => (await import('./python-pydantic/index.ts')).pythonPydantic,
  'json-schema': async () => (await import('./json-schema/index.ts')).jsonSchema,
  'shacl-shapes': async () => (await import('./shacl-shapes/index.ts')).shaclShapes,
} satisfies Loaders;

/** Templates whose output describes instances and rejects none. */
const describing = {
  'jsonld-context': async () => (await import('./jsonld-context/index.ts')).jsonldContext,
  r2rml: async () => (await import('./r2rml/index.ts')).r2rml,
  'markdown-docs': async () => (await import('./markdown-docs/index.ts')).markdownDocs,
} satisfies Loaders;

const loaders = { ...enforcing, ...describing };

export type TemplateName = keyof typeof loaders;

export type EnforcingName = keyof typeof enforcing;

export const templateNames = Object.keys(loaders) as readonly TemplateName[];

export const enforcingNames = Object.keys(enforcing) as readonly EnforcingName[];

/** The layers of an application: the site shows them, and `codegen init` suggests them if it finds no others. */
export const layerNames = [
  'rust-models',
  'typescript-models',
  'sql-schema',
  'graphql-schema',
  'openapi-spec',
  'python-pydantic',
] as const satisfies readonly TemplateName[];

/** Returns whether a name is that of a built-in template. */
export function isTemplateName(name: string): name is TemplateName {
  return Object.hasOwn(loaders, name);
}

/** Loads a built-in template; its code is imported only then. */
export function loadTarget(name: TemplateName): Promise<Target> {
  return loaders[name]();
}
