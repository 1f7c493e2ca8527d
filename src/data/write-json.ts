/** Writes individuals as the JSON that all layers exchange, and as JSON-LD. */

import type { DomainClass, DomainModel, Field } from '../model/index.ts';
import { type GeneratedFile, loadTarget } from '../targets/index.ts';
import { isOfPlainText } from '../targets/shared/rdf/index.ts';
import type { FieldValue, Individual } from './individual.ts';
import type { Writer } from './writer.ts';

/** Writes one line per individual (https://github.com/ndjson/ndjson-spec). */
export function ndjsonWriter(model: DomainModel): Writer {
  return { text: recordsOf(model), begin: '', between: '\n', end: '\n', empty: '' };
}

/** Writes one list of all individuals. */
export function jsonWriter(model: DomainModel): Writer {
  return { text: recordsOf(model), begin: '[\n  ', between: ',\n  ', end: '\n]\n', empty: '[]\n' };
}

/**
 * Returns a function that writes the record of an individual: its IRI, its types, and the members that all layers read. The
 * record also contains the IRIs of referenced individuals that the data lack.
 */
export function recordsOf({ classes }: DomainModel): (individual: Individual) => string {
  const names = classNames(classes);
  return (individual) => {
    const { id, values, class: cls } = individual;
    const members = headMembers(individual, names);
    const danglingIris = new Map(
      [...values.values()].flat().flatMap(({ dangling, json, term }) => (dangling ? [[json, term] as const] : [])),
    );
    if (danglingIris.size > 0) {
      members.push(`"@iris":{${[...danglingIris].map(([json, term]) => `${json}:${JSON.stringify(term)}`).join(',')}}`);
    }
    for (const field of cls.allFields) {
      const json = memberJson(field, cls, id, values.get(field.name));
      if (json !== undefined) members.push(`${JSON.stringify(field.name)}:${json}`);
    }
    return `{${members.join(',')}}`;
  };
}

const classNames = (classes: readonly DomainClass[]) => new Map(classes.map(({ iri, name }) => [iri, name]));

function headMembers({ iri, types }: Individual, names: ReadonlyMap<string, string>): string[] {
  const shown = types.map((type) => JSON.stringify(names.get(type) ?? type));
  return [`"@id":${JSON.stringify(iri)}`, `"@type":${shown.length === 1 ? shown[0] : `[${shown.join(',')}]`}`];
}

/** Returns the value of a member in JSON; undefined if the record does not have the member. */
function memberJson(
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

/** Writes a JSON-LD document with the context of the template `jsonld-context`. Individuals are named by their IRIs. */
export async function jsonldWriter(model: DomainModel): Promise<Writer> {
  const target = await loadTarget('jsonld-context');
  const [file] = target.generate(model) as readonly [GeneratedFile];
  const { '@context': context } = JSON.parse(file.content);
  const names = classNames(model.classes);
  const text = (individual: Individual): string => {
    const { values, class: cls } = individual;
    const members = headMembers(individual, names);
    for (const field of cls.allFields) {
      const fieldValues = values.get(field.name);
      if (!fieldValues || field.type.kind === 'id') continue;
      const isReference = field.type.kind === 'reference';
      const items = fieldValues.map((value) => (isReference ? JSON.stringify(value.term) : jsonldValue(value, field, model)));
      members.push(`${JSON.stringify(field.name)}:${field.cardinality === 'many' ? `[${items.join(',')}]` : items[0]}`);
    }
    return `{${members.join(',')}}`;
  };
  const begin = `{\n"@context":${JSON.stringify(context)},\n"@graph":[`;
  return { text, begin: `${begin}\n  `, between: ',\n  ', end: '\n]\n}\n', empty: `${begin}]\n}\n` };
}

/** Returns a value in JSON-LD. The context states the language of strings; a value object states another one, or none. */
function jsonldValue({ json, term }: FieldValue, { type }: Field, { policies }: DomainModel): string {
  const contextLanguage = type.kind === 'scalar' && isOfPlainText(type) ? policies.language : '';
  if (typeof term === 'string' || term.language === contextLanguage) return json;
  return `{"@value":${json}${term.language === '' ? '' : `,"@language":${JSON.stringify(term.language)}`}}`;
}
