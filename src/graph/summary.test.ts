import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ontologyFile } from '../../test/support/ontologies.ts';
import { diagnostic } from '../diagnostics/index.ts';
import { buildModel } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import { formatSummary, summarize } from './summary.ts';

test('summarizes the tutorial in one line', async () => {
  const ontology = await loadOntology(ontologyFile('blog'));
  const { model, diagnostics } = await buildModel(ontology);
  const summary = { ...summarize(ontology, model, diagnostics), file: 'blog.ttl' };
  expect(summary).toEqual({
    file: 'blog.ttl',
    triples: 73,
    classes: 3,
    properties: { total: 12, datatype: 8, object: 4, annotation: 0, other: 0 },
    warnings: 0,
  });
  expect(formatSummary(summary)).toBe('blog.ttl: 73 triples, 3 classes, 12 properties (8 datatype, 4 object)');
});

test('counts without a model: each kind of property, several types, and properties without a kind', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-summary-'));
  const file = path.join(folder, 'x.ttl');
  writeFileSync(
    file,
    `@prefix : <http://x/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
     @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
     :A a owl:Class , rdfs:Class . [] a owl:Class . :p a owl:DatatypeProperty , rdf:Property . :q a owl:SymmetricProperty .
     :n a owl:AnnotationProperty . :r a rdf:Property . :i a :A .`,
  );
  const ontology = await loadOntology(file);
  rmSync(folder, { recursive: true });
  const warnings = [diagnostic('property-without-domain', { names: [':p'] })];
  expect(formatSummary(summarize(ontology, undefined, warnings))).toBe(
    `${file}: 9 triples, 1 class, 4 properties (1 datatype, 1 object, 1 annotation, 1 other), 1 warning`,
  );
});
