/** Recognises what a prompt asks for: "Write a README for Post and User" asks for the document `readme` of two classes. */

import type { DomainClass, DomainModel } from '../../../model/index.ts';

/** Documents that can be written without a language model. */
export type DocumentKind = 'readme' | 'dictionary';

/** In order of precedence: the most specific first. */
const kinds: readonly (readonly [kind: DocumentKind, asks: (prompt: string) => boolean])[] = [
  [
    'dictionary',
    (p) =>
      /\bdata[- ]?dictionar(?:y|ies)\b|\bdictionary of (?:the )?(?:data|fields)\b|\bfield reference\b|\bglossar(?:y|ies)\b|\bterminology\b/i.test(
        p,
      ),
  ],
  ['readme', (p) => /\bread[- ]?me\b/i.test(p)],
];

/** Requests that no document answers: changes to an existing text, questions, programs. */
const UNSUPPORTED_REQUEST = /\b(?:translat|fix|review|rewrit|refactor|shorten|improv|compar|why|implement|bug|test)\w*/;

/** Requests for a language other than English, which no document answers either. */
const FOREIGN =
  /\b(?:in|into) (?:german|french|spanish|italian|portuguese|dutch|polish|russian|ukrainian|turkish|arabic|hindi|chinese|japanese|korean)\b/i;

function isUnsupported(prompt: string): boolean {
  // Capitalised words, except the first, are names, such as that of a class Review.
  const plain = prompt.trim().replace(/(\s)\p{Lu}[\p{L}\p{N}]*/gu, '$1');
  return FOREIGN.test(prompt) || UNSUPPORTED_REQUEST.test(plain.toLowerCase());
}

/** Returns the document that a prompt asks for, if it can be written without a language model. */
export function requestedDocument(prompt: string): DocumentKind | undefined {
  if (isUnsupported(prompt)) return undefined;
  return kinds.find(([, asks]) => asks(prompt))?.[0];
}

/** Words for an ontology and its subject. */
const DOMAIN = /\b(?:domains?|ontolog(?:y|ies)|model|vocabulary|classes|concepts|terms|entities)\b/;

/**
 * True if a prompt asks to explain a whole ontology: "Explain the blog", "Summarise the ontology". The data
 * dictionary is the answer then.
 */
export function requestsDomain(prompt: string, { name, label }: DomainModel): boolean {
  if (isUnsupported(prompt) || !/^\W*(?:please\s+)?(?:explain|describe|summari[sz]e|what\s+is)\b/i.test(prompt)) return false;
  const lower = prompt.toLowerCase();
  const nameWords = new Set([name, label ?? ''].flatMap((each) => each.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []));
  return DOMAIN.test(lower) || (lower.match(/[\p{L}\p{N}]{3,}/gu) ?? []).some((word) => nameWords.has(word));
}

/** True if a prompt asks for an outline or the documentation of code. */
export function requestsOutline(prompt: string): boolean {
  if (isUnsupported(prompt)) return false;
  return /\b(?:outlines?|stubs?|docs?|docstrings?|rustdoc|jsdoc|tsdoc|document|documents|documentation|comments?|overview|summar\w+|describe|explain)\b/i.test(
    prompt,
  );
}

/**
 * Returns the classes that a prompt restricts a document to: those named after "for", "of", "about", "on" or "covering".
 *
 * @returns all classes if it names none
 */
export function requestedClasses(prompt: string, model: DomainModel): readonly DomainClass[] {
  const tail = /\b(?:for|of|about|on|covering)\b(.*)$/is.exec(prompt)?.[1];
  if (tail === undefined) return model.classes;
  const words = new Set(tail.match(/[\p{L}\p{N}_]+/gu) ?? []);
  const text = ` ${tail.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const chosen = model.classes.filter(
    (cls) =>
      words.has(cls.name) ||
      // A class called Document or Thing counts only in this spelling, or if the prompt has a word such as "class".
      (/\b(?:class|classes|entity|entities|type|types)\b/i.test(tail) &&
        [cls.slug, cls.plural].some((name) => text.includes(` ${name.replaceAll('_', ' ')} `))),
  );
  return chosen.length > 0 ? chosen : model.classes;
}
