/** `codegen ai generate`: writes text for a prompt, with a language model or offline from the ontology and the sources. */

import { type Diagnostic, diagnostic } from '../../diagnostics/index.ts';
import { buildContext } from './context.ts';
import { writeOffline } from './offline/index.ts';
import type { Outline } from './outline.ts';
import { type Code, gatherInputs, type RequestParameters } from './request-inputs.ts';
import { maskKey } from './secrets.ts';
import type { Settings } from './settings.ts';

export { readSettings, type Settings } from './settings.ts';

export interface Request extends RequestParameters {
  readonly settings: Settings;
  /** Print what would be sent, and send nothing. */
  readonly showContext: boolean;
}

/**
 * Writes the text for a prompt, in pieces as they arrive.
 *
 * @returns diagnostics; if one of them is an error, the text is incomplete or absent
 * @throws DiagnosticError if the input is not sufficient to begin
 */
export async function generateText(request: Request, write: (text: string) => void): Promise<readonly Diagnostic[]> {
  const { settings, prompt, showContext } = request;
  const inputs = await gatherInputs(request);
  const { key } = settings;
  if (showContext) {
    const { system, prompt: content } = await buildContext(prompt, inputs, key);
    write(`--- system ---\n${system}\n\n--- user ---\n${content}\n`);
    return inputs.diagnostics;
  }
  if (settings.provider === 'offline') {
    // Only the offline generator needs a valid ontology: a model could understand a broken one, and repair it.
    if (inputs.fault) throw inputs.fault;
    const { outline, problem } = await outlineOf(inputs.code);
    const { text, usesOntology, lacks } = writeOffline(prompt, inputs, outline);
    write(maskKey(text, key));
    return [
      ...(usesOntology ? inputs.diagnostics : []),
      ...(problem ? [problem] : []),
      diagnostic('no-model-used', { ...(lacks !== undefined && { lacks }) }),
    ];
  }
  const { askModel } = await import('./model.ts');
  return [...inputs.diagnostics, ...(await askModel(settings, await buildContext(prompt, inputs, key), write))];
}

/** Outlines code that is not an ontology, or returns the problem that prevents it. */
async function outlineOf(
  code: Code | undefined,
): Promise<{ readonly outline?: Outline | undefined; readonly problem?: Diagnostic }> {
  if (code === undefined || code.isOntology) return {};
  try {
    const parsers = await import('./outline.ts');
    return { outline: await parsers.outlineOf(code.text, code.language) };
  } catch (error) {
    // The parsers are native code, and not available for every platform.
    return { problem: diagnostic('outline-unavailable', { reason: error instanceof Error ? error.message : String(error) }) };
  }
}
