import path from 'node:path';
import { type Diagnostic, fail } from '../diagnostics/index.ts';
import { localName, type Ontology, owl, rdfs } from '../ontology/index.ts';
import { readCardinalities } from './cardinality.ts';
import { readClasses } from './classes.ts';
import { AcyclicGraph } from './cycles.ts';
import type { ClassDraft, FieldDraft } from './draft.ts';
import { addFields, type RequiredReference } from './fields.ts';
import { pascalName, snakeCase, transliteratorFor } from './names.ts';
import { readProperties } from './properties.ts';
import { Reader } from './reader.ts';
import type { DomainModel } from './types.ts';

export interface ModelResult {
  readonly model: DomainModel;
  /** Warnings, in the order of their places. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds the domain model of an ontology.
 *
 * @throws DiagnosticError if the ontology declares no class.
 */
export async function buildModel(ontology: Ontology): Promise<ModelResult> {
  const reader = new Reader(ontology, await transliteratorFor(nameTexts(ontology)));
  const classes = readClasses(reader);
  if (classes.length === 0) fail('no-classes', { file: ontology.file });
  const properties = readProperties(reader, classes);
  const cardinalities = readCardinalities(reader, classes);
  const required = addFields(reader, classes, properties, cardinalities);
  openCircles(reader, classes, required);
  inherit(classes);
  nameRelationTypes(classes);
  const declared = ontology.typed.find((node) => ontology.has(node, TYPE, owl.Ontology));
  const name = modelName(declared, ontology.file, reader);
  return {
    model: {
      name,
      ...(declared !== undefined && { iri: declared }),
      source: path.basename(ontology.file),
      ...(declared !== undefined ? reader.described(declared) : { deprecated: false }),
      classes,
    },
    diagnostics: [...reader.diagnostics].sort((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0)),
  };
}

const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** All that names may be made of. */
function* nameTexts(ontology: Ontology): Iterable<string> {
  for (const node of ontology.typed) {
    yield node;
    if (node.includes('%')) yield '\u00e9';
    for (const label of ontology.literals(node, rdfs.label)) yield label.value;
  }
}

/** Segments of an IRI that name no domain, and versions and dates. */
const MEANINGLESS = /^(ns|ontology|ontologies|onto|owl|rdf|vocab|vocabulary|core|terms|latest|current|index|v?\d+([._-]\d+)*)$/i;

/** The last segment of the ontology's IRI that means something, else the base name of its file. */
function modelName(iri: string | undefined, file: string, reader: Reader): string {
  const withoutScheme = (iri ?? '').replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, '').replace(/[?].*$/, '');
  const segments = withoutScheme.split(/[/#:]/).map((s) => s.replace(/\.(ttl|owl|rdf|nt|nq|trig|jsonld|xml|n3)$/i, ''));
  for (const segment of [...segments.reverse(), localName(path.basename(file, path.extname(file)))]) {
    const name = snakeCase(reader.transliterate(decode(segment)));
    if (name !== '' && !MEANINGLESS.test(segment)) return /^\d/.test(name) ? `n${name}` : name;
  }
  return 'ontology';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A circle of required references could never be entered: to store the first row of one table, a row
 * of another would have to exist. The latest reference of each circle that only the ontology's silence
 * makes required becomes optional. A circle that the ontology states itself stays.
 */
function openCircles(reader: Reader, classes: readonly ClassDraft[], required: readonly RequiredReference[]): void {
  const graph = new AcyclicGraph(classes.length);
  const number = new Map(classes.map((cls, i) => [cls as object, i]));
  const at = (cls: object) => number.get(cls) as number;
  for (const cls of classes) for (const parent of cls.parents) graph.add(at(cls), at(parent));
  for (const { relation, stated } of required) if (stated) graph.add(at(relation.source), at(relation.target));
  for (const { relation, stated } of required) {
    const { source, target } = relation;
    if (stated || graph.add(at(source), at(target))) continue;
    const field = relation.field as FieldDraft;
    field.cardinality = 'optional';
    const way = graph.path(at(target), at(source))?.map((i) => classes[i]?.name) ?? [target.name, '…', source.name];
    const circle = [source.name, ...way];
    if (circle.length > 6) circle.splice(4, circle.length - 5, '…');
    reader.warn('reference-cycle', { field: `${source.name}.${field.name}`, path: circle.join(' → ') }, field.place);
  }
}

/** Gives every class what it inherits, and makes fields that meet in a subclass alike. */
function inherit(classes: readonly ClassDraft[]): void {
  for (const cls of classes) {
    // `ancestors` is sorted with the most derived first.
    const line = [...cls.ancestors].reverse();
    line.push(cls);
    const fields = new Map<string, FieldDraft>();
    const relations = new Map<string, ClassDraft['relations'][number]>();
    for (const c of line) {
      for (const field of c.fields) {
        const met = fields.get(field.name);
        if (met && met.type.kind !== 'id') loosen(met, field);
        else fields.set(field.name, field);
      }
      for (const relation of c.relations) if (!relations.has(relation.name)) relations.set(relation.name, relation);
    }
    cls.allFields = [...fields.values()];
    cls.allRelations = [...relations.values()];
  }
  for (const cls of classes) {
    for (const relation of cls.relations) {
      relation.required = !relation.many && relation.holder === 'source' && relation.field.cardinality === 'one';
    }
  }
}

/** Two superclasses give one property to a class: both fields take what either allows. */
function loosen(a: FieldDraft, b: FieldDraft): void {
  if (a === b || (a.cardinality === b.cardinality && a.minItems === b.minItems && a.maxItems === b.maxItems)) return;
  const cardinalities = [a.cardinality, b.cardinality];
  const cardinality = cardinalities.includes('many') ? 'many' : cardinalities.includes('optional') ? 'optional' : 'one';
  for (const field of [a, b]) {
    field.cardinality = cardinality;
    delete field.minItems;
    delete field.maxItems;
    if (cardinality !== 'one') delete field.generated;
  }
}

/** `<Class>With<Role>` for one relation, `<Class>WithRelations` for more. */
function nameRelationTypes(classes: readonly ClassDraft[]): void {
  const taken = new Set(classes.map((cls) => cls.name.toLowerCase()));
  for (const cls of classes) {
    const declared = cls.allRelations.filter((relation) => relation.declared);
    const [first] = declared;
    if (!first) continue;
    const base = `${cls.name}With${declared.length === 1 ? pascalName(first.name) : 'Relations'}`;
    let name = base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = base + n;
    taken.add(name.toLowerCase());
    cls.relationsName = name;
  }
}
