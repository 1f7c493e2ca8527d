import type { EnforcingName } from '../../../src/targets/index.ts';
import type { Judge } from '../../support/judges.ts';
import { graphql } from './graphql.ts';
import type { Layer } from './layer.ts';
import { openapi } from './openapi.ts';
import { postgresql } from './postgresql.ts';
import { pydantic } from './pydantic.ts';
import { rust } from './rust.ts';
import { shapes } from './shapes.ts';
import { typescript } from './typescript.ts';

export type { Answer, Layer } from './layer.ts';

/** How the generated code of each target reads documents, and the tools that this needs. */
export const layers: Readonly<Record<EnforcingName, { readonly read: Layer; readonly needs: readonly Judge[] }>> = {
  'rust-models': { read: rust, needs: ['cargo'] },
  'typescript-models': { read: typescript, needs: [] },
  'sql-schema': { read: postgresql, needs: [] },
  'graphql-schema': { read: graphql, needs: [] },
  'openapi-spec': { read: openapi, needs: [] },
  'python-pydantic': { read: pydantic, needs: ['pydantic'] },
  'json-schema': { read: openapi, needs: [] },
  'shacl-shapes': { read: shapes, needs: [] },
};
