/** Converts results of commands to results of tools. */

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Outcome } from './project.ts';

/** The maximum number of characters of one answer: about 10,000 tokens of a language model. */
const MAX_CHARACTERS = 40_000;

/**
 * Returns the part of a text that begins at an offset, and a note if it is not the whole text. The part ends with a line, if one
 * ends in it.
 *
 * @param offset in characters
 */
export function pageOf(text: string, offset: number): { readonly text: string; readonly note: string | undefined } {
  if (offset === 0 && text.length <= MAX_CHARACTERS) return { text, note: undefined };
  const limit = offset + MAX_CHARACTERS;
  const lineEnd = text.lastIndexOf('\n', limit - 1) + 1;
  // A pair of surrogates is not split: many readers of JSON reject one half.
  const cut = /[\ud800-\udbff]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
  const end = limit >= text.length ? text.length : lineEnd > offset ? lineEnd : cut;
  const hint = end < text.length ? `; ask again with offset ${end} for the rest` : '';
  return { text: text.slice(offset, end), note: `[characters ${Math.min(offset, end)} to ${end} of ${text.length}${hint}]` };
}

/** Returns the result of a tool that ran a command: what it printed, also as data if they are whole, or its error messages. */
export function answerOf({ status, stdout, stderr }: Outcome, offset: number): CallToolResult {
  const isError = status !== 0;
  const data: Record<string, unknown> | undefined = stdout.startsWith('{') ? JSON.parse(stdout) : undefined;
  const { text, note } = pageOf(isError ? stderr || stdout : data ? stdout : stdout + stderr, offset);
  return {
    content: [text, note].flatMap((each) => (each ? [{ type: 'text', text: each }] : [])),
    ...(data && note === undefined && { structuredContent: data }),
    ...(isError && { isError }),
  };
}
