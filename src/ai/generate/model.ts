/** Asks a language model and passes its answer on as it arrives. The only module that imports the SDK, which is large. */

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type FinishReason, type LanguageModel, streamText } from 'ai';
import { type Diagnostic, diagnostic } from '../../diagnostics/index.ts';
import type { Context } from './context.ts';
import { diagnosticOfFailure } from './failures.ts';
import { KeyFilter, maskKey } from './secrets.ts';
import type { ModelSettings } from './settings.ts';

/**
 * Streams the answer of a model.
 *
 * A failed request is not repeated: the diagnostic states the problem, and the user decides how long to wait.
 *
 * @param write receives the pieces of the answer, without the key
 * @returns the problems of the answer; none if it is complete
 */
export async function askModel(
  settings: ModelSettings,
  question: Context,
  write: (text: string) => void,
): Promise<readonly Diagnostic[]> {
  // The SDK would print its warnings, some of them to standard output.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  const model = maskKey(`${settings.model} at ${settings.baseUrl}`, settings.key);
  const silenceTimeout = new AbortController();
  const timer = setTimeout(() => silenceTimeout.abort(), settings.timeoutSeconds * 1000);
  const filter = new KeyFilter(settings.key);
  let characters = 0;
  const writePiece = (text: string) => {
    if (text === '') return;
    characters += text.length;
    write(text);
  };
  let problem: Diagnostic | undefined;
  try {
    const { fullStream } = streamText({
      model: languageModel(settings),
      system: question.system,
      prompt: question.prompt,
      maxRetries: 0,
      abortSignal: silenceTimeout.signal,
      // The stream reports the error too; the default handler would print it.
      onError: () => {},
    });
    for await (const part of fullStream) {
      timer.refresh();
      if (part.type === 'text-delta') writePiece(filter.push(part.text));
      else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') throw new Error('aborted');
      else if (part.type === 'finish') problem = incompleteAnswerProblem(part.finishReason, part.rawFinishReason, model);
    }
    if (problem === undefined && characters === 0) {
      problem = diagnostic('model-failed', { model, reason: 'it answered without a word' });
    }
  } catch (error) {
    problem = silenceTimeout.signal.aborted
      ? diagnostic('model-silent', { model, seconds: settings.timeoutSeconds })
      : diagnosticOfFailure(error, { modelLabel: model, key: settings.key, hasAnswerBegun: characters > 0 });
  } finally {
    clearTimeout(timer);
  }
  writePiece(filter.end());
  if (problem === undefined) return [];
  return characters === 0 ? [problem] : [problem, diagnostic('answer-incomplete', { characters })];
}

const MAX_REDIRECTIONS = 3;

/**
 * Fetches a URL, and follows redirections within the same origin only: the user agreed to send the request and the key to
 * one host, not to others.
 */
const fetchFromHost: typeof fetch = async (input, init) => {
  let url = new URL(input instanceof Request ? input.url : input);
  for (let n = 0; ; n++) {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    const next = new URL(location, url);
    if (next.origin !== url.origin) {
      throw new Error(`it refers to ${next.origin}, to which nothing is sent; if that is the right place, name it by --base-url`);
    }
    if (n === MAX_REDIRECTIONS) throw new Error('it refers from one place to the next without end');
    url = next;
  }
};

function languageModel(settings: ModelSettings): LanguageModel {
  const { provider, model, baseUrl, key } = settings;
  switch (provider) {
    case 'anthropic':
      return createAnthropic({ baseURL: baseUrl, apiKey: key ?? '', fetch: fetchFromHost })(model);
    case 'ollama':
    case 'openai-compatible':
      return createOpenAICompatible({
        name: provider,
        baseURL: baseUrl,
        fetch: fetchFromHost,
        ...(key !== undefined && { apiKey: key }),
      })(model);
    default:
      return provider satisfies never;
  }
}

/** Returns the problem of an answer that ended without an error, but before it was complete. */
function incompleteAnswerProblem(reason: FinishReason, raw: string | undefined, model: string): Diagnostic | undefined {
  switch (reason) {
    case 'stop':
      return undefined;
    case 'length':
      return diagnostic('answer-broken-off', { model, reason: 'it reached the length that the model is limited to' });
    case 'content-filter':
      return diagnostic('answer-broken-off', { model, reason: 'the provider withheld the rest (content filter)' });
    case 'tool-calls':
      return diagnostic('answer-broken-off', { model, reason: 'the model called a tool, but codegen offers none' });
    case 'error':
    case 'other':
      // Some servers use their own reasons for a regular end. A stream without any reason was cut off.
      if (raw !== undefined) return undefined;
      return diagnostic('answer-broken-off', { model, reason: 'the stream ended before the answer did' });
    default:
      return reason satisfies never;
  }
}
