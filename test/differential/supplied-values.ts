/** A class whose fields have supplied values, and documents that set these fields, omit them or set them to null. */

import { type ScalarKind, variantOf } from '../../src/model/index.ts';
import { difficultScalars } from './difficult-values.ts';
import { type Corpus, classNamed, completeEntries, type Document, membersOf, objectOf, omitEntry, roles } from './documents.ts';
import { modelOfTurtle } from './turtle.ts';

/** A field with a supplied value. `facet` is its name in the table of documents. */
interface SuppliedField {
  readonly facet: 'generated' | 'zero' | 'default' | 'constant';
  readonly kind: ScalarKind;
  readonly range: string;
  /** Further parameters of its property shape. */
  readonly shape?: string;
  /** A valid value, as JSON text. */
  readonly plain: string;
}

const INSTANT = '"2024-05-17T08:30:00Z"';

const fields: Readonly<Record<string, SuppliedField>> = {
  created_at: { facet: 'generated', kind: 'dateTime', range: 'xsd:dateTime', plain: INSTANT },
  published_at: { facet: 'generated', kind: 'dateTime', range: 'xsd:dateTime', plain: INSTANT },
  updated_at: { facet: 'generated', kind: 'dateTime', range: 'xsd:dateTime', plain: INSTANT },
  view_count: { facet: 'zero', kind: 'int32', range: 'xsd:int', plain: '7' },
  state: { facet: 'default', kind: 'string', range: 'xsd:string', shape: 'sh:defaultValue "open"', plain: '"shut"' },
  version: { facet: 'constant', kind: 'string', range: 'xsd:string', shape: 'sh:hasValue "1"', plain: '"1"' },
};

const CLASS = 'Supplied';

const turtle = [
  `:${CLASS} a owl:Class . :Shape a sh:NodeShape ; sh:targetClass :${CLASS} .`,
  ...Object.entries(fields).map(([name, { range, shape }]) => {
    const property = `:${name} a owl:DatatypeProperty ; rdfs:domain :${CLASS} ; rdfs:range ${range} .`;
    return shape === undefined
      ? property
      : `${property} :Shape sh:property [ sh:path :${name} ; sh:minCount 1 ; sh:maxCount 1 ; ${shape} ] .`;
  }),
].join('\n');

export async function suppliedCorpus(): Promise<Corpus> {
  const model = await modelOfTurtle('supplied', turtle);
  const cls = classNamed(model, CLASS);
  const plain = Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.plain]));
  const all = { ...completeEntries(cls, 'null'), ...plain };
  const documents = roles.flatMap((role) => {
    const variant = variantOf(cls, role);
    const entries = membersOf(variant, all);
    return variant.members.flatMap(({ field: { name, cardinality } }): readonly Document[] => {
      const supplied = fields[name];
      if (supplied === undefined) return [];
      const { facet, kind } = supplied;
      const about = { variant, kind, facet, cardinality };
      const put = (what: string, sample: string): Document => {
        return { ...about, about: what, sample, text: objectOf({ ...entries, [name]: sample }) };
      };
      const absent: Document = { ...about, about: 'absent', sample: '', text: objectOf(omitEntry(entries, name)) };
      const tried = Object.entries(difficultScalars[kind]).flatMap(([what, samples]) =>
        samples.map((sample) => put(what, sample)),
      );
      return [...(role === 'update' ? [] : [absent]), put('null', 'null'), put('value', supplied.plain), ...tried];
    });
  });
  return { slug: 'supplied', model, documents };
}
