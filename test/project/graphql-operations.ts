/** Tests of a GraphQL service that follow from its schema and its ontology: random operations, and documents as inputs. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, type GraphQLSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import type { Members } from '../../src/instances/index.ts';
import { type DomainClass, type DomainModel, variantOf } from '../../src/model/index.ts';
import type { Document } from '../differential/documents.ts';
import { renamed } from '../differential/layers/graphql.ts';
import { ofInstances } from '../differential/ontology-documents.ts';
import { validateDocument } from '../differential/referee.ts';
import { sampleEvenly } from '../support/ontologies.ts';
import { faultsOf, type Operation, RandomOperations, type Response } from '../support/random-operations.ts';
import type { TestedService } from '../support/service.ts';

/** The codes of errors that clients cause, as docs/how-to/service.md lists them for GraphQL. */
const CODES = ['invalid_request', 'invalid_value', 'not_unique', 'in_use', 'not_found'];

const SEED = Number(process.env['RANDOM_SEED'] ?? 1);

export function testRandomOperations(service: TestedService, count = 300): void {
  test('random operations have responses with the shape of the operation, or documented errors', {
    timeout: 300_000,
  }, async () => {
    const schema = schemaOf(service.folder());
    const operations = new RandomOperations(schema, SEED);
    const kinds = { 'data only': 0, 'data and errors': 0, 'errors only': 0 };
    for (let i = 0; i < count; i++) {
      const operation = operations.draw(0.3);
      const { status, response } = await send(service.address(), operation);
      const faults = [...(status === 200 ? [] : [`status ${status}`]), ...unknownErrors(response)];
      expect([...faults, ...faultsOf(schema, operation, response)], `${i}: ${JSON.stringify(operation)}`).toEqual([]);
      kinds[response.errors === undefined ? 'data only' : response.data ? 'data and errors' : 'errors only']++;
      operations.remember(response);
    }
    expect(kinds['data only'] + kinds['data and errors']).toBeGreaterThan(count / 2);
  });
}

/** Returns the errors of a response and of its payloads that have no documented code. */
function unknownErrors({ errors = [] }: Response): readonly string[] {
  const isKnown = (code: unknown) => CODES.includes(String(code));
  return errors.flatMap(({ message, extensions }) => (isKnown(extensions?.['code']) ? [] : [`error without code: ${message}`]));
}

/** @param most the maximum number of documents of each class, evenly spread over all */
export function testDocuments(service: TestedService, modelOf: () => Promise<DomainModel>, most = 10_000): void {
  test('mutations accept exactly the documents that the model accepts', { timeout: 300_000 }, async () => {
    const schema = schemaOf(service.folder());
    const model = await modelOf();
    const differences: string[] = [];
    const counts = { accepted: 0, rejected: 0, skipped: 0 };
    for (const cls of model.classes.filter(({ abstract }) => !abstract)) {
      const documents = ofInstances(cls).filter(({ variant }) => hasInput(schema, variant));
      for (const document of sampleEvenly(documents, most)) {
        const { broken } = validateDocument(document.variant, document.text);
        const outcome = await outcomeOf(service.address(), schema, document);
        if (outcome === undefined) counts.skipped++;
        else counts[outcome.accepted ? 'accepted' : 'rejected']++;
        if (outcome === undefined || outcome.accepted === (broken.length === 0)) continue;
        differences.push(`${document.variant.role} ${document.sample}: ${broken.map(({ words }) => words)}: ${outcome.answer}`);
      }
    }
    expect(differences).toEqual([]);
    expect(counts.skipped).toBeLessThan((counts.accepted + counts.rejected) / 10);
  });
}

