/**
 * Writes text without a language model, because `ai generate` must answer without a network: a README or data dictionary of the
 * ontology, an outline of code, or else a brief, which repeats the request together with the facts for it.
 */

import type { Outline } from '../outline.ts';
import type { RequestInputs } from '../request-inputs.ts';
import { type BriefInputs, printBrief } from './brief.ts';
import { outlineDocument } from './code-outline.ts';
import { dataDictionary } from './dictionary.ts';
import { type DocumentKind, requestedClasses, requestedDocument, requestsDomain, requestsOutline } from './intent.ts';
import { printReadme } from './readme.ts';
import { generatedBy, type Subject } from './subject.ts';

export interface OfflineText {
  readonly text: string;
  /** True if the ontology contributed to the text. */
  readonly usesOntology: boolean;
  /** What is missing for the document that the prompt asks for. */
  readonly lacks: string | undefined;
}

const documents: Readonly<Record<DocumentKind, (subject: Subject) => string>> = {
  readme: printReadme,
  dictionary: dataDictionary,
};

/**
 * Answers a prompt with the available inputs. The same inputs always give the same text.
 *
 * @param outline of the code, if its language is known
 */
export function writeOffline(prompt: string, inputs: RequestInputs, outline?: Outline): OfflineText {
  const { ontology, code } = inputs;
  const kind = requestedDocument(prompt);
  const subject = ontology && subjectOf(prompt, ontology, inputs);
  if (kind && subject) return { text: documents[kind](subject), usesOntology: true, lacks: undefined };
  if (code && outline && requestsOutline(prompt)) {
    return { text: outlineDocument(outline, code.file), usesOntology: false, lacks: undefined };
  }
  if (kind === undefined && subject && requestsDomain(prompt, subject.model)) {
    return { text: dataDictionary(subject), usesOntology: true, lacks: undefined };
  }
  return {
    text: printBrief(prompt, briefInputs(inputs, outline)),
    usesOntology: true,
    lacks: kind === undefined ? 'without one there is only a brief for this request' : 'no ontology was found for the document',
  };
}

function briefInputs({ ontology, code, facts, folder }: RequestInputs, outline: Outline | undefined): BriefInputs {
  return {
    model: ontology?.model,
    file: ontology?.file,
    code: code && { text: code.text, file: code.file, outline },
    facts,
    files: folder?.files.map((file) => file.path) ?? [],
  };
}

/** Selects the contents of a document about the ontology. */
function subjectOf(
  prompt: string,
  { model, file }: NonNullable<RequestInputs['ontology']>,
  { facts, folder }: RequestInputs,
): Subject {
  return { model, classes: requestedClasses(prompt, model), file, facts, generatedBy: generatedBy(folder) };
}
