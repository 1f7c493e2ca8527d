/**
 * Literals that the engine gives in another form than the files have: it keeps the values of numbers, truth values,
 * dates and durations, and forgets how they were written (`1.10` is `1.1`, `007` is `7`).
 */

import type { Quad, Store } from 'oxigraph';
import { XSD } from '../ontology/index.ts';

/** Forms that stay as they are, of the datatypes that are used most. */
const kept: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^(?:0|-?[1-9]\d*)$/,
  [`${XSD}decimal`]: /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/,
  [`${XSD}boolean`]: /^(?:true|false)$/,
};

/** Of more literals than these, no more are looked at: there are enough to tell of. */
const MOST = 20_000;

interface Literal {
  readonly value: string;
  readonly datatype: string;
}

const keyOf = ({ value, datatype }: Literal) => `${datatype} ${value}`;

/** Literals of the files that the engine may write otherwise. */
export class Spellings {
  readonly #doubtful = new Map<string, Literal>();

  note(value: string, datatype: string): void {
    if (!datatype.startsWith(XSD) || datatype === `${XSD}string`) return;
    if (kept[datatype]?.test(value) || this.#doubtful.size >= MOST) return;
    this.#doubtful.set(`${datatype} ${value}`, { value, datatype });
  }

  /**
   * Those of a result that stand otherwise in the files: how they stand there, by what the engine makes of them.
   *
   * @param results the literals of the result
   * @param storeOf makes a store of triples, which shows what the engine makes of them
   */
  rewritten(results: Iterable<Literal>, storeOf: (triples: Quad[]) => Store): readonly { was: string; is: string }[] {
    if (this.#doubtful.size === 0) return [];
    const typed = new Set<string>();
    for (const literal of results) if (literal.datatype.startsWith(XSD)) typed.add(keyOf(literal));
    if (typed.size === 0) return [];
    const literals = [...this.#doubtful.values()];
    const node = (value: string) => ({ termType: 'NamedNode', value });
    const triples = literals.map(({ value, datatype }, i) => ({
      ...{ termType: 'Quad', value: '', subject: node(`urn:${i}`), predicate: node('urn:p') },
      object: { termType: 'Literal', value, language: '', datatype: node(datatype) },
      graph: { termType: 'DefaultGraph', value: '' },
    }));
    const found: { was: string; is: string }[] = [];
    for (const { subject, object } of storeOf(triples as unknown as Quad[]).match() as Quad[]) {
      if (object.termType !== 'Literal') continue;
      const was = literals[Number(subject.value.slice('urn:'.length))] as Literal;
      const is = { value: object.value, datatype: object.datatype.value };
      if (is.value !== was.value && typed.has(keyOf(is))) found.push({ was: was.value, is: is.value });
    }
    return found.sort((a, b) => (a.was < b.was ? -1 : 1));
  }
}
