/** Writes individuals as the JSON that all layers exchange, and as JSON-LD. */

import type { DomainClass, DomainModel, Field } from '../model/index.ts';
import { loadTarget } from '../targets/index.ts';
import { isOfPlainText } from '../targets/shared/rdf/index.ts';
import type { FieldValue, Individual } from './individual.ts';
import type { Writer } from './writer.ts';

/** Writes one line per individual (https://github.com/ndjson/ndjson-spec). */
export function ndjsonWriter(model: DomainModel): Writer {
  return { text: recordsOf(model), begin: '', between: '\n', end: '\n', none: '' };
}

/** Writes one list of all individuals. */
export function jsonWriter(model: DomainModel): Writer {
  return { text: recordsOf(model), begin: '[\n  ', between: ',\n  ', end: '\n]\n', none: '[]\n' };
}

/**
 * Returns a function that writes the record of an individual: its IRI, its types, and the members that all layers read. The
 * record also contains the IRIs of referenced individuals that the data lack.
 */
export function recordsOf({ classes }: DomainModel): (individual: Individual) => string {
  const names = new Map(classes.map(({ iri, name }) => [iri, name]));
  return ({ iri, id, types, values, class: cls }) => {
    const members = [`"@id":${JSON.stringify(iri)}`, `"@type":${typesText(types, names)}`];
    const danglingIris = new Map(
      [...values.values()].flat().flatMap(({ dangling, json, term }) => (dangling ? [[json, term] as const] : [])),
    );
    if (danglingIris.size > 0) {
      members.push(`"@iris":{${[...danglingIris].map(([json, term]) => `${json}:${JSON.stringify(term)}`).join(',')}}`);
    }
    for (const field of cls.allFields) {
      const text = memberText(field, cls, id, values.get(field.name));
      if (text !== undefined) members.push(`${JSON.stringify(field.name)}:${text}`);
    }
    return `{${members.join(',')}}`;
  };
}

function memberText(
  field: Field,
  cls: DomainClass,
  id: string,
  fieldValues: readonly FieldValue[] | undefined,
): string | undefined {
  if (field.type.kind === 'id') return JSON.stringify(id);
  if (field.discriminator) return JSON.stringify(cls.name);
  if (field.cardinality === 'many') return `[${(fieldValues ?? []).map(({ json }) => json).join(',')}]`;
  return fieldValues?.[0]?.json;
}

function typesText(types: readonly string[], names: ReadonlyMap<string, string>): string {
  const all = types.map((type) => JSON.stringify(names.get(type) ?? type));
  return all.length === 1 ? (all[0] as string) : `[${all.join(',')}]`;
}

/** Writes a JSON-LD document with the context of the template `jsonld-context`. Individuals are named by their IRIs. */
export async function jsonldWriter(model: DomainModel): Promise<Writer> {
  const target = await loadTarget('jsonld-context');
  const [file] = target.generate(model);
  const { '@context': context } = JSON.parse(file?.content ?? '{}');
  const names = new Map(model.classes.map(({ iri, name }) => [iri, name]));
  const text = ({ iri, types, values, class: cls }: Individual): string => {
    const members = [`"@id":${JSON.stringify(iri)}`, `"@type":${typesText(types, names)}`];
    for (const field of cls.allFields) {
      const fieldValues = values.get(field.name);
      if (!fieldValues || field.type.kind === 'id') continue;
      const isReference = field.type.kind === 'reference';
      const all = fieldValues.map((value) => (isReference ? JSON.stringify(value.term) : jsonldValue(value, field, model)));
      members.push(`${JSON.stringify(field.name)}:${field.cardinality === 'many' ? `[${all.join(',')}]` : all[0]}`);
    }
    return `{${members.join(',')}}`;
  };
  const begin = `{\n"@context":${JSON.stringify(context)},\n"@graph":[`;
  return { text, begin: `${begin}\n  `, between: ',\n  ', end: '\n]\n}\n', none: `${begin}]\n}\n` };
}

/** Returns a value in JSON-LD. The context states the language of strings; a value object states another one, or none. */
function jsonldValue({ json, term }: FieldValue, { type }: Field, { policies }: DomainModel): string {
  const contextLanguage = type.kind === 'scalar' && isOfPlainText(type) ? policies.language : '';
  if (typeof term === 'string' || term.language === contextLanguage) return json;
  return `{"@value":${json}${term.language === '' ? '' : `,"@language":${JSON.stringify(term.language)}`}}`;
}
