/** Writes text without a language model: documents about an ontology or code, or else a brief. */

import type { Outline } from '../outline.ts';
import type { RequestInputs } from '../request-inputs.ts';
import { apiGuide } from './api-guide.ts';
import { dataDictionary } from './dictionary.ts';
import { glossary } from './glossary.ts';
import { type DocumentKind, newClasses, requestedClasses, requestedDocument, requestsDomain, requestsOutline } from './intent.ts';
import { printReadme } from './readme.ts';
import { printRequest } from './request-set.ts';
import { outlineDocument } from './stubs.ts';
import { generatedBy, type Subject } from './subject.ts';
import { turtleSkeleton } from './turtle.ts';

export interface OfflineText {
  readonly text: string;
  /** True if the ontology contributed to the text. */
  readonly usesOntology: boolean;
  /** What is missing for the document that the prompt asks for. */
  readonly lacks: string | undefined;
}

const documents: Readonly<Record<Exclude<DocumentKind, 'turtle'>, (subject: Subject) => string>> = {
  readme: printReadme,
  glossary,
  dictionary: dataDictionary,
  'api-guide': apiGuide,
};

/**
 * Answers a prompt with the available material. The same material always gives the same text.
 *
 * @param outline of the code, if its language is known
 */
export function writeOffline(prompt: string, material: RequestInputs, outline?: Outline): OfflineText {
  const { ontology, code, facts, folder } = material;
  const kind = requestedDocument(prompt);
  const subject = ontology && subjectOf(prompt, ontology, material);
  const document = ontologyDocument(prompt, kind, subject);
  if (document !== undefined) return { text: document, usesOntology: true, lacks: undefined };
  if (code && outline && requestsOutline(prompt)) {
    return { text: outlineDocument(outline, code.file), usesOntology: false, lacks: undefined };
  }
  if (kind === undefined && subject && requestsDomain(prompt, subject.model)) {
    return { text: glossary(subject), usesOntology: true, lacks: undefined };
  }
  const text = printRequest(prompt, {
    model: ontology?.model,
    file: ontology?.file,
    code: code && { text: code.text, file: code.file, outline },
    facts,
    files: folder?.files.map((file) => file.path) ?? [],
  });
  return {
    text,
    usesOntology: true,
    lacks: kind === undefined ? 'without one there is only a brief for this request' : 'no ontology was found for the document',
  };
}

/** Returns the requested document about the ontology; undefined if none is requested, or if the ontology for it is missing. */
function ontologyDocument(prompt: string, kind: DocumentKind | undefined, subject: Subject | undefined): string | undefined {
  if (kind !== 'turtle') return kind && subject && documents[kind](subject);
  const added = newClasses(prompt, subject?.model.classes ?? []);
  return subject || added.length > 0 ? turtleSkeleton(subject, added) : undefined;
}

/** Selects the contents of a document about the ontology. */
function subjectOf(
  prompt: string,
  { model, file }: NonNullable<RequestInputs['ontology']>,
  { facts, folder }: RequestInputs,
): Subject {
  return { model, classes: requestedClasses(prompt, model), file, facts, generatedBy: generatedBy(folder?.files ?? []) };
}
