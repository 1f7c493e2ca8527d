import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { DomainModel } from '../../src/model/index.ts';
import { loadTarget } from '../../src/targets/index.ts';
import { addDocuments, openapi } from '../conformance/openapi.ts';
import { type Prepared, prepareCases } from '../conformance/prepare.ts';
import { isExhaustive, isFullRun, judgedOntologies, modelOf } from '../support/ontologies.ts';

const target = await loadTarget('openapi-spec');

function in30(model: DomainModel): DomainModel {
  return { ...model, policies: { ...model.policies, openapi: '3.0' } };
}

function generate(model: DomainModel): string {
  return target.generate(in30(model))[0]?.content ?? '';
}

/** Returns the problems that Redocly reports; it has a separate schema for OpenAPI 3.0 and validates the examples. */
async function lint(source: string): Promise<string[]> {
  // An ontology does not state the license of a service.
  const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.yaml', config });
  return (
    problems
      // The first filter is the same as for 3.1. The second: 3.0 requires a license URL, but the ontology states no license.
      .filter(({ ruleId, message }) => !(ruleId === 'no-invalid-schema-examples' && message.includes('`constructor` property')))
      .filter(({ ruleId }) => ruleId !== 'info-license-strict')
      // Redocly mistakes the `id` of an example for the `id` of a schema in older drafts. Ajv validates the examples below.
      .filter(({ message }) => !message.endsWith('resolves to more than one schema.'))
      .map(({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`)
  );
}

/** The difficult ontologies; the others use the same schemas as in their 3.1 documents. */
const chosen = ['blog', 'constraints', ...(isFullRun ? ['torture', 'org', 'prov', 'sosa', 'time'] : [])];
const names = judgedOntologies.filter((name) => isExhaustive || chosen.includes(name));

describe.each(names)('%s', (name) => {
  test('Redocly reports no problem, and every 3.0 schema accepts its example', async () => {
    const model = await modelOf(name);
    const text = generate(model);
    const document = parse(text, { maxAliasCount: 0 });
    expect(document.openapi).toBe('3.0.3');
    expect(await lint(text)).toEqual([]);
    const { schemaOf } = addDocuments([{ slug: 'openapi', model: in30(model) }], target);
    const refused: string[] = [];
    for (const [schema, { example }] of Object.entries<{ example?: unknown }>(document.components.schemas)) {
      const validate = schemaOf('openapi', schema);
      if (example !== undefined && !validate(example)) refused.push(`${schema}: ${JSON.stringify(validate.errors)}`);
    }
    expect(refused).toEqual([]);
  });
});

describe('cases of every constraint', () => {
  let cases: readonly Prepared[] = [];
  beforeAll(async () => {
    cases = await prepareCases();
  });

  test('get the same verdicts as from the 3.1 document', async () => {
    const of30 = cases.map((one) => ({ ...one, model: in30(one.model) }));
    const by = (outcomes: Awaited<ReturnType<typeof openapi>>) =>
      outcomes.map((samples, i) => [cases[i]?.name, samples.map((outcome) => outcome.by)]);
    const expected = by(await openapi(cases, target));
    expect(JSON.stringify(expected)).toContain('nobody');
    expect(by(await openapi(of30, target))).toEqual(expected);
  });
});
