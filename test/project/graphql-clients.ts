/** Tests of the GraphQL service of a clinic with clients: urql with operations of GraphQL Code Generator, and Relay. */

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { clientMakers, isMissing, run } from '../support/judges.ts';
import { root } from '../support/program.ts';
import type { TestedService } from '../support/service.ts';

const URQL_CLIENT = `import { cacheExchange, Client, fetchExchange } from '@urql/core';
import { graphql, useFragment } from './gql';
import { type PersonOrder } from './gql/graphql';

const Card = graphql(\`fragment Card on PersonInterface { id kind name age }\`);
const People = graphql(\`query People($first: Int!, $after: String, $filter: PersonFilter, $orderBy: [PersonOrder!]) {
  people(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    total
    pageInfo { hasNextPage endCursor }
    edges { node { __typename ...Card ... on Patient { visits(first: 1) { total items { fee status } } } } }
  }
}\`);
const CreatePatient = graphql(\`mutation CreatePatient($input: CreatePatientInput!) {
  createPatient(input: $input) { patient { ...Card } errors { code path } }
}\`);
const CreateVisit = graphql(\`mutation CreateVisit($input: CreateVisitInput!) {
  createVisit(input: $input) { visit { id fee duration } errors { code path } }
}\`);
const Again = graphql(\`query Again($id: ID!) { node(id: $id) { __typename ...Card } }\`);
const DeletePatient = graphql(\`mutation DeletePatient($id: ID!) { deletePatient(id: $id) { deletedId errors { code path } } }\`);

function must<T>(result: { readonly data?: T; readonly error?: Error }): T {
  if (result.error || result.data === undefined) throw result.error ?? new Error('there are no data');
  return result.data;
}

export async function exercise(url: string) {
  const client = new Client({ url, exchanges: [cacheExchange, fetchExchange], preferGetMethod: true });
  const names = ['Urql 1', 'Urql 2', 'Urql 3'];
  const ids: string[] = [];
  for (const [age, name] of names.entries()) {
    const { createPatient } = must(await client.mutation(CreatePatient, { input: { name, age } }).toPromise());
    const card = useFragment(Card, createPatient?.patient);
    if (!card) throw new Error(JSON.stringify(createPatient?.errors));
    ids.push(card.id);
  }
  const [patient_id = ''] = ids;
  const visit = async (fee: string) =>
    must(await client.mutation(CreateVisit, { input: { patient_id, fee, duration: 'PT1H', status: 'done' } }).toPromise()).createVisit;
  const visits = [await visit('12.50'), await visit('-1')];
  const seen: unknown[] = [];
  const orderBy: PersonOrder[] = ['AGE_DESC'];
  let after: string | null | undefined;
  do {
    const filter = { kind: { eq: 'Patient' as const }, age: { lt: 3 } };
    const { people } = must(await client.query(People, { first: 2, after, filter, orderBy }).toPromise());
    for (const { node } of people.edges) {
      const { name } = useFragment(Card, node) ?? {};
      if (node.__typename === 'Patient' && name?.startsWith('Urql')) seen.push([name, node.visits.total, node.visits.items]);
    }
    after = people.pageInfo.hasNextPage ? people.pageInfo.endCursor : null;
  } while (after);
  const { node } = must(await client.query(Again, { id: patient_id }).toPromise());
  const wrong = await client.query(People, { first: 101 }).toPromise();
  const { deletePatient } = must(await client.mutation(DeletePatient, { id: ids[2] ?? '' }).toPromise());
  return { visits, seen, node, wrong: wrong.error?.graphQLErrors[0]?.extensions, isDeleted: deletePatient?.deletedId === ids[2] };
}
`;

/** Fragments with pages, with a new fetch by `node`, and on an interface; mutations with directives of Relay. */
const RELAY: Readonly<Record<string, string>> = {
  patients: `fragment patients_list on Query
  @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }, filter: { type: "PatientFilter" })
  @refetchable(queryName: "patientsPageQuery") {
    patients(first: $count, after: $cursor, filter: $filter, orderBy: NAME_ASC) @connection(key: "patients_patients") {
      total
      edges { node { id ...patients_card } }
    }
  }`,
  card: `fragment patients_card on Patient
  @argumentDefinitions(count: { type: "Int", defaultValue: 1 }, cursor: { type: "String" })
  @refetchable(queryName: "patientsCardQuery") {
    name
    visits(first: $count, after: $cursor) @connection(key: "card_visits") { edges { node { id seen_by { ...patients_person } } } }
  }`,
  person: 'fragment patients_person on PersonInterface { kind name ... on Doctor { specialty } }',
  query: 'query patientsQuery { ...patients_list }',
  node: 'query patientsNodeQuery($id: ID!) { node(id: $id) { ...patients_card @alias ...patients_person @alias } }',
  create: `mutation patientsCreateMutation($input: CreatePatientInput!, $connections: [ID!]!) {
    createPatient(input: $input) {
      patient @appendNode(connections: $connections, edgeTypeName: "PatientEdge") { id ...patients_card }
      errors { code path }
    }
  }`,
  delete: `mutation patientsDeleteMutation($id: ID!) {
    deletePatient(id: $id) { deletedId @deleteRecord errors { code } }
  }`,
};

