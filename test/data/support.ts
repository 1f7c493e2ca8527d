import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import jsonld from 'jsonld';
import { type Converted, convert, convertToCsv, convertToSql, type TextForm, Workspace } from '../../src/data/index.ts';
import { instanceOf, type Members } from '../../src/instances/index.ts';
import { concreteClasses, type DomainClass, type DomainModel } from '../../src/model/index.ts';
import { loadEngine } from '../../src/ontology/index.ts';
import { referenceClosure } from '../support/reference-closure.ts';

export interface Outcome extends Converted {
  readonly text: string;
  /** Statements that are lost or altered. */
  readonly losses: readonly {
    readonly kind: string;
    readonly statement: string;
    readonly becomes?: string;
    readonly element?: string;
    readonly why?: string;
  }[];
}

/** Writes a text to a temporary file with the given name and converts that file. */
export async function converted(name: string, text: string, model: DomainModel, form: TextForm | 'sql'): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-data-'));
  const workspace = new Workspace();
  const losses: string[] = [];
  let written = '';
  try {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const options = { workspace, prefixes: new Map(), show: (iri: string) => iri, list: (line: string) => losses.push(line) };
    const write = (piece: string) => {
      written += piece;
    };
    const outcome =
      form === 'sql' ? await convertToSql(file, model, options, write) : await convert(file, model, form, options, write);
    return { ...outcome, text: written, losses: losses.map((line) => JSON.parse(line)) };
  } finally {
    workspace.clear();
    rmSync(folder, { recursive: true });
  }
}

/** Parses RDF and returns its distinct statements, one per line, sorted. */
export async function statementsOf(text: string, format = 'text/turtle'): Promise<readonly string[]> {
  const { parse } = await loadEngine();
  const quads = parse(text, { format, base_iri: 'http://base.example/' });
  const lines = quads.map(({ subject, predicate, object }) => `${subject} ${predicate} ${object} .`);
  return [...new Set(lines)].sort();
}

/** Gives the blank nodes of statements their canonical labels (https://www.w3.org/TR/rdf-canon/). */
export async function canonical(statements: readonly string[]): Promise<readonly string[]> {
  const options = { algorithm: 'RDFC-1.0', inputFormat: 'application/n-quads', format: 'application/n-quads' } as const;
  const text = await jsonld.canonize(`${statements.join('\n')}\n`, options);
  return text.split('\n').filter((line) => line !== '');
}

interface InstanceOfClass {
  readonly class: DomainClass;
  readonly value: Members;
}

/** Returns instances of some classes and the instances that they refer to, each once. */
export function instancesOf(
  classes: readonly DomainClass[],
  wants: readonly boolean[] = WITH_AND_WITHOUT,
): readonly InstanceOfClass[] {
  const found = new Map<unknown, InstanceOfClass>();
  for (const cls of classes) {
    for (const one of instanceSetsOf(cls, wants).flat()) found.set(one.value['id'], one);
  }
  return [...found.values()];
}

const WITH_AND_WITHOUT = [true, false] as const;

/**
 * Returns an instance with all fields and one with only the required fields, each with the instances it refers to. For an
 * abstract class, they are instances of its first concrete subclass.
 */
export function instanceSetsOf(
  asked: DomainClass,
  wants: readonly boolean[] = WITH_AND_WITHOUT,
): readonly (readonly InstanceOfClass[])[] {
  const [cls = asked] = concreteClasses(asked);
  return wants.flatMap((wanted) => {
    const instance = instanceOf(cls, { nth: 5 + Number(wanted), skippedValues: 0, isWanted: () => wanted });
    const set = instance && referenceClosure(instance);
    return set ? [set] : [];
  });
}

/** Returns the records of instances as NDJSON. */
export function linesOf(instances: readonly InstanceOfClass[]): string {
  return instances.map(({ class: cls, value }) => `${JSON.stringify({ '@type': cls.name, ...value })}\n`).join('');
}

/** Converts NDJSON records to CSV files in a folder. */
export async function writeCsv(folder: string, text: string, model: DomainModel): Promise<void> {
  const workspace = new Workspace();
  const file = path.join(folder, 'data.ndjson');
  writeFileSync(file, text);
  try {
    await convertToCsv(file, model, { workspace, prefixes: new Map(), show: (iri) => iri }, (name) => {
      const pieces: string[] = [];
      return { write: (piece) => pieces.push(piece), close: () => writeFileSync(path.join(folder, name), pieces.join('')) };
    });
  } finally {
    workspace.clear();
  }
}

/** True if all fields have different properties: RDF cannot distinguish two fields of one property. */
export function hasDistinctProperties({ allFields }: DomainClass): boolean {
  const iris = allFields.flatMap(({ iri }) => iri ?? []);
  return new Set(iris).size === iris.length;
}
