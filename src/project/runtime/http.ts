/** Settings for all calls of an API. */
export interface Api {
  /** The URL before all paths, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Sent with every request, such as `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Settings for one call. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Cancels the call. */
  readonly signal?: AbortSignal;
}

/** The data of a successful call, or a problem that the API declares. */
export type Result<Status extends number, Data, FailureStatus extends number> =
  | { readonly ok: true; readonly status: Status; readonly data: Data; readonly etag?: string }
  | { readonly ok: false; readonly status: FailureStatus; readonly problem: Problem };

/** Details of an error (RFC 9457). */
export interface Problem {
  /** Identifies the kind of problem. */
  type?: string;
  /** Summary of the kind of problem. */
  title: string;
  /** HTTP status of the response. */
  status: number;
  /** Kind of problem, for programs. */
  code?: string;
  /** Explanation of this occurrence of the problem. */
  detail?: string;
  /** Identifies this occurrence of the problem. */
  instance?: string;
  /** The invalid values of the request: a place in the body (RFC 6901, as a URI fragment), or a query parameter. */
  errors?: { pointer?: string; parameter?: string; constraint?: string; detail: string }[];
}

/** Selects a part of a list. */
export interface PageQuery {
  /** Maximum number of entries on a page, from 1 to 100; default 20. */
  readonly limit?: number;
  /** Number of entries to skip. */
  readonly offset?: number;
}

/** Position of a page in its list. */
export interface Page {
  /** Number of entries in the list. */
  total: number;
  /** Maximum number of entries on a page. */
  limit: number;
  /** Number of entries before the page. */
  offset: number;
}

/** Thrown for a response with a status that the operation does not declare, such as the error of a proxy. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';
  readonly response: Response;

  constructor(response: Response, options?: ErrorOptions) {
    super(`unexpected response: ${response.status} ${response.statusText}`.trimEnd(), options);
    this.response = response;
  }
}

/** A request and the response statuses that its operation declares. */
export interface Call<Status extends number, FailureStatus extends number> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: object;
  readonly body?: unknown;
  readonly success: Status;
  readonly failures: readonly FailureStatus[];
  readonly options: CallOptions | undefined;
}

/**
 * Sends a request. The response body has the type that the API declares, but is not validated.
 *
 * @throws UnexpectedResponse, or the error of `fetch` if the server does not respond.
 */
export async function call<Status extends number, Data, FailureStatus extends number>(
  api: Api,
  { method, path, query = {}, body, success, failures, options = {} }: Call<Status, FailureStatus>,
): Promise<Result<Status, Data, FailureStatus>> {
  const send = api.fetch ?? fetch;
  const response = await send(address(api, path, query), {
    method,
    headers: {
      accept: 'application/json, application/problem+json',
      // Updates are JSON Merge Patches (RFC 7396).
      ...(body !== undefined && {
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      }),
      ...api.headers,
      ...options.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
  if (response.status === success) {
    const data = response.status === 204 ? undefined : await json(response);
    const etag = response.headers.get('etag');
    return { ok: true, status: success, data: data as Data, ...(etag !== null && { etag }) };
  }
  const status = failures.find((failure) => failure === response.status);
  if (status === undefined) throw new UnexpectedResponse(response);
  return { ok: false, status, problem: (await json(response)) as Problem };
}

/** Returns the URL of a path with its query parameters. */
function address({ baseUrl }: Api, path: string, query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  let base = baseUrl;
  while (base.endsWith('/')) base = base.slice(0, -1);
  return base + path + (search.size > 0 ? `?${search}` : '');
}

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new UnexpectedResponse(response, { cause });
  }
}
