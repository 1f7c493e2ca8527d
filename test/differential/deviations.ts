/** Finds layers that deviate from the verdict of the referee or write another value than they read. */

import type { DomainModel } from '../../src/model/index.ts';
import type { EnforcingName } from '../../src/targets/index.ts';
import type { Corpus, Document } from './documents.ts';
import { judgeDocument } from './judge-forms.ts';
import type { Answer } from './layers/layer.ts';
import type { Meaning, Verdict } from './referee.ts';

export type DeviationKind =
  /** Accepts an invalid document. */
  | 'accepts'
  /** Accepts an invalid document, and writes a valid one. */
  | 'normalizes'
  /** Rejects a valid document. */
  | 'rejects'
  /** Writes another value than it read. */
  | 'changes';

export interface Deviation {
  readonly layer: EnforcingName;
  readonly document: Document;
  readonly does: DeviationKind;
  /** The message or the output of the layer. */
  readonly because: string;
}

/** A document with the verdict of the referee and the answers of all layers that read it. */
export interface JudgedDocument {
  readonly model: DomainModel;
  readonly document: Document;
  readonly verdict: Verdict;
  readonly answers: ReadonlyMap<EnforcingName, Answer>;
}

const knownDeviations = new WeakMap<JudgedDocument, readonly Deviation[]>();

/** Returns the deviations of all layers about a document. Each test asks for them, so they are computed once. */
export function deviationsOf(judged: JudgedDocument): readonly Deviation[] {
  const known = knownDeviations.get(judged) ?? findDeviations(judged);
  knownDeviations.set(judged, known);
  return known;
}

function findDeviations({ document, verdict, answers }: JudgedDocument): readonly Deviation[] {
  const found: Deviation[] = [];
  // Most layers write the same text.
  const written = new Map<string, Verdict>();
  const verdictOf = (echo: string): Verdict => {
    const again = written.get(echo) ?? judgeDocument(document, echo);
    written.set(echo, again);
    return again;
  };
  for (const [layer, { fault, echo }] of answers) {
    const add = (does: Deviation['does'], because: string) => found.push({ layer, document, does, because });
    if (fault?.startsWith('crash')) add('rejects', fault);
    else if (verdict.broken.length > 0) {
      const isRepaired = echo !== undefined && fault === undefined && verdictOf(echo).broken.length === 0;
      if (fault === undefined) add(isRepaired ? 'normalizes' : 'accepts', echo ?? '');
    } else if (fault !== undefined) add('rejects', fault);
    else if (echo !== undefined) {
      const changes = changedFields(document, verdict.meaning, verdictOf(echo).meaning);
      if (changes.length > 0) add('changes', changes.join('; '));
    }
  }
  return found;
}

/**
 * Returns the fields that a layer writes with another value than it read, with both values. A field without a value may be
 * absent or null, and an omitted field may get its supplied value.
 */
function changedFields({ variant }: Document, meaning: Meaning, again: Meaning): readonly string[] {
  const said = (of: Meaning, name: string) => JSON.stringify(of.get(name) ?? []);
  const supplied = variant.members.filter(({ field, absent }) => absent === 'supplied' && !meaning.has(field.name));
  const names = new Set([...meaning.keys(), ...again.keys()]);
  for (const { field } of supplied) names.delete(field.name);
  return [...names].flatMap((name) => {
    const [was, is] = [said(meaning, name), said(again, name)];
    return was === is ? [] : [`${name}: ${was} became ${is}`];
  });
}

/** Judges a document. Adds the constraint on all stored instances that it violates, if it has one. */
function judgeWithClashes(document: Document): Verdict {
  const { text, clashes } = document;
  const { meaning, broken } = judgeDocument(document, text);
  return { meaning, broken: [...broken, ...(clashes ? [{ words: clashes.kind, demand: clashes }] : [])] };
}

/** Joins the verdicts of the referee with the answers of layers. */
export function joinVerdicts(
  corpora: readonly Corpus[],
  layers: ReadonlyMap<EnforcingName, readonly (readonly (Answer | undefined)[])[]>,
): readonly JudgedDocument[] {
  return corpora.flatMap(({ model, documents }, c) =>
    documents.map((document, d) => {
      const answers = [...layers].flatMap(([layer, all]) => {
        const answer = document.clashes && layer !== 'sql-schema' ? undefined : all[c]?.[d];
        return answer ? [[layer, answer] as const] : [];
      });
      return { model, document, verdict: judgeWithClashes(document), answers: new Map(answers) };
    }),
  );
}
