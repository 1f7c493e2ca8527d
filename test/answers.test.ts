/** Compares the claims of targets about their code with the code that they print. */

import { describe, expect, test } from 'vitest';
import { loadTarget, templateNames } from '../src/targets/index.ts';
import { modelOf } from './support/ontologies.ts';

const ontologies = ['blog', 'blog-evolved', 'constraints', 'torture', 'time', 'dcat', 'prov', 'foaf', 'org'];

describe.each(templateNames)('%s', (name) => {
  test.each(ontologies)('prints everything that it claims to print for %s', async (ontology) => {
    const target = await loadTarget(name);
    const missing = target.emit(await modelOf(ontology)).unprinted();
    const shown = missing.map((demand) => `${demand.class.name} ${'field' in demand ? demand.field?.name : ''} ${demand.kind}`);
    expect([...new Set(shown)].slice(0, 20)).toEqual([]);
  });
});
