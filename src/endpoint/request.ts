/** HTTP client for a server that the user named; it never contacts another host. */

import { causesOf, DiagnosticError, fail, networkReason, redactSecrets } from '../diagnostics/index.ts';
import type { Address, Env } from './address.ts';
import { type Credentials, credentialsFor, runCredentialHelper } from './credentials.ts';

/** A request to the server. */
export interface Request {
  readonly accept: string;
  /** The body of a POST request; without it, the request is a GET. */
  readonly form?: URLSearchParams;
  readonly seconds: number;
}

/** Maximum number of redirections, which must stay on the same host. */
const MAX_REDIRECTIONS = 3;
/** Characters of an error response that are read, and characters that are shown. */
const MAX_READ = 20_000;
const MAX_SHOWN = 300;

/** Thrown if the server responds with an error status; another request may succeed. */
export class RequestRejected extends Error {
  readonly status: number;
  /** The server's message in one line, without secrets. */
  readonly reason: string;

  constructor(status: number, reason: string) {
    super(`the server answers ${status}`);
    this.status = status;
    this.reason = reason;
  }
}

/** Thrown if the response is too long or too late; a request with a shorter response may succeed. */
export class ResponseLimitExceeded extends Error {}

/** Client of one server. Sends its credentials to this host only. */
export class Server {
  readonly address: Address;
  readonly #env: Env;
  #credentials: Credentials | undefined;
  #isHelperAsked = false;
  #isTruncated = false;

  constructor(address: Address, env: Env) {
    this.address = address;
    this.#env = env;
    this.#credentials = credentialsFor(address.url, env);
  }

  /**
   * Returns the text of a response of at most `maxBytes` bytes.
   *
   * @throws RequestRejected, ResponseLimitExceeded, or DiagnosticError if the server cannot be reached
   */
  async text(request: Request, maxBytes: number): Promise<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    let length = 0;
    for await (const piece of this.pieces(request)) {
      length += piece.length;
      if (length > maxBytes) throw new ResponseLimitExceeded();
      try {
        text += decoder.decode(piece, { stream: true });
      } catch {
        this.#fail('what it answers is not UTF-8');
      }
    }
    return text;
  }

  /** Yields a response in pieces as they arrive; the time limit applies to the whole response. */
  async *pieces(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
    let signal = timeoutOf(request);
    try {
      let response = await this.#follow(request, signal);
      if (response.status === 401 && this.#askHelper()) {
        await response.body?.cancel();
        // The helper may have asked the user, who needs time.
        signal = timeoutOf(request);
        response = await this.#follow(request, signal);
      }
      if (!response.ok) throw new RequestRejected(response.status, await this.#reasonOf(response));
      // Virtuoso truncates long results of queries, and only this header indicates it.
      if (response.headers.has('x-sparql-maxrows') && request.form !== undefined) this.#isTruncated = true;
      for await (const piece of response.body ?? []) yield piece as Uint8Array;
    } catch (error) {
      if (signal.aborted) throw new ResponseLimitExceeded();
      if (error instanceof DiagnosticError || error instanceof RequestRejected || error instanceof ResponseLimitExceeded)
        throw error;
      fail('server-unreachable', { address: this.address.name, reason: this.#clean(failureReason(error)) });
    }
  }

  /** Returns whether a response since the last call may be truncated. */
  takeTruncationFlag(): boolean {
    const isTruncated = this.#isTruncated;
    this.#isTruncated = false;
    return isTruncated;
  }

  /**
   * Reports a {@link RequestRejected} error to the user.
   *
   * @throws DiagnosticError always
   */
  explain({ status, reason }: RequestRejected): never {
    const { name: address, url } = this.address;
    if (status === 401 || status === 403) {
      fail('server-denied', { address, host: url.host, status, reason, hasCredentials: this.#credentials !== undefined });
    }
    return fail('server-failed', { address, reason: `it answers ${status}${reason === '' ? '' : `: ${reason}`}` });
  }

  /** Asks the credential helper, once. Returns whether it gave credentials. */
  #askHelper(): boolean {
    if (this.#credentials !== undefined || this.#isHelperAsked) return false;
    this.#isHelperAsked = true;
    this.#credentials = runCredentialHelper(this.address, this.#env);
    return this.#credentials !== undefined;
  }

  /** Sends a request, and follows redirections on the same host only. */
  async #follow({ accept, form }: Request, signal: AbortSignal): Promise<Response> {
    let { url } = this.address;
    const headers = {
      accept,
      'user-agent': 'codegen',
      ...(this.#credentials && { authorization: this.#credentials.header }),
    };
    for (let n = 0; ; n++) {
      const response = await fetch(url, {
        ...(form ? { method: 'POST', body: form } : { method: 'GET' }),
        headers,
        signal,
        redirect: 'manual',
      });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.body?.cancel();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (next?.origin !== url.origin || next.username !== '' || next.password !== '') {
        fail('redirect-refused', { address: this.address.name, to: shownOrigin(next, url) });
      }
      if (n === MAX_REDIRECTIONS) this.#fail('it refers from one place to the next without end');
      url = next;
    }
  }

  #fail(reason: string): never {
    return fail('server-failed', { address: this.address.name, reason });
  }

  async #reasonOf(response: Response): Promise<string> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      if (text.length > MAX_READ) break;
    }
    const isHtml = response.headers.get('content-type')?.includes('html') ?? false;
    const visible = isHtml ? text.replace(/<[^<>]*>/g, ' ') : text;
    return this.#clean(visible.replace(/\s+/g, ' ').trim());
  }

  /** Removes secrets from a text, and limits its length for a message. */
  #clean(text: string): string {
    const clean = redactSecrets(text);
    return clean.length > MAX_SHOWN ? `${clean.slice(0, MAX_SHOWN)}…` : clean;
  }
}

const timeoutOf = ({ seconds }: Request): AbortSignal => AbortSignal.timeout(Math.ceil(seconds * 1000));

/** Describes the target of a redirection without its path, which may be long, and without credentials. */
function shownOrigin(next: URL | undefined, from: URL): string {
  if (next === undefined) return 'something that is not an address';
  if (next.origin === from.origin) return 'itself by another name and password';
  return next.origin === 'null' ? `an address of ${next.protocol.slice(0, 40)}` : next.origin;
}

/** Returns the reason of a network error; if it is unknown, the message of the innermost cause. */
function failureReason(error: unknown): string {
  const reason = networkReason(error) ?? causesOf(error).at(-1)?.message ?? String(error);
  return reason === 'terminated' ? 'the answer broke off' : reason;
}
