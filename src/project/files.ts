/** Generates the files of a project: those of each target, the service, the TypeScript client, and tests of the models. */

import { runWithTimeLimit } from '../diagnostics/index.ts';
import { changedPolicies, type DomainModel, sliceChoices } from '../model/index.ts';
import type { PlannedFile } from '../output/index.ts';
import { graphqlSchema } from '../targets/graphql-schema/index.ts';
import { openapiSpec } from '../targets/openapi-spec/index.ts';
import { pythonPydantic } from '../targets/python-pydantic/index.ts';
import { rustModels } from '../targets/rust-models/index.ts';
import { sqlSchema } from '../targets/sql-schema/index.ts';
import type { GeneratedFile } from '../targets/target.ts';
import { typescriptModels } from '../targets/typescript-models/index.ts';
import { generateClient } from './client.ts';
import { pythonTests } from './python-tests.ts';
import { rustTests } from './rust-tests.ts';
import { serviceModules } from './service/index.ts';

export interface ProjectProperties {
  /** The name by which code uses the crate. */
  readonly crate: string;
  /** The package that Python imports. */
  readonly pythonPackage: string;
  readonly migrations: readonly GeneratedFile[];
  readonly service: ServiceKind;
}

export type ServiceKind = 'none' | 'rest' | 'graphql' | 'all';

/** The generator of the service, as headers name it. */
export const SERVICE_GENERATOR = 'rust-service';

interface ProjectGenerator {
  /** Named in the headers of its files, which identifies them in later runs. */
  readonly generator: string;
  readonly folder: string;
  readonly generate: (model: DomainModel) => readonly GeneratedFile[];
}

function generatorsOf({ crate, pythonPackage, migrations, service }: ProjectProperties): readonly ProjectGenerator[] {
  // The service needs the Rust models too; they are generated once. All calls have the same model.
  let models: readonly GeneratedFile[] | undefined;
  const modelsOf = (model: DomainModel) => {
    models ??= rustModels.generate(model, { sqlx: service === 'none' ? 'feature' : 'always' });
    return models;
  };
  const apis = { rest: service === 'rest' || service === 'all', graphql: service === 'graphql' || service === 'all' };
  const restExtent = apis.rest ? 'full' : 'basic';
  const graphqlExtent = apis.graphql ? 'full' : 'basic';
  const serviceOf = (model: DomainModel) => serviceModules(model, modelsOf(model), apis);
  return [
    { generator: rustModels.name, folder: 'src/models', generate: modelsOf },
    ...(service === 'none' ? [] : [{ generator: SERVICE_GENERATOR, folder: 'src/api', generate: serviceOf }]),
    { generator: 'rust-tests', folder: 'tests/models', generate: (model) => rustTests(model, crate) },
    { generator: typescriptModels.name, folder: 'frontend/src/types', generate: (model) => typescriptModels.generate(model) },
    { generator: 'typescript-client', folder: 'frontend/src/api', generate: (model) => generateClient(model, restExtent) },
    { generator: sqlSchema.name, folder: '.', generate: () => migrations },
    {
      generator: graphqlSchema.name,
      folder: 'schema',
      generate: (model) => graphqlSchema.generate(model, { operations: graphqlExtent }),
    },
    {
      generator: openapiSpec.name,
      folder: 'schema',
      generate: (model) => openapiSpec.generate(model, { operations: restExtent }),
    },
    {
      generator: pythonPydantic.name,
      folder: `python/${pythonPackage}/models`,
      generate: (model) => pythonPydantic.generate(model),
    },
    { generator: 'python-tests', folder: 'python/tests', generate: (model) => pythonTests(model, pythonPackage) },
  ];
}

/** Generates all files of a project. The result depends only on the arguments. */
export function planFiles(model: DomainModel, properties: ProjectProperties): readonly PlannedFile[] {
  const inputs = { ontology: model.source, policies: changedPolicies(model.policies), slice: sliceChoices(model) };
  const files: PlannedFile[] = [];
  for (const { generator, folder, generate } of generatorsOf(properties)) {
    const origin = { generator, ...inputs, ...(generator === sqlSchema.name && { until: 'it is committed' }) };
    for (const { path, content } of runWithTimeLimit(`generating ${generator}`, () => generate(model)))
      files.push({ path: folder === '.' ? path : `${folder}/${path}`, content, origin });
  }
  return files;
}
