/** Credentials for servers, from the environment or from a credential helper. */

import { spawnSync } from 'node:child_process';
import { fail, reasonOf, registerSecret } from '../diagnostics/index.ts';
import { type Address, type Env, isLoopback } from './address.ts';

/** Credentials to send to a host. Messages never contain them. */
export interface Credentials {
  /** Value of the header `Authorization`. */
  readonly header: string;
}

/** Time limit of the credential helper, which may prompt the user. */
const HELPER_TIMEOUT_MS = 60_000;

function basicCredentials(user: string, password: string): Credentials {
  // Encoded as UTF-8 (RFC 7617).
  const encoded = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  for (const secret of [encoded, password]) registerSecret(secret);
  return { header: `Basic ${encoded}` };
}

/** Returns undefined if the token contains characters that a header does not allow (RFC 9110, section 5.5). */
function bearerCredentials(token: string): Credentials | undefined {
  if (!/^[\x21-\x7e]+$/.test(token)) return undefined;
  registerSecret(token);
  return { header: `Bearer ${token}` };
}

/**
 * Returns the credentials of the environment if `CODEGEN_SERVER_HOST` is the host of the URL. They are sent over plain HTTP
 * only to this machine.
 */
export function credentialsFor(url: URL, env: Env): Credentials | undefined {
  if (env['CODEGEN_SERVER_HOST']?.trim().toLowerCase() !== url.host || !isPrivate(url)) return undefined;
  const { CODEGEN_SERVER_TOKEN: token, CODEGEN_SERVER_USER: user, CODEGEN_SERVER_PASSWORD: password } = env;
  if (token) return bearerCredentials(token.trim());
  return user ? basicCredentials(user, password ?? '') : undefined;
}

/** Returns whether requests to a URL cannot be intercepted. */
function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url);
}

/**
 * Runs the program that `CODEGEN_CREDENTIAL_HELPER` names, with the protocol of Git's helpers (gitcredentials(7),
 * git-credential(1)): `<program> get`, with `protocol`, `host` and `path` on standard input.
 */
export function runCredentialHelper({ name: address, url }: Address, env: Env): Credentials | undefined {
  const helper = env['CODEGEN_CREDENTIAL_HELPER'];
  if (!helper || !isPrivate(url)) return undefined;
  const input = `protocol=${url.protocol.slice(0, -1)}\nhost=${url.host}\npath=${url.pathname.slice(1)}\n\n`;
  const { stdout, status, error } = spawnSync(helper, ['get'], {
    input,
    env: env as NodeJS.ProcessEnv,
    encoding: 'utf8',
    timeout: HELPER_TIMEOUT_MS,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (error && status === null)
    fail('server-failed', {
      address,
      reason: `CODEGEN_CREDENTIAL_HELPER names ${helper}, which did not run: ${helperProblem(error)}`,
    });
  if (status !== 0 || typeof stdout !== 'string') return undefined;
  const attributes = new Map(
    stdout.split(/\r?\n/).map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  const credential = attributes.get('credential');
  if (attributes.get('authtype')?.toLowerCase() === 'bearer' && credential !== undefined) return bearerCredentials(credential);
  const [user, password] = [attributes.get('username'), attributes.get('password')];
  return user === undefined || password === undefined ? undefined : basicCredentials(user, password);
}

function helperProblem(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such program; give its path alone, without arguments';
  return code === 'ETIMEDOUT' ? `it took longer than ${HELPER_TIMEOUT_MS / 1000} s` : reasonOf(error);
}
