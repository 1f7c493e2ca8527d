/** Checks of the ranges of properties: ranges that share no value, and sh:uniqueLang for values without a language. */

import { isBlank, type Node, owl, rdfs, sh, XSD } from '../../../ontology/index.ts';
import type { Reader } from '../reader.ts';
import { isDatatype } from '../resources.ts';
import { type Check, kindOf, warnIgnored, warnKindMismatch } from './statement-checks.ts';

/** The value space of each datatype: its line of names. Spaces share no value (XML Schema Datatypes 1.1, 2.2 and 3.3). */
const valueSpaces: ReadonlyMap<string, string> = new Map(
  [
    'string normalizedString token language Name NCName NMTOKEN ID IDREF ENTITY',
    'decimal integer nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger long int short byte unsignedLong unsignedInt unsignedShort unsignedByte',
    'dateTime dateTimeStamp',
    'duration dayTimeDuration yearMonthDuration',
    ...['boolean', 'float', 'double', 'date', 'time', 'anyURI', 'hexBinary', 'base64Binary'],
    ...['gYear', 'gYearMonth', 'gMonth', 'gMonthDay', 'gDay'],
  ].flatMap((space) => space.split(' ').map((name) => [XSD + name, space] as const)),
);

/** Reports ranges that must all hold (RDF Schema 1.1, 3.1) but share no value, at the second of them. */
export const checkDisjointRanges: Check = (reader, node, statement) => {
  const all = reader.ontology.statementsOf(node, rdfs.range);
  if (all.length < 2 || all[1] !== statement) return;
  const names = [...new Set(all.map(({ object }) => object))]
    .filter((one): one is Node => typeof one === 'string' && !isBlank(one))
    .sort();
  const pair = names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other] as const)).find(areDisjoint(reader));
  if (pair === undefined) return;
  const members = [...pair.map((name) => reader.show(name)), ...(names.length > 2 ? ['…'] : [])].join(' ');
  const type = reader.show(valueSpaces.has(pair[0]) ? rdfs.Datatype : owl.Class);
  warnKindMismatch(reader, node, statement, {
    reason: `several ranges apply together, and no value has the types ${pair.map((one) => reader.show(one)).join(' and ')}`,
    effect: 'values of each are accepted',
    instead: `alternatives are ${reader.show(rdfs.range)} [ a ${type} ; owl:unionOf ( ${members} ) ]`,
  });
};

const areDisjoint =
  ({ ontology }: Reader) =>
  ([one, other]: readonly [Node, Node]): boolean => {
    const [space, otherSpace] = [valueSpaces.get(one), valueSpaces.get(other)];
    if (space !== undefined && otherSpace !== undefined) return space !== otherSpace;
    return ontology.has(one, owl.disjointWith, other) || ontology.has(other, owl.disjointWith, one);
  };

/** Reports sh:uniqueLang if the values have no language. */
export const checkUniqueLang: Check = (reader, node, statement) => {
  const { ontology } = reader;
  if (!ontology.isTrue(node, sh.uniqueLang)) return;
  const property = ontology.node(node, sh.path);
  const [range] = [...ontology.nodes(node, sh.datatype), ...(property === undefined ? [] : ontology.nodes(property, rdfs.range))];
  if (range === undefined || !hasNoLanguage(reader, range)) return;
  const is = kindOf(reader, range) === 'class' ? 'instances' : 'values';
  const instead = 'values that have a language are of rdf:langString; at most one value is sh:maxCount 1';
  warnIgnored(reader, node, statement, `${is} of ${reader.show(range)} have no language`, instead);
};

/** Returns false for strings: authors who write xsd:string often mean strings with a language. */
function hasNoLanguage(reader: Reader, range: Node): boolean {
  const space = valueSpaces.get(range);
  if (space !== undefined) return space !== valueSpaces.get(`${XSD}string`);
  return kindOf(reader, range) === 'class' && !isDatatype(reader.ontology, range);
}
