/** Where layers deviate from the verdict of the referee, or write something else than they read. */

import type { TemplateName } from '../../src/targets/index.ts';
import type { Corpus, Document } from './documents.ts';
import { readJson } from './json.ts';
import type { Answer } from './layers/layer.ts';
import { judge, type Meaning, meaningOf } from './referee.ts';

export type Deed =
  /** It takes what is no instance. */
  | 'takes'
  /** It takes what is no instance, and writes an instance of it. */
  | 'rereads'
  /** It refuses an instance. */
  | 'refuses'
  /** It writes something else than it read. */
  | 'alters';

export interface Deviation {
  readonly layer: TemplateName;
  readonly document: Document;
  readonly does: Deed;
  /** What the layer said, or wrote. */
  readonly because: string;
}

/** The verdict on a document with the answers of all layers that were asked. */
export interface Judged {
  readonly document: Document;
  readonly meaning: Meaning | undefined;
  readonly answers: ReadonlyMap<TemplateName, Answer>;
}

export function deviationsOf({ document, meaning, answers }: Judged): readonly Deviation[] {
  const found: Deviation[] = [];
  for (const [layer, { fault, echo }] of answers) {
    const add = (does: Deviation['does'], because: string) => found.push({ layer, document, does, because });
    if (fault?.startsWith('crash')) add('refuses', fault);
    else if (meaning === undefined) {
      if (fault === undefined) add(isInstance(document, echo) ? 'rereads' : 'takes', echo ?? '');
    } else if (fault !== undefined) add('refuses', fault);
    else if (echo !== undefined && !isSame(document, meaning, echo)) add('alters', echo);
  }
  return found;
}

const isInstance = ({ class: cls }: Document, echo: string | undefined): boolean =>
  echo !== undefined && judge(cls, echo) !== undefined;

/** Whether a layer writes what it read: fields that have no value may be absent or null. */
function isSame({ class: cls }: Document, meaning: Meaning, echo: string): boolean {
  const tree = readJson(echo);
  const again = tree && meaningOf(cls, tree);
  return again?.size === meaning.size && [...meaning].every(([key, value]) => again.get(key) === value);
}

/** Joins the verdicts of the referee with the answers of layers. */
export function judged(
  corpora: readonly Corpus[],
  layers: ReadonlyMap<TemplateName, readonly (readonly (Answer | undefined)[])[]>,
): readonly Judged[] {
  return corpora.flatMap(({ documents }, c) =>
    documents.map((document, d) => {
      const answers = [...layers].flatMap(([layer, all]) => {
        const answer = all[c]?.[d];
        return answer ? [[layer, answer] as const] : [];
      });
      return { document, meaning: judge(document.class, document.text), answers: new Map(answers) };
    }),
  );
}
