/** Builds models from Turtle text. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildModel, type DomainModel, type Policies, policiesOf, type ScalarKind } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';

export const NAMESPACE = 'http://example.org/cells#';

export const PREFIXES = `@prefix : <${NAMESPACE}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

`;

/** The datatype that results in each kind. */
export const datatypes: Readonly<Record<ScalarKind, string>> = {
  string: 'xsd:string',
  iri: 'xsd:anyURI',
  boolean: 'xsd:boolean',
  int8: 'xsd:byte',
  int16: 'xsd:short',
  int32: 'xsd:int',
  int64: 'xsd:long',
  uint8: 'xsd:unsignedByte',
  uint16: 'xsd:unsignedShort',
  uint32: 'xsd:unsignedInt',
  int64Text: 'xsd:long',
  uint64: 'xsd:unsignedLong',
  uint64Text: 'xsd:unsignedLong',
  float32: 'xsd:float',
  float64: 'xsd:double',
  decimal: 'xsd:decimal',
  dateTime: 'xsd:dateTime',
  date: 'xsd:date',
  time: 'xsd:time',
  duration: 'xsd:duration',
  base64: 'xsd:base64Binary',
  hex: 'xsd:hexBinary',
  gYear: 'xsd:gYear',
  gYearMonth: 'xsd:gYearMonth',
  gMonthDay: 'xsd:gMonthDay',
  gDay: 'xsd:gDay',
  gMonth: 'xsd:gMonth',
};

/** Converts a value from JSON text to a Turtle literal. */
export function literalOf(datatype: string, json: string): string {
  const text = json.startsWith('"') ? JSON.parse(json) : json;
  return `${JSON.stringify(text)}^^${datatype}`;
}

/** The policy that makes 64-bit integers strings in JSON, and a test for the kinds that exist only with this policy. */
export const longAsText: Policies = policiesOf({ long: 'string' });
export const isOfPolicy = (kind: string): boolean => kind === 'int64Text' || kind === 'uint64Text';

/** Builds the model of an ontology from Turtle without prefix declarations. */
export async function modelOfTurtle(name: string, turtle: string, policies?: Policies): Promise<DomainModel> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-differential-'));
  try {
    const file = path.join(folder, `${name}.ttl`);
    writeFileSync(file, PREFIXES + turtle);
    return (await buildModel(await loadOntology(file), policies)).model;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
