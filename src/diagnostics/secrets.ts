/** What no message may hold, whoever says it: a server may send back what it was told. */

const secrets = new Set<string>();

/** Keeps a text, and the forms in which others repeat it, out of all messages from now on. */
export function keepSecret(secret: string): void {
  for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    if (form !== '') secrets.add(form);
}

/** A text with nothing secret in it. */
export function withoutSecrets(text: string): string {
  // Longer ones first: one may be a part of another.
  const known = secrets.size === 0 ? [] : [...secrets].sort((a, b) => b.length - a.length);
  return known.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}
