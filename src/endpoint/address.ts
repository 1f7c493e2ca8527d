/** Parses and checks addresses of servers that the user gives instead of a file: `sparql+https://example.org/sparql`. */

import { fail } from '../diagnostics/index.ts';
import { isEndpoint } from '../ontology/index.ts';

/** The environment variables of the process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Address of a server. */
export interface Address {
  /** The text that the user gave, for messages and headers. */
  readonly name: string;
  readonly url: URL;
}

/**
 * Parses an address `sparql+https://host/path` or `https://host/path`. Allows plain HTTP only for this machine and for
 * hosts that `CODEGEN_ALLOW_HTTP` lists.
 *
 * @throws DiagnosticError if the address is invalid or not allowed
 */
export function addressOf(name: string, env: Env): Address {
  const reject = (shown: string, reason: string, help: string) => fail('address-refused', { address: shown, reason, help });
  let url: URL;
  try {
    url = new URL(name.replace(/^sparql\+/i, ''));
  } catch {
    return reject(
      name.includes('@') ? 'it' : name,
      'is not an address',
      'sparql+https://host/path, or https://host/path for a file',
    );
  }
  if (url.username !== '' || url.password !== '') {
    url.username = '';
    url.password = '';
    return reject(
      `${isEndpoint(name) ? 'sparql+' : ''}${url.href}`,
      'is named with a password, which others see in lists of processes and in files',
      'set CODEGEN_SERVER_HOST with CODEGEN_SERVER_USER and CODEGEN_SERVER_PASSWORD, or name a program by CODEGEN_CREDENTIAL_HELPER',
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url) && !splitList(env['CODEGEN_ALLOW_HTTP']).includes(url.host)) {
    return reject(
      name,
      'is plain HTTP, which others on the network can read and change',
      `use https, or allow it: CODEGEN_ALLOW_HTTP=${url.host}`,
    );
  }
  url.hash = '';
  return { name, url };
}

/** Returns whether a URL points to this machine (RFC 6761, section 6.3, and RFC 6890). */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function splitList(text = ''): readonly string[] {
  return text.split(',').map((each) => each.trim().toLowerCase());
}
