import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { DomainModel } from '../../src/model/index.ts';
import { graphqlSchema } from '../../src/targets/graphql-schema/index.ts';
import { openapiSpec } from '../../src/targets/openapi-spec/index.ts';
import { clientMakers, describeWith, run } from '../support/judges.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';

/** Names in a hierarchy that are equal in camelCase or PascalCase, and such values of an enumeration. */
const spellings = `:A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :B .
:line2 a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
:line_2 a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:integer .
:line__2 a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:date .
:id2 a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:boolean .
:id_2 a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :A .
:size a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "size_1" "size_2" ) ] .`;

/** A reference that a subclass requires, with a further subclass that inherits the requirement. */
const narrowed = `:Doc a owl:Class . :User a owl:Class . :Final a owl:Class ; rdfs:subClassOf :Draft .
:Draft a owl:Class ; rdfs:subClassOf :Doc , [ a owl:Restriction ; owl:onProperty :editor ; owl:minCardinality 1 ] .
:editor a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Doc ; rdfs:range :User .`;

const models: Readonly<Record<string, () => Promise<DomainModel>>> = {
  'blog-evolved': () => modelOf('blog-evolved'),
  constraints: () => modelOf('constraints'),
  prov: () => modelOf('prov'),
  spellings: async () => (await modelOfTurtle(spellings)).model,
  narrowed: async () => (await modelOfTurtle(narrowed)).model,
};

const here = fileURLToPath(new URL('.', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
let work: string;
beforeAll(() => {
  work = mkdtempSync(path.join(tmpdir(), 'codegen-clients-'));
});
afterAll(() => rmSync(work, { recursive: true }));

/** Creates a folder with files. */
function folder(name: string, files: Readonly<Record<string, string>>): string {
  const made = path.join(work, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(made, file)), { recursive: true });
    writeFileSync(path.join(made, file), content);
  }
  return made;
}

const content = (files: readonly { readonly content: string }[]): string => files[0]?.content ?? '';

const tsconfig = JSON.stringify({
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', lib: ['es2022', 'dom'], types: [] },
    ...{ module: 'esnext', moduleResolution: 'bundler' },
  },
  include: ['**/*.ts'],
});

/** Compiles and vets a Go module. */
function compileGo(cwd: string): void {
  run('go', ['build', './...'], { cwd });
  run('go', ['vet', './...'], { cwd });
}

function generateClient(cwd: string, generator: string): string {
  const args = ['-DmaxYamlCodePoints=99999999', '-Xmx1g', '-jar', clientMakers.openApiGenerator, 'generate'];
  const quiet = ['--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'];
  run('java', [...args, '-i', 'openapi.yaml', '-g', generator, '-o', generator, ...quiet], { cwd });
  return path.join(cwd, generator);
}

describe.runIf(isFullRun).each(Object.keys(models))('%s', (name) => {
  let model: DomainModel;
  beforeAll(async () => {
    model = await (models[name] as () => Promise<DomainModel>)();
  });

  describeWith(['openapi-generator', 'go'], 'OpenAPI Generator', () => {
    test('a client in Go compiles', () => {
      compileGo(generateClient(folder(`${name}-go`, { 'openapi.yaml': content(openapiSpec.generate(model)) }), 'go'));
    });

    test.runIf(name === 'constraints')('a client in Go reads decimals as strings', () => {
      const made = generateClient(folder(`${name}-decimals`, { 'openapi.yaml': content(openapiSpec.generate(model)) }), 'go');
      expect(readFileSync(path.join(made, 'model_product.go'), 'utf8')).toMatch(/^\tDiscount \*?(Nullable)?[Ss]tring /m);
    });

    test('a client in TypeScript compiles', () => {
      const made = folder(`${name}-ts`, { 'openapi.yaml': content(openapiSpec.generate(model)) });
      const cwd = generateClient(made, 'typescript-fetch');
      writeFileSync(path.join(cwd, 'tsconfig.json'), tsconfig);
      run(tsc, ['-p', '.'], { cwd });
    });
  });

  describeWith(['go', 'gqlgen'], 'gqlgen', () => {
    test('a server in Go compiles', () => {
      // A getter in Go returns either a pointer or a value, and the interfaces require both.
      const getters = name === 'narrowed' ? 'omit_getters: true\n' : '';
      const output = (file: string) => `{ filename: graph/${file}.go, package: graph }`;
      const cwd = folder(`${name}-gqlgen`, {
        'schema.graphql': content(graphqlSchema.generate(model)),
        'gqlgen.yml': `schema: [schema.graphql]\nexec: ${output('generated')}\nmodel: ${output('models')}\nskip_validation: true\nskip_mod_tidy: true\n${getters}`,
      });
      cpSync(path.join(here, 'gqlgen'), cwd, { recursive: true });
      run(clientMakers.gqlgen, ['generate'], { cwd });
      run('go', ['vet', './graph'], { cwd });
    });
  });

  describeWith(['quicktype', 'go'], 'quicktype', () => {
    test('types in TypeScript and Go compile', async () => {
      const document = parse(content(openapiSpec.generate(model)), { maxAliasCount: 0 });
      const [typescript, go] = [await typesIn('typescript', document), await typesIn('go', document)];
      expect(typescript).toContain(model.classes[0]?.name);
      run(tsc, ['-p', '.'], { cwd: folder(`${name}-quicktype-ts`, { 'tsconfig.json': tsconfig, 'types.ts': typescript }) });
      compileGo(folder(`${name}-quicktype-go`, { 'go.mod': 'module example.org/types\n\ngo 1.24\n', 'types.go': go }));
    });
  });
});

interface Quicktype {
  readonly InputData: new () => { addInput(input: object): void };
  readonly FetchingJSONSchemaStore: new () => object;
  readonly JSONSchemaInput: new (
    store: object,
  ) => {
    addSource(source: { readonly name: string; readonly schema: string }): Promise<void>;
  };
  readonly quicktype: (options: object) => Promise<{ readonly lines: readonly string[] }>;
}

/** Returns the types that quicktype generates for all component schemas, as the members of one object. */
async function typesIn(
  lang: 'typescript' | 'go',
  document: { readonly components: { readonly schemas: object } },
): Promise<string> {
  const maker: Quicktype = createRequire(path.join(clientMakers.folder, 'package.json'))('quicktype-core');
  const { schemas } = document.components;
  const properties = Object.fromEntries(Object.keys(schemas).map((schema) => [schema, { $ref: `#/$defs/${schema}` }]));
  const all = JSON.stringify({ $defs: schemas, type: 'object', properties });
  const input = new maker.JSONSchemaInput(new maker.FetchingJSONSchemaStore());
  await input.addSource({ name: 'All', schema: all.replaceAll('#/components/schemas/', '#/$defs/') });
  const inputData = new maker.InputData();
  inputData.addInput(input);
  const { lines } = await maker.quicktype({ inputData, lang, rendererOptions: lang === 'go' ? { package: 'types' } : {} });
  return lines.join('\n');
}
