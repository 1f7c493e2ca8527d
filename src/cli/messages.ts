/** What `explain` says of the code of a message: the part of the documentation that is about it. */

import document from '../../docs/reference/messages.md?raw';

export interface Message {
  readonly code: string;
  /** Markdown. */
  readonly text: string;
}

/** The message of a code, as it stands in brackets behind it or without them; nothing if there is none. */
export function messageCalled(name: string): Message | undefined {
  const code = /^\[?([a-z]+(?:-[a-z0-9]+)*)\]?$/.exec(name)?.[1];
  if (code === undefined) return undefined;
  const [, section] = document.split(`\n### ${code}\n`);
  const text = section?.split(/\n#{2,3} /, 1)[0]?.trim();
  return text === undefined || text === '' ? undefined : { code, text };
}
