/**
 * Finds literals that the engine returns in another lexical form than the files: it stores the values of numbers, booleans,
 * dates and durations, but not their lexical forms (`1.10` becomes `1.1`, `007` becomes `7`).
 */

import type { Quad, Store } from 'oxigraph';
import { XSD } from '../ontology/index.ts';

/** Lexical forms that the engine does not change, for the most common datatypes. */
const canonicalForms: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^(?:0|-?[1-9]\d*)$/,
  [`${XSD}decimal`]: /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/,
  [`${XSD}boolean`]: /^(?:true|false)$/,
};

/** Maximum number of literals to check; further ones are ignored, because there are enough for a warning. */
const MAX_LITERALS = 20_000;

interface Literal {
  readonly value: string;
  readonly datatype: string;
}

const keyOf = ({ value, datatype }: Literal) => `${datatype} ${value}`;

/** Collects literals of the files that the engine may return in another lexical form. */
export class LexicalForms {
  readonly #doubtful = new Map<string, Literal>();

  note(value: string, datatype: string): void {
    if (!datatype.startsWith(XSD) || datatype === `${XSD}string`) return;
    if (canonicalForms[datatype]?.test(value) || this.#doubtful.size >= MAX_LITERALS) return;
    this.#doubtful.set(`${datatype} ${value}`, { value, datatype });
  }

  /**
   * Returns the literals of a result that have another lexical form in the files: `{ original: '1.10', shown: '1.1' }`.
   *
   * @param results the literals of the result
   * @param storeOf creates a store from triples, to find the engine's lexical forms
   */
  rewritten(results: Iterable<Literal>, storeOf: (triples: Quad[]) => Store): readonly { original: string; shown: string }[] {
    if (this.#doubtful.size === 0) return [];
    const typed = new Set<string>();
    for (const literal of results) if (literal.datatype.startsWith(XSD)) typed.add(keyOf(literal));
    if (typed.size === 0) return [];
    const literals = [...this.#doubtful.values()];
    const node = (value: string) => ({ termType: 'NamedNode', value });
    const triples = literals.map(({ value, datatype }, i) => ({
      termType: 'Quad',
      value: '',
      subject: node(`urn:${i}`),
      predicate: node('urn:p'),
      object: { termType: 'Literal', value, language: '', datatype: node(datatype) },
      graph: { termType: 'DefaultGraph', value: '' },
    }));
    const pairs: { original: string; shown: string }[] = [];
    for (const { subject, object } of storeOf(triples as unknown as Quad[]).match() as Quad[]) {
      if (object.termType !== 'Literal') continue;
      const original = literals[Number(subject.value.slice('urn:'.length))] as Literal;
      const shown = { value: object.value, datatype: object.datatype.value };
      if (shown.value !== original.value && typed.has(keyOf(shown))) pairs.push({ original: original.value, shown: shown.value });
    }
    return pairs.sort((a, b) => (a.original < b.original ? -1 : 1));
  }
}
