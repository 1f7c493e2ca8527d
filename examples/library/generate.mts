// Makes CSV headers of an ontology in memory, beside what a built-in template makes of it, and writes both.
import { CodegenError, defineTarget, generate, loadModel, marked, nothing, separated, writeFiles } from 'ontology-codegen';

const prefixes = `
@prefix : <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

/** A template as a program: one line of column names for each class. */
const csvColumns = defineTarget({
  name: 'csv-columns',
  description: 'Column names of tables, as CSV',
  language: 'CSV',
  comment: '#',
  options: {
    separator: { type: 'choice', values: [',', ';'], default: ',', about: 'what stands between columns' },
    internal: { type: 'boolean', default: true, about: 'whether the identity is a column' },
  },
  answers: { member: { achieves: 'enforced', by: 'declaration' }, type: nothing('CSV has no types') },
  print: (model, { options }) => [
    {
      path: 'columns.csv',
      lines: separated(
        model.classes.map((cls) => {
          const fields = cls.allFields.filter(({ type }) => options.internal || type.kind !== 'id');
          return marked(
            { element: { kind: 'class', class: cls }, name: cls.name },
            fields.map(({ name }) => name).join(options.separator),
          );
        }),
      ),
    },
  ],
});

// Nothing is read from disk: imports are found among these texts.
const { model, diagnostics } = await loadModel(
  {
    'shop.ttl': `${prefixes}
      <http://example.org/shop> a owl:Ontology ; owl:imports <http://example.org/core> .
      :Order a owl:Class ; rdfs:comment "What somebody bought." .
      :placedBy a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Order ; rdfs:range <http://example.org/core#Agent> .`,
    'core.ttl': `${prefixes}
      <http://example.org/core> a owl:Ontology .
      <http://example.org/core#Agent> a owl:Class .
      <http://example.org/core#name> a owl:DatatypeProperty ; rdfs:domain <http://example.org/core#Agent> ; rdfs:range xsd:string .`,
  },
  { policies: { unstated: 'optional' }, signal: AbortSignal.timeout(10_000) },
);
for (const { severity, code, message } of diagnostics) console.log(`${severity} ${code}: ${message}`);

const files = await generate(model, {
  templates: [{ template: csvColumns, folder: 'tables', options: { separator: ';' } }, 'graphql-schema'],
});
for (const { path, template } of files) console.log(`${path} by ${template}`);
console.log(files[0]?.body.trim());

const { created, unchanged } = await writeFiles('out', files);
console.log(`${created.length} created, ${unchanged.length} unchanged`);

try {
  await loadModel({ 'broken.ttl': ':Order a :Class .' });
} catch (error) {
  if (!(error instanceof CodegenError)) throw error;
  for (const { code, place } of error.diagnostics) console.log(`${code} at ${place?.file}:${place?.line}:${place?.column}`);
}