/** Creates what a document refers to, runs the mutation with the document as input, and deletes what it has created. */
async function outcomeOf(
  address: string,
  schema: GraphQLSchema,
  document: Document,
): Promise<{ readonly accepted: boolean; readonly answer: string } | undefined> {
  const created: (readonly [DomainClass, string])[] = [];
  const ids = new Map<string, string>();
  const withIds = (text: string) => [...ids].reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const create = async (cls: DomainClass, text: string) => {
    const response = await change(address, schema, 'create', cls, withIds(text));
    if (response.id !== undefined) created.unshift([cls, response.id]);
    return response;
  };
  try {
    const { class: cls, role } = document.variant;
    const [valid] = ofInstances(cls).filter(({ variant, about }) => variant.role === 'create' && about === 'kept');
    for (const { class: other, value } of [...(document.others ?? []), ...((role === 'update' && valid?.others) || [])]) {
      if (ids.has(String(value['id']))) continue;
      const { id } = await create(other, createBody(other, value));
      if (id === undefined) return undefined;
      ids.set(String(value['id']), id);
    }
    if (role === 'create') return await create(cls, document.text);
    const { id } = valid ? await create(cls, valid.text) : { id: undefined };
    return id === undefined ? undefined : await change(address, schema, 'update', cls, withIds(document.text), id);
  } finally {
    for (const [cls, id] of created) {
      await send(address, { query: `mutation { delete${cls.name}(id: "${id}") { deletedId } }`, variables: {} });
    }
  }
}

/** Returns the members of an instance that a client sends to create it. */
function createBody(cls: DomainClass, value: Members): string {
  const names = variantOf(cls, 'create').members.map(({ field }) => field.name);
  return JSON.stringify(Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name]]] : []))));
}

const inputName = (role: 'create' | 'update', cls: DomainClass) => `${role === 'create' ? 'Create' : 'Update'}${cls.name}Input`;

/** Runs the mutation that creates or updates an instance. Returns the id of an accepted one. */
async function change(
  address: string,
  schema: GraphQLSchema,
  role: 'create' | 'update',
  cls: DomainClass,
  text: string,
  id?: string,
): Promise<{ readonly accepted: boolean; readonly answer: string; readonly id?: string }> {
  const name = `${role}${cls.name}`;
  const payload = getNamedType(schema.getMutationType()?.getFields()[name]?.type);
  if (!isObjectType(payload)) throw new Error(`there is no mutation ${name}`);
  const [field] = Object.keys(payload.getFields());
  const declared = [
    ...(id === undefined ? [] : [['id', 'ID!']]),
    // A class without members has no input.
    ...(isInputObjectType(schema.getType(inputName(role, cls))) ? [['input', `${inputName(role, cls)}!`]] : []),
  ];
  const list = (parts: readonly string[]) => (parts.length === 0 ? '' : `(${parts.join(', ')})`);
  const query = `mutation ${list(declared.map(([member, type]) => `$${member}: ${type}`))} {
    ${name}${list(declared.map(([member]) => `${member}: $${member}`))} { instance: ${field} { id } errors { code } }
  }`;
  const { status, response } = await send(address, {
    query,
    variables: { id, input: renamed(cls, JSON.parse(text), 'to names') },
  });
  expect([status, text]).toEqual([200, text]);
  const result = response.data?.[name] as
    | { readonly instance: { readonly id: string } | null; readonly errors: object[] }
    | undefined;
  const made = result?.instance?.id;
  const accepted = made !== undefined;
  expect(accepted, JSON.stringify(response)).toBe(response.errors === undefined && result?.errors.length === 0);
  return { accepted, answer: JSON.stringify(response), ...(made !== undefined && { id: made }) };
}

function hasInput(schema: GraphQLSchema, { class: cls, role }: Document['variant']): boolean {
  return (role === 'create' || role === 'update') && isInputObjectType(schema.getType(inputName(role, cls)));
}

const schemaOf = (folder: string) => buildSchema(readFileSync(path.join(folder, 'schema/schema.graphql'), 'utf8'));

async function send(address: string, operation: Operation): Promise<{ readonly status: number; readonly response: Response }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify(operation) });
  return { status: response.status, response: (await response.json()) as Response };
}
