/** What a server is told of who asks: from the environment, or from a program that keeps secrets. */

import { spawnSync } from 'node:child_process';
import { keepSecret } from '../diagnostics/index.ts';
import { isLoopback } from './address.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What is sent to a host. No message holds it. */
export interface Credentials {
  /** The header `Authorization`. */
  readonly header: string;
}

/** So long a program may take that is asked for a secret; it may ask its user. */
const PATIENCE_MS = 60_000;

/** What may stand in a header (RFC 9110, section 5.5): what cannot is no secret of HTTP. */
const isToken = (text: string) => /^[\x21-\x7e]+$/.test(text);

function basic(user: string, password: string): Credentials {
  // RFC 7617: the octets of both are those of UTF-8.
  const encoded = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  for (const secret of [encoded, password]) keepSecret(secret);
  return { header: `Basic ${encoded}` };
}

function bearer(token: string): Credentials | undefined {
  if (!isToken(token)) return undefined;
  keepSecret(token);
  return { header: `Bearer ${token}` };
}

/**
 * The credentials of the environment, if it says that they are those of the host. They go over no plain HTTP but to this
 * machine.
 */
export function credentialsFor(url: URL, env: Env): Credentials | undefined {
  if (env['CODEGEN_SERVER_HOST']?.trim().toLowerCase() !== url.host || !isPrivate(url)) return undefined;
  const { CODEGEN_SERVER_TOKEN: token, CODEGEN_SERVER_USER: user, CODEGEN_SERVER_PASSWORD: password } = env;
  if (token) return bearer(token.trim());
  return user ? basic(user, password ?? '') : undefined;
}

/** Whether nobody on the way hears what is said. */
function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url);
}

/**
 * What the program says that `CODEGEN_CREDENTIAL_HELPER` names. It is asked as Git asks its helpers (gitcredentials(7), the
 * protocol of git-credential(1)): `<program> get`, with `protocol`, `host` and `path` on standard input.
 */
export function askHelper(url: URL, env: Env): Credentials | undefined {
  const helper = env['CODEGEN_CREDENTIAL_HELPER'];
  if (!helper || !isPrivate(url)) return undefined;
  const input = `protocol=${url.protocol.slice(0, -1)}\nhost=${url.host}\npath=${url.pathname.slice(1)}\n\n`;
  const { stdout, status } = spawnSync(helper, ['get'], {
    input,
    env: env as NodeJS.ProcessEnv,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (status !== 0 || typeof stdout !== 'string') return undefined;
  const said = new Map(
    stdout.split('\n').map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  const credential = said.get('credential');
  if (said.get('authtype')?.toLowerCase() === 'bearer' && credential !== undefined) return bearer(credential);
  const [user, password] = [said.get('username'), said.get('password')];
  return user === undefined || password === undefined ? undefined : basic(user, password);
}
