import { isBlank, type Node, owl, rdfs, type Statement, sh, XSD } from '../../../ontology/index.ts';
import type { Reader } from '../reader.ts';
import { isDatatype } from '../resources.ts';
import { type Check, kindOf, warnIgnored, warnKindMismatch } from './statement-checks.ts';

/** Datatypes by value space: datatypes of different spaces share no value (XML Schema Datatypes 1.1, 2.2 and 3.3). */
const valueSpaces: ReadonlyMap<string, string> = new Map(
  [
    'string normalizedString token language Name NCName NMTOKEN ID IDREF ENTITY',
    'decimal integer nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger long int short byte unsignedLong unsignedInt unsignedShort unsignedByte',
    'dateTime dateTimeStamp',
    'duration dayTimeDuration yearMonthDuration',
    ...['boolean', 'float', 'double', 'date', 'time', 'anyURI', 'hexBinary', 'base64Binary'],
    ...['gYear', 'gYearMonth', 'gMonth', 'gMonthDay', 'gDay'],
  ].flatMap((names) => names.split(' ').map((name, _, [space]) => [XSD + name, space as string] as const)),
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
    taken: 'values of each are accepted',
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
  return space === undefined ? kindOf(reader, range) === 'class' && !isDatatype(reader.ontology, range) : space !== 'string';
}

/** Predicates that a restriction may have as their subject: then it has an effect although no statement refers to it. */
const axiomPredicates = [rdfs.subClassOf, owl.equivalentClass, owl.disjointWith, owl.complementOf] as const;

/** Collects anonymous restrictions, and the blank nodes that statements refer to. */
export class Restrictions {
  readonly #statements: Statement[] = [];
  readonly #nodes: Node[] = [];
  readonly #namedNodes = new Set<Node>();

  /** Records a statement; to be called for each statement that a check concerns. */
  see(node: Node, statement: Statement): void {
    const { predicate, object } = statement;
    if (typeof object === 'string' && isBlank(object)) this.#namedNodes.add(object);
    if (predicate !== owl.onProperty || !isBlank(node)) return;
    this.#statements.push(statement);
    this.#nodes.push(node);
  }

  /** Reports restrictions that no statement refers to, and that state nothing about a class themselves. */
  report(reader: Reader): void {
    const { ontology } = reader;
    const unnamed = this.#nodes.flatMap((node, i) =>
      this.#namedNodes.has(node) ? [] : [[node, this.#statements[i] as Statement] as const],
    );
    if (unnamed.length === 0) return;
    const referenced = new Set<unknown>();
    for (const { statements } of ontology.entries()) for (const { object } of statements) referenced.add(object);
    for (const [node, statement] of unnamed) {
      if (referenced.has(node) || axiomPredicates.some((predicate) => ontology.statementsOf(node, predicate).length > 0))
        continue;
      if (ontology.statementsOf(node, owl.onProperty)[0] !== statement) continue;
      warnIgnored(
        reader,
        node,
        statement,
        'nothing refers to this restriction',
        'a class has it: :Class rdfs:subClassOf [ a owl:Restriction ; … ]',
      );
    }
  }
}
