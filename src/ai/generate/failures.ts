/** Converts exceptions of a request to a language model into diagnostics. */

import { APICallError } from 'ai';
import { causesOf, type Diagnostic, diagnostic, networkReason } from '../../diagnostics/index.ts';
import { maskKey, maskTokens } from './secrets.ts';

/** Maximum number of characters shown of a server's message. */
const LONGEST_REASON = 300;

interface FailedRequest {
  /** The model and its address, as shown to the user. */
  readonly modelLabel: string;
  readonly key: string | undefined;
  /** True if a part of the answer had arrived. */
  readonly hasAnswerBegun: boolean;
}

/**
 * Returns the diagnostic for an error. Its message never contains the key, whatever the server sent.
 *
 * @param error an exception, or for an error inside a stream the raw value that the server sent
 */
export function diagnosticOfFailure(error: unknown, { modelLabel: model, key, hasAnswerBegun }: FailedRequest): Diagnostic {
  const clean = (text: string) => shorten(maskTokens(maskKey(text, key)));
  // No HTTP error status: the network failed, or the stream did after a success.
  if (!APICallError.isInstance(error) || error.statusCode === undefined || error.statusCode < 300) {
    const unreachable = unreachableReason(error);
    const reason = clean(unreachable ?? messageOf(error, hasAnswerBegun));
    if (hasAnswerBegun) return diagnostic('answer-broken-off', { model, reason });
    return diagnostic(unreachable === undefined ? 'model-failed' : 'model-unreachable', { model, reason });
  }
  const { statusCode: status, responseHeaders } = error;
  const reason = clean(serverMessage(error));
  if (status === 401 || status === 403) return diagnostic('model-denied', { model, status, reason, hasKey: key !== undefined });
  // 529 is no registered status: Anthropic sends it if its servers are overloaded.
  if (status === 429 || status === 503 || status === 529) {
    return diagnostic('model-busy', { model, status, reason, retry: retryTime(responseHeaders?.['retry-after']) });
  }
  return diagnostic('model-failed', { model, status, reason });
}

/** Returns when to retry: `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
export function retryTime(header: string | undefined): string | undefined {
  const value = header?.trim();
  if (value && /^\d+(\.\d+)?$/.test(value)) return `in ${value} s`;
  const time = value ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : `after ${new Date(time).toISOString()}`;
}

/** Returns why the network failed; undefined for other errors. */
function unreachableReason(error: unknown): string | undefined {
  // undici throws this error if the connection breaks while the body is read.
  const isBroken = causesOf(error).some((cause) => cause instanceof TypeError && cause.message === 'terminated');
  return networkReason(error) ?? (isBroken ? 'the connection was closed' : undefined);
}

/** Returns the message of an error. Errors inside a stream are the raw value that the server sent, not an Error. */
function messageOf(error: unknown, hasAnswerBegun: boolean): string {
  if (error instanceof Error) {
    if (error.name === 'AI_JSONParseError') return 'it sent something that is not JSON';
    if (error.name === 'AI_TypeValidationError') return 'it sent something that is not in the protocol';
    if (error.name === 'AI_InvalidResponseDataError') {
      return hasAnswerBegun
        ? 'the stream ended before the answer did'
        : 'it answered with nothing, or not with a stream of events; is the address right?';
    }
    return error.message;
  }
  if (typeof error === 'string') return error;
  const message = (error as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : (JSON.stringify(error) ?? String(error));
}

/** Returns the message in the body of a failed response. */
function serverMessage(error: APICallError): string {
  const body = error.responseBody?.trim();
  if (!body) return error.message;
  try {
    const data = JSON.parse(body) as { error?: unknown; message?: unknown };
    for (const value of [(data.error as { message?: unknown } | undefined)?.message, data.error, data.message]) {
      if (typeof value === 'string' && value !== '') return value;
    }
  } catch {
    // Not JSON: an error page, for example of a proxy.
  }
  return /^\s*</.test(body) ? error.message : body;
}

function shorten(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a server must not move the cursor
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}
