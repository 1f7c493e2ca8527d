/** Explanations of message codes for `codegen explain`, taken from the documentation. */

import document from '../../docs/reference/messages.md?raw';

export interface Message {
  readonly code: string;
  /** Markdown. */
  readonly text: string;
}

/** Returns the message of a code, given with or without brackets; undefined if it does not exist. */
export function findMessage(name: string): Message | undefined {
  const code = /^\[?([a-z]+(?:-[a-z0-9]+)*)\]?$/.exec(name)?.[1];
  if (code === undefined) return undefined;
  const [, section] = document.split(`\n### ${code}\n`);
  const text = section?.split(/\n#{2,3} /, 1)[0]?.trim();
  return text === undefined || text === '' ? undefined : { code, text };
}
