/** Recognises what a prompt asks for. */

import type { DomainClass, DomainModel } from '../../../model/index.ts';

/** Documents that can be written without a language model. */
export type DocumentKind = 'readme' | 'glossary' | 'dictionary' | 'api-guide' | 'turtle';

const WRITING = /\b(?:guides?|docs?|document|documents|documentation|reference|describe|explain|overview|handbook|manual)\b/i;

/** In order of precedence: the most specific first. */
const kinds: readonly (readonly [kind: DocumentKind, asks: (prompt: string) => boolean])[] = [
  ['glossary', (p) => /\bglossar(?:y|ies)\b|\bubiquitous language\b|\bterminology\b/i.test(p)],
  [
    'dictionary',
    (p) => /\bdata[- ]?dictionar(?:y|ies)\b|\bdictionary of (?:the )?(?:data|fields)\b|\bfield reference\b/i.test(p),
  ],
  ['readme', (p) => /\bread[- ]?me\b/i.test(p)],
  ['api-guide', (p) => /\b(?:apis?|endpoints?)\b/i.test(p) && WRITING.test(p)],
  [
    'turtle',
    (p) =>
      /\b(?:turtle|ttl)\b/i.test(p) ||
      p.split('\n').some((line) => /\b(?:ontology|owl|rdfs?)\b/i.test(line) && /\bskeleton\b/i.test(line)),
  ],
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
 * True if a prompt asks to explain a whole ontology: "Explain the blog", "Summarise the ontology". The glossary is the
 * answer then.
 */
export function requestsDomain(prompt: string, { name, label }: DomainModel): boolean {
  if (isUnsupported(prompt) || !/^\W*(?:please\s+)?(?:explain|describe|summari[sz]e|what\s+is)\b/i.test(prompt)) return false;
  const asked = prompt.toLowerCase();
  const called = new Set([name, label ?? ''].flatMap((each) => each.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []));
  return DOMAIN.test(asked) || (asked.match(/[\p{L}\p{N}]{3,}/gu) ?? []).some((word) => called.has(word));
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

/** Returns the classes that a prompt adds: "a Review class", "classes Review and Rating", "a class called Review". */
export function newClasses(prompt: string, known: readonly DomainClass[]): readonly string[] {
  const names: string[] = [];
  // Bounded repetitions, because the search starts again at each word: otherwise its time would be quadratic.
  const name = '[A-Z][A-Za-z0-9]{0,60}';
  const list = String.raw`${name}(?:(?:\s{0,9},\s{0,9}(?:and\s{1,9})?|\s{1,9}and\s{1,9})${name}){0,40}`;
  for (const pattern of [
    new RegExp(String.raw`\b(?:[Cc]lass(?:es)?|[Ee]ntit(?:y|ies))\s+(?:called\s+|named\s+)?(${list})`, 'g'),
    new RegExp(String.raw`\b(?:a|an|new)\s+(${list})\s+(?:class|entity)\b`, 'g'),
  ]) {
    for (const match of prompt.matchAll(pattern))
      names.push(...(match[1]?.split(/[\s,]+/).filter((word) => word !== 'and') ?? []));
  }
  const usedNames = new Set(known.map((cls) => cls.name.toLowerCase()));
  return [...new Set(names)].filter((name) => !usedNames.has(name.toLowerCase()));
}
