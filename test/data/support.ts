import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import jsonld from 'jsonld';
import { type Converted, convert, type TextForm, Workspace } from '../../src/data/index.ts';
import { instanceOf, type Members, withReferred } from '../../src/instances/index.ts';
import type { DomainClass, DomainModel } from '../../src/model/index.ts';
import { loadEngine } from '../../src/ontology/index.ts';

export interface Outcome extends Converted {
  readonly text: string;
  /** Statements that are lost or altered. */
  readonly losses: readonly { readonly kind: string; readonly statement: string; readonly becomes?: string }[];
}

/** Converts a text that stands in a file of a name. */
export async function converted(name: string, text: string, model: DomainModel, form: TextForm): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-data-'));
  const workspace = new Workspace();
  const losses: string[] = [];
  let written = '';
  try {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const outcome = await convert(
      file,
      model,
      form,
      { workspace, prefixes: new Map(), show: (iri) => iri, list: (line) => losses.push(line) },
      (piece) => {
        written += piece;
      },
    );
    return { ...outcome, text: written, losses: losses.map((line) => JSON.parse(line)) };
  } finally {
    workspace.clear();
    rmSync(folder, { recursive: true });
  }
}

/** The statements of a text in RDF, each as a line, sorted. */
export async function statementsOf(text: string, format = 'text/turtle'): Promise<readonly string[]> {
  const { parse } = await loadEngine();
  const quads = parse(text, { format, base_iri: 'http://base.example/' });
  const lines = quads.map(({ subject, predicate, object }) => `${subject} ${predicate} ${object} .`);
  return [...new Set(lines)].sort();
}

/** The same, with the names of the canonical form for nodes without one (https://www.w3.org/TR/rdf-canon/). */
export async function canonical(statements: readonly string[]): Promise<readonly string[]> {
  const options = { algorithm: 'RDFC-1.0', inputFormat: 'application/n-quads', format: 'application/n-quads' } as const;
  const text = await jsonld.canonize(`${statements.join('\n')}\n`, options);
  return text.split('\n').filter((line) => line !== '');
}

/** Instances of some classes with those that they refer to, each once. */
export function instancesOf(
  classes: readonly DomainClass[],
): readonly { readonly class: DomainClass; readonly value: Members }[] {
  const found = new Map<unknown, { readonly class: DomainClass; readonly value: Members }>();
  for (const cls of classes) {
    for (const wants of [() => true, () => false]) {
      const instance = instanceOf(cls, { nth: 5 + Number(wants()), spare: 0, wants });
      for (const one of (instance && withReferred(instance)) ?? []) found.set(one.value['id'], one);
    }
  }
  return [...found.values()];
}

/** Records of instances, as lines. */
export function linesOf(instances: readonly { readonly class: DomainClass; readonly value: Members }[]): string {
  return instances.map(({ class: cls, value }) => `${JSON.stringify({ '@type': cls.name, ...value })}\n`).join('');
}
