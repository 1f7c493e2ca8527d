/** Writes text without a language model: documents about an ontology or code, or else a brief. */

import type { Outline } from '../outline.ts';
import type { RequestInputs } from '../request-inputs.ts';
import { apiGuide } from './api-guide.ts';
import { dataDictionary } from './dictionary.ts';
import { glossary } from './glossary.ts';
import { type DocumentKind, newClasses, requestedClasses, requestedDocument, requestsDomain, requestsOutline } from './intent.ts';
import { readme } from './readme.ts';
import { brief } from './request-set.ts';
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
  readme,
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
  const { ontology, code, facts } = material;
  const kind = requestedDocument(prompt);
  const subject = ontology && subjectOf(prompt, ontology, material);
  if (kind === 'turtle') {
    const added = newClasses(prompt, ontology?.model.classes ?? []);
    if (subject || added.length > 0) return { text: turtleSkeleton(subject, added), usesOntology: true, lacks: undefined };
  } else if (kind !== undefined && subject) {
    return { text: documents[kind](subject), usesOntology: true, lacks: undefined };
  }
  if (code && outline && requestsOutline(prompt)) {
    return { text: outlineDocument(outline, code.file), usesOntology: false, lacks: undefined };
  }
  if (kind === undefined && subject && requestsDomain(prompt, subject.model)) {
    return { text: glossary(subject), usesOntology: true, lacks: undefined };
  }
  const text = brief(prompt, {
    model: ontology?.model,
    file: ontology?.file,
    code: code && { text: code.text, file: code.file, outline },
    facts,
    files: filesIn(material),
  });
  return {
    text,
    usesOntology: true,
    lacks: kind === undefined ? 'without one there is only a brief for this request' : 'no ontology was found for the document',
  };
}

/** Selects the contents of a document about the ontology. */
function subjectOf(
  prompt: string,
  { model, file }: NonNullable<RequestInputs['ontology']>,
  { facts, folder }: RequestInputs,
): Subject {
  return { model, classes: requestedClasses(prompt, model), file, facts, generatedBy: generatedBy(folder?.files ?? []) };
}

function filesIn({ folder }: RequestInputs): readonly string[] {
  return folder?.files.map((file) => file.path) ?? [];
}
