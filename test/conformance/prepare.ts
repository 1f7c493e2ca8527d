import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildModel, type DomainClass, type DomainModel } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { type Case, type Data, groups, type Instance, type Json } from './cases.ts';

const PREFIXES = `@prefix : <http://example.org/test#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix schema: <https://schema.org/> .
`;

/** The namespace of the test's own terms. */
export const NAMESPACE = 'http://example.org/test#';

/** An instance with all required members. */
export interface Complete {
  readonly class: DomainClass;
  readonly value: Readonly<Record<string, Json>>;
}

/** Data of a case. Invalid data has a reason. */
export interface Sample {
  readonly instances: readonly Complete[];
  readonly because?: string;
}

/** A case with its model. */
export interface Prepared {
  readonly case: Case;
  readonly group: string;
  /** The unique name in the matrix: the construct and its variant. */
  readonly name: string;
  /** A name for files and modules, unique. */
  readonly slug: string;
  /** The ontology and the shapes, with prefixes. */
  readonly turtle: string;
  readonly model: DomainModel;
  /** The valid data, then the invalid data. */
  readonly samples: readonly Sample[];
}

/** Builds the models of all cases and returns them in order. */
export async function prepareCases(): Promise<readonly Prepared[]> {
  const all = groups.flatMap(({ title, cases }) => cases.map((one) => ({ title, one })));
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-conformance-'));
  try {
    return await Promise.all(all.map(({ title, one }, i) => prepare(one, title, `case_${String(i).padStart(3, '0')}`, folder)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function prepare(one: Case, group: string, slug: string, folder: string): Promise<Prepared> {
  const write = (name: string, turtle: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, PREFIXES + turtle);
    return file;
  };
  const shapes = one.shapes === undefined ? [] : [write(`${slug}_shapes.ttl`, one.shapes)];
  const ontology = await loadOntology(write(`${slug}.ttl`, one.turtle), { shapes });
  const { model } = await buildModel(ontology);
  const accept = one.accept ?? [];
  const refuse = one.refuse ?? [];
  return {
    case: one,
    group,
    name: one.about === undefined ? one.construct : `${one.construct}, ${one.about}`,
    slug,
    turtle: [PREFIXES, one.turtle, one.shapes ?? ''].join('\n'),
    model,
    samples: [
      ...accept.map((data) => ({ instances: complete(data, model) })),
      ...refuse.map(({ data, because }) => ({ instances: complete(data, model), because })),
    ],
  };
}

/** Adds members that records always have and cases omit: ids, discriminators and empty lists. */
function complete(data: Data, model: DomainModel): readonly Complete[] {
  return data.map(({ class: name, value }: Instance, i) => {
    const cls = model.classes.find((candidate) => candidate.name === name);
    if (!cls) throw new Error(`there is no class ${name}, but ${model.classes.map((c) => c.name).join(', ')}`);
    const id = `00000000-0000-4000-9000-${String(i + 1).padStart(12, '0')}`;
    const lists = cls.allFields.filter((field) => field.cardinality === 'many').map((field) => [field.name, []]);
    const kind = cls.allFields.filter((field) => field.discriminator).map((field) => [field.name, cls.name]);
    return { class: cls, value: { id, ...Object.fromEntries([...kind, ...lists]), ...value } };
  });
}
