/** Writes individuals as the JSON that all layers exchange, and as JSON-LD. */

import type { DomainClass, DomainModel, Field } from '../model/index.ts';
import { loadTarget } from '../targets/index.ts';
import type { Held, Individual } from './individual.ts';
import type { Writer } from './writer.ts';

/** A line for each individual (https://github.com/ndjson/ndjson-spec). */
export function ndjsonWriter(model: DomainModel): Writer {
  return { text: recordsOf(model), begin: '', between: '\n', end: '\n', none: '' };
}

/** One list of all individuals. */
export function jsonWriter(model: DomainModel): Writer {
  return { text: recordsOf(model), begin: '[\n  ', between: ',\n  ', end: '\n]\n', none: '[]\n' };
}

/**
 * The record of an individual: what all layers read, after its IRI and its types. What it refers to beyond the data has its
 * IRI told there, too, since no record tells it.
 */
export function recordsOf({ classes }: DomainModel): (individual: Individual) => string {
  const names = new Map(classes.map(({ iri, name }) => [iri, name]));
  return ({ iri, id, types, values, class: cls }) => {
    const members = [`"@id":${JSON.stringify(iri)}`, `"@type":${typesText(types, names)}`];
    const beyond = new Map(
      [...values.values()].flat().flatMap(({ dangling, json, term }) => (dangling ? [[json, term] as const] : [])),
    );
    if (beyond.size > 0) {
      members.push(`"@iris":{${[...beyond].map(([json, term]) => `${json}:${JSON.stringify(term)}`).join(',')}}`);
    }
    for (const field of cls.allFields) {
      const text = memberText(field, cls, id, values.get(field.name));
      if (text !== undefined) members.push(`${JSON.stringify(field.name)}:${text}`);
    }
    return `{${members.join(',')}}`;
  };
}

function memberText(field: Field, cls: DomainClass, id: string, held: readonly Held[] | undefined): string | undefined {
  if (field.type.kind === 'id') return JSON.stringify(id);
  if (field.discriminator) return JSON.stringify(cls.name);
  if (field.cardinality === 'many') return `[${(held ?? []).map(({ json }) => json).join(',')}]`;
  return held?.[0]?.json;
}

function typesText(types: readonly string[], names: ReadonlyMap<string, string>): string {
  const all = types.map((type) => JSON.stringify(names.get(type) ?? type));
  return all.length === 1 ? (all[0] as string) : `[${all.join(',')}]`;
}

/** A document of JSON-LD with the context that the template makes: individuals are named by their IRIs. */
export async function jsonldWriter(model: DomainModel): Promise<Writer> {
  const target = await loadTarget('jsonld-context');
  const [file] = target.generate(model);
  const { '@context': context } = JSON.parse(file?.content ?? '{}');
  const names = new Map(model.classes.map(({ iri, name }) => [iri, name]));
  const text = ({ iri, types, values, class: cls }: Individual): string => {
    const members = [`"@id":${JSON.stringify(iri)}`, `"@type":${typesText(types, names)}`];
    for (const field of cls.allFields) {
      const held = values.get(field.name);
      if (!held || field.type.kind === 'id') continue;
      const isReference = field.type.kind === 'reference';
      const all = held.map(({ json, term }) => (isReference ? JSON.stringify(term) : json));
      members.push(`${JSON.stringify(field.name)}:${field.cardinality === 'many' ? `[${all.join(',')}]` : all[0]}`);
    }
    return `{${members.join(',')}}`;
  };
  const begin = `{\n"@context":${JSON.stringify(context)},\n"@graph":[`;
  return { text, begin: `${begin}\n  `, between: ',\n  ', end: '\n]\n}\n', none: `${begin}]\n}\n` };
}
