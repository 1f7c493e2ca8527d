/** Prints a valid instance of a class as JSON (`{ "title": "…" }`) and as Turtle (`<urn:uuid:…> schema:name "…"`). */

import { instanceOf, type Json, type Members } from '../instances/index.ts';
import type { DomainClass, Field, ScalarType } from '../model/index.ts';
import {
  individualOf,
  isOfPlainText,
  isOfResources,
  propertyOf,
  rdfDatatype,
  type Statement,
  statementsOf,
  Terms,
} from '../targets/shared/rdf/index.ts';
import { flatten } from '../targets/text/index.ts';
import type { ClassData } from './data.ts';
import { omitUndefined } from './numbers.ts';

/** Limit of fields up to which an instance is shown with all of them. */
const MAX_FIELDS = 40;

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Returns a valid instance as JSON and Turtle. `prefixes` are those of the ontology, which abbreviate terms. */
export function exampleInstance(
  cls: DomainClass,
  prefixes: ReadonlyMap<string, string>,
): Pick<ClassData, 'json' | 'turtle' | 'without'> {
  const isSmall = cls.allFields.length <= MAX_FIELDS;
  const isIncluded = (field: Field) => isSmall || field.owner === cls;
  const instance = instanceOf(cls, { isWanted: isIncluded });
  if (!instance) return {};
  const value = Object.fromEntries(Object.entries(instance.value).filter(([, each]) => isSmall || !isEmptyList(each)));
  const without = cls.allFields.filter(({ name, absent }) => !absent && value[name] === undefined).length;
  return omitUndefined({
    json: JSON.stringify(value, null, 2),
    turtle: turtleOf(cls, value, prefixes),
    without: without > 0 ? without : undefined,
  });
}

const isEmptyList = (value: Json | undefined): boolean => Array.isArray(value) && value.length === 0;

/** Returns statements about the instance. Inverse fields become statements about the other instances. */
function turtleOf(cls: DomainClass, value: Members, prefixes: ReadonlyMap<string, string>): string {
  const declared = [...prefixes].filter(([prefix]) => /^[A-Za-z][A-Za-z0-9_-]*$|^$/.test(prefix));
  const all = new Map([...declared, ...([...prefixes.values()].includes(XSD) ? [] : ([['xsd', XSD]] as const))]);
  const longest = [...all].sort((a, b) => b[1].length - a[1].length);
  const terms = new Terms(Object.fromEntries(longest));
  const node = (id: Json | undefined) => `<urn:uuid:${String(id)}>`;
  const statements: Statement[] = [['a', terms.iri(cls.iri)]];
  const backward: string[] = [];
  for (const field of cls.allFields) {
    const path = propertyOf(field);
    const values = value[field.name];
    if (!path || values === undefined || values === null) continue;
    for (const each of Array.isArray(values) ? values : [values]) {
      const object = termOf(field, each, terms);
      if (path.inverse) backward.push(...flatten(statementsOf(object, [[terms.iri(path.iri), node(value['id'])]])));
      else statements.push([terms.iri(path.iri), object]);
    }
  }
  const lines = [...flatten(statementsOf(node(value['id']), statements)), ...backward];
  const used = longest.filter(([prefix]) => lines.some((line) => line.includes(`${prefix}:`)));
  const prologue = new Terms(Object.fromEntries(used)).prologue;
  return [...prologue, '', ...lines].join('\n');
}

function termOf({ type }: Field, value: Json, terms: Terms): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return `<urn:uuid:${String(value)}>`;
    case 'enumeration': {
      const individual = individualOf(type.enumeration, String(value));
      return individual === undefined ? terms.literal(String(value)) : terms.iri(individual);
    }
    case 'union':
      return literalOf(type.union.members[0] as ScalarType, value, terms);
    case 'scalar':
      return literalOf(type, value, terms);
    default:
      return type satisfies never;
  }
}

function literalOf(type: ScalarType, value: Json, terms: Terms): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (isOfResources(type)) return terms.iri(text);
  const datatype = rdfDatatype(type);
  if (isOfPlainText(type)) return `${terms.literal(text)}@en`;
  if (datatype === `${XSD}string`) return terms.literal(text);
  return terms.literal(text, datatype);
}
