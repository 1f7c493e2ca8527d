/** Removes secrets from all messages, whatever their source: a server may return what it has received. */

const secrets = new Set<string>();

/** Removes a text, and the forms in which others repeat it, from all later messages. */
export function registerSecret(secret: string): void {
  for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    if (form !== '') secrets.add(form);
}

/** Returns a text with all known secrets replaced. */
export function redactSecrets(text: string): string {
  // Longer ones first, because a secret may be part of another.
  const known = secrets.size === 0 ? [] : [...secrets].sort((a, b) => b.length - a.length);
  return known.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}
