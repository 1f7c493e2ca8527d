// Generates the ontologies of the benchmark. Each function writes a file to the folder, and returns its path.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const HEAD = [
  '@prefix : <http://example.org/bench#> .',
  '@prefix owl: <http://www.w3.org/2002/07/owl#> .',
  '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
  '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .',
  ': a owl:Ontology .',
];
const types = ['string', 'integer', 'dateTime', 'decimal', 'boolean', 'date', 'double', 'anyURI'];

function write(folder, name, lines) {
  const file = path.join(folder, `${name}.ttl`);
  writeFileSync(file, `${[...HEAD, ...lines].join('\n')}\n`);
  return file;
}

const times = (count, line) => Array.from({ length: count }, (_, i) => line(i));

/** Classes as in {@link classes}, each a subclass of an earlier one: 10,000 classes have at most eight superclasses. */
export function hierarchy(folder, count, fields, relations) {
  return classes(folder, count, fields, relations, 'hierarchy');
}

/** A number of classes, each with fields and relations: one to an earlier class, one to any class, which may close circles. */
export function classes(folder, count, fields = 8, relations = 2, kind = 'classes') {
  const thing = (i) => `Thing${'ABCDEFGHIJ'.charAt(i % 10)}${i}`;
  const lines = times(count, (i) => [
    `:${thing(i)} a owl:Class ; rdfs:label "${thing(i)}" ; rdfs:comment "The thing of number ${i}." .`,
    ...(kind === 'hierarchy' && i > 0 ? [`:${thing(i)} rdfs:subClassOf :${thing(Math.floor((i - 1) / 3))} .`] : []),
    ...types
      .slice(0, fields)
      .map(
        (type, k) =>
          `:p${i}x${k} a owl:DatatypeProperty ; rdfs:label "field_${type}_${k}" ; rdfs:domain :${thing(i)} ; rdfs:range xsd:${type} ; rdfs:comment "Field ${k} of thing ${i}." .`,
      ),
    ...[Math.floor(i / 2), (i * 7 + 3) % count]
      .slice(0, relations)
      .map(
        (target, k) =>
          `:r${i}x${k} a owl:ObjectProperty ; rdfs:label "has_link_${k}" ; rdfs:domain :${thing(i)} ; rdfs:range :${thing(target)} ; rdfs:comment "Link ${k} of thing ${i}." .`,
      ),
  ]);
  return write(folder, `${kind}-${count}-${fields}-${relations}`, lines.flat());
}

/** A chain of subclasses, each with a field and a reference. */
export function deep(folder, depth) {
  const lines = times(depth, (i) => [
    `:C${i} a owl:Class${i === 0 ? '' : ` ; rdfs:subClassOf :C${i - 1}`} .`,
    `:p${i} a owl:DatatypeProperty ; rdfs:domain :C${i} ; rdfs:range xsd:string .`,
    `:r${i} a owl:ObjectProperty ; rdfs:domain :C${i} ; rdfs:range :C${(i * 7) % depth} .`,
  ]);
  return write(folder, `deep-${depth}`, lines.flat());
}

/** One class with many fields. */
export function wide(folder, fields) {
  const field = (i) =>
    `:p${i} a owl:DatatypeProperty ; rdfs:label "field ${i}" ; rdfs:domain :C ; rdfs:range xsd:${types[i % 3]} .`;
  return write(folder, `wide-${fields}`, [':C a owl:Class .', ...times(fields, field)]);
}

export function enumeration(folder, values) {
  const oneOf = (value) => `rdfs:range [ a rdfs:Datatype ; owl:oneOf (${times(values, value).join(' ')}) ] .`;
  return write(folder, `enumeration-${values}`, [
    ':C a owl:Class .',
    `:p a owl:DatatypeProperty ; rdfs:domain :C ; ${oneOf((i) => `"value ${i}"`)}`,
    `:q a owl:DatatypeProperty ; rdfs:domain :C ; ${oneOf((i) => `${i * 3}`)}`,
  ]);
}

/** One class with many subclasses. */
export function flat(folder, subclasses) {
  return write(folder, `flat-${subclasses}`, [
    ':C a owl:Class .',
    ':p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .',
    ':r a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :C .',
    ...times(subclasses, (i) => `:S${i}x a owl:Class ; rdfs:subClassOf :C .`),
  ]);
}

/** Many imported files, of ten classes each. */
export function imports(folder, files) {
  const inside = path.join(folder, `imports-${files}`);
  mkdirSync(inside, { recursive: true });
  for (let i = 0; i < files; i++) {
    const lines = times(10, (k) => [
      `:K${i}x${k} a owl:Class .`,
      `:f${i}x${k} a owl:DatatypeProperty ; rdfs:domain :K${i}x${k} ; rdfs:range xsd:string .`,
    ]);
    const own = `http://example.org/o${i}`;
    writeFileSync(
      path.join(inside, `o${i}.ttl`),
      `${[`@prefix : <${own}#> .`, ...HEAD.slice(1, 4), `<${own}> a owl:Ontology .`, ...lines.flat()].join('\n')}\n`,
    );
  }
  const named = times(files, (i) => `<http://example.org/o${i}>`).join(', ');
  return write(inside, 'main', [`: owl:imports ${named} .`, ':M a owl:Class .']);
}

/** Comments with many words. */
export function texts(folder, words) {
  return write(folder, `texts-${words}`, [
    `:C a owl:Class ; rdfs:comment """${'A word that tells things. '.repeat(words / 5)}""" .`,
    `:p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string ; rdfs:comment """${'word\n'.repeat(words)}""" .`,
  ]);
}
