/** Keeps secrets out of what is printed and sent. */

/** In place of a secret. */
export const WITHHELD = '[withheld]';

/** A shorter key, such as the `ollama` or `none` that local servers are given, is no secret but an everyday word. */
const SHORTEST_KEY = 8;

/** Tokens that are known by their looks; the notes of their issuers are the source of each pattern. */
const TOKENS: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  // Amazon Web Services
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  // GitHub, GitLab
  /\bgh[pousr]_[A-Za-z0-9]{36,}\b/g,
  /\bgithub_pat_\w{22,}\b/g,
  /\bglpat-[\w-]{20,}/g,
  // OpenAI, Anthropic and those that follow them
  /\bsk-[\w-]{16,}/g,
  // Stripe
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}\b/g,
  // Google
  /\bAIza[\w-]{35}/g,
  // Slack
  /\bxox[abeoprs]-[\w-]{10,}/g,
  // npm
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  // JSON Web Tokens
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+/g,
];

/** A text without what looks like a secret. */
export function withoutTokens(text: string): string {
  return TOKENS.reduce((rest, token) => rest.replace(token, WITHHELD), text);
}

/** A text without a certain key. */
export function withoutKey(text: string, key: string | undefined): string {
  return key !== undefined && key.length >= SHORTEST_KEY ? text.replaceAll(key, WITHHELD) : text;
}

/** Takes a key out of a text that comes in pieces, even where the pieces part in the middle of it. */
export class KeyFilter {
  readonly #key: string;
  #held = '';

  constructor(key: string | undefined) {
    this.#key = key !== undefined && key.length >= SHORTEST_KEY ? key : '';
  }

  /** @returns what of the text so far can be shown now */
  push(piece: string): string {
    if (this.#key === '') return piece;
    const text = (this.#held + piece).replaceAll(this.#key, WITHHELD);
    let held = Math.min(this.#key.length - 1, text.length);
    while (held > 0 && !this.#key.startsWith(text.slice(text.length - held))) held--;
    this.#held = text.slice(text.length - held);
    return text.slice(0, text.length - held);
  }

  /** @returns what was held back */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }
}