const RELAY_CLIENT = `import { commitMutation, Environment, fetchQuery, Network, RecordSource, Store } from 'relay-runtime';
import list from './__generated__/patientsQuery.graphql';
import page from './__generated__/patientsPageQuery.graphql';
import card from './__generated__/patientsCardQuery.graphql';
import node from './__generated__/patientsNodeQuery.graphql';
import create from './__generated__/patientsCreateMutation.graphql';
import remove from './__generated__/patientsDeleteMutation.graphql';

export async function exercise(url) {
  const send = async ({ text: query }, variables) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })).json();
  };
  const environment = new Environment({ network: Network.create(send), store: new Store(new RecordSource()) });
  const read = (query, variables) => fetchQuery(environment, query, variables).toPromise();
  const change = (mutation, variables) =>
    new Promise((onCompleted, onError) => commitMutation(environment, { mutation, variables, onCompleted, onError }));
  const { createPatient } = await change(create, { input: { name: 'Relay' }, connections: [] });
  const { id } = createPatient.patient;
  await read(list, {});
  const filter = { name: { eq: 'Relay' } };
  await read(page, { count: 1, cursor: null, filter });
  await read(card, { id, count: 1, cursor: null });
  await read(node, { id });
  const source = environment.getStore().getSource();
  const name = source.get(id)?.name;
  const { deletePatient } = await change(remove, { id });
  return { name, errors: [...createPatient.errors, ...deletePatient.errors], isDeleted: source.get(id) === null };
}
`;

export function testClients(service: TestedService): void {
  /** Creates a folder with the schema and files, where the clients' packages are found. */
  function workspace(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-graphql-'));
    symlinkSync(path.join(clientMakers.folder, 'node_modules'), path.join(folder, 'node_modules'));
    copyFileSync(path.join(service.folder(), 'schema/schema.graphql'), path.join(folder, 'schema.graphql'));
    mkdirSync(path.join(folder, 'src'));
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    return folder;
  }

  /** Calls the function `exercise` of a module with the address of the service. */
  async function exercise(folder: string, entry: string): Promise<unknown> {
    const outfile = path.join(folder, 'client.mjs');
    const define = { 'process.env.NODE_ENV': '"production"' };
    await build({ entryPoints: [path.join(folder, entry)], outfile, bundle: true, format: 'esm', logLevel: 'error', define });
    const client: { exercise(url: string): Promise<unknown> } = await import(pathToFileURL(outfile).href);
    return client.exercise(`${service.address()}/graphql`);
  }

  test.skipIf(isMissing('urql'))('urql, with operations of GraphQL Code Generator', { timeout: 120_000 }, async () => {
    const scalars = { Long: 'number', UnsignedLong: 'number', BooleanOrIntegerOrText: 'boolean | number | string' };
    const texts = ['DateTime', 'Date', 'Duration', 'Decimal', 'Base64', 'Hex'];
    const config = {
      schema: 'schema.graphql',
      documents: 'src/client.ts',
      generates: {
        'src/gql/': {
          preset: 'client',
          config: { strictScalars: true, scalars: { ...scalars, ...Object.fromEntries(texts.map((name) => [name, 'string'])) } },
        },
      },
    };
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', lib: ['es2022', 'dom'], types: [] },
      ...{ module: 'esnext', moduleResolution: 'bundler' },
    };
    const folder = workspace({
      'src/client.ts': URQL_CLIENT,
      'config.json': JSON.stringify(config),
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    });
    run('node_modules/.bin/graphql-codegen', ['--config', 'config.json'], { cwd: folder });
    run(path.join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder });
    expect(await exercise(folder, 'src/client.ts')).toMatchObject({
      visits: [
        { visit: { fee: '12.50', duration: 'PT1H' }, errors: [] },
        { visit: null, errors: [{ code: 'invalid_value', path: ['input', 'fee'] }] },
      ],
      seen: [
        ['Urql 3', 0, []],
        ['Urql 2', 0, []],
        ['Urql 1', 1, [{ fee: '12.50', status: 'done' }]],
      ],
      node: { __typename: 'Patient', name: 'Urql 1' },
      wrong: { code: 'invalid_request' },
      isDeleted: true,
    });
    rmSync(folder, { recursive: true });
  });

  test.skipIf(isMissing('relay'))('relay-compiler, and Relay with its operations', { timeout: 120_000 }, async () => {
    const tags = Object.values(RELAY).map((text) => `graphql\`${text}\`;\n`);
    const folder = workspace({
      'src/patients.js': `import { graphql } from 'relay-runtime';\n${tags.join('')}`,
      'src/client.js': RELAY_CLIENT,
      'relay.config.json': JSON.stringify({
        src: './src',
        schema: './schema.graphql',
        language: 'javascript',
        eagerEsModules: true,
      }),
    });
    run('node_modules/.bin/relay-compiler', ['relay.config.json'], { cwd: folder });
    expect(await exercise(folder, 'src/client.js')).toEqual({ name: 'Relay', errors: [], isDeleted: true });
    rmSync(folder, { recursive: true });
  });
}
