import { kindOf, type ScalarKind } from '../../src/model/index.ts';
import { loadEngine, XSD } from '../../src/ontology/index.ts';

/** Datatypes whose values the database may write in another lexical form than it received. */
const canonicalizedDatatypes: Readonly<Record<string, ScalarKind>> = {
  float: 'float32',
  double: 'float64',
  decimal: 'decimal',
  dateTime: 'dateTime',
  dateTimeStamp: 'dateTime',
  duration: 'duration',
  dayTimeDuration: 'duration',
  yearMonthDuration: 'duration',
  hexBinary: 'hex',
  base64Binary: 'base64',
};

/** Parses statements and returns them sorted, with the literals of these datatypes in canonical form. */
export async function canonicalStatements(ntriples: string): Promise<readonly string[]> {
  const { parse } = await loadEngine();
  const lines = [...parse(ntriples, { format: 'text/turtle' })].map(({ subject, predicate, object }) => {
    if (object.termType !== 'Literal') return `${subject} ${predicate} ${object} .`;
    const { value, datatype } = object;
    const kind = datatype.value.startsWith(XSD) ? canonicalizedDatatypes[datatype.value.slice(XSD.length)] : undefined;
    return kind === undefined
      ? `${subject} ${predicate} ${object} .`
      : `${subject} ${predicate} "${kindOf(kind).read(value)}"^^${datatype} .`;
  });
  return [...new Set(lines)].sort();
}
