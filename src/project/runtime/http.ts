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

/**
 * The data of a successful call, or a problem. Its status is one that the API declares, unless another server, such as a
 * proxy, describes a problem. As in `fetch`, a response 304 to a request with `If-None-Match` is not ok.
 */
export type Result<Status extends number, Data, FailureStatus extends number> =
  | {
      readonly ok: true;
      readonly status: Status;
      readonly data: Data;
      readonly etag?: string;
      /** The parameter `after` of the next page. */
      readonly next?: string;
    }
  | {
      readonly ok: false;
      readonly status: FailureStatus;
      readonly problem: Problem;
      /** Number of seconds after which to try again, if the server states it. */
      readonly retryAfter?: number;
    };

/** Statuses of the failures that all operations without a request body have. */
export type ReadFailure = number;

/** Statuses of the failures that all operations with a request body have. */
export type WriteFailure = number;

/** The kind of a problem. */
export type ProblemCode = string;

/** Details of an error (RFC 9457). */
export interface Problem {
  /** Identifies the kind of problem. */
  type?: string;
  /** Summary of the kind of problem. */
  title: string;
  /** HTTP status of the response. */
  status: number;
  /** Machine-readable kind of problem. */
  code?: ProblemCode;
  /** Explanation of this occurrence of the problem. */
  detail?: string;
  /** Identifies this occurrence of the problem. */
  instance?: string;
  /** The invalid values of the request: a place in the body (RFC 6901, as a URI fragment), or a query parameter. */
  errors?: {
    pointer?: string;
    parameter?: string;
    constraint?: string;
    axiom?: string;
    detail: string;
  }[];
}

/** Selects a part of a list. */
export interface PageQuery {
  /** Maximum number of entries on a page, from 1 to 100; default 20. */
  readonly limit?: number;
  /** Number of entries to skip. */
  readonly offset?: number;
}

/** A member to sort by, or with `-` for descending order. */
export type Sort<Name extends string> = Name | `-${Name}`;

/** Thrown for a response that is neither a success nor a problem, such as the HTML page of a proxy. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';
  readonly response: Response;

  constructor(response: Response, options?: ErrorOptions) {
    const { status, statusText } = response;
    super(`unexpected response: ${String(status)} ${statusText}`.trimEnd(), options);
    this.response = response;
  }
}

/** A request and the status of its success. */
export interface Call<Status extends number> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: object;
  readonly body?: unknown;
  readonly success: Status;
  readonly options: CallOptions | undefined;
}

/**
 * Sends a request. The response body has the type that the API declares, but is not validated.
 *
 * @throws UnexpectedResponse, or the error of `fetch` if the server does not respond or the call is canceled.
 */
export async function call<Status extends number, Data, FailureStatus extends number>(
  api: Api,
  { method, path, query = {}, body, success, options = {} }: Call<Status>,
): Promise<Result<Status, Data, FailureStatus>> {
  const send = api.fetch ?? fetch;
  const response = await send(address(api, path, query), {
    method,
    headers: headersOf(method, body, [api.headers, options.headers]),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
  if (response.status === success) {
    const data = response.status === 204 ? undefined : await json(response);
    return { ok: true, status: success, data: data as Data, ...tagAndCursor(response.headers) };
  }
  const status = response.status as FailureStatus;
  if (response.status === 304)
    return { ok: false, status, problem: { title: 'Not Modified', status } };
  if (mediaType(response) !== 'application/problem+json') throw new UnexpectedResponse(response);
  const problem = (await json(response)) as Problem;
  const seconds = response.headers.get('retry-after') ?? '';
  return {
    ok: false,
    status,
    problem,
    ...(/^\d+$/.test(seconds) && { retryAfter: Number(seconds) }),
  };
}

/** Returns the entity tag of an instance, and the cursor of the next page (RFC 8288). */
function tagAndCursor(headers: Headers): { readonly etag?: string; readonly next?: string } {
  const etag = headers.get('etag');
  const next = /[?&]after=(\w+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return { ...(etag !== null && { etag }), ...(next !== undefined && { next }) };
}

/** Merges headers. Names are case-insensitive; later headers replace earlier ones. */
function headersOf(
  method: string,
  body: unknown,
  additions: readonly (Readonly<Record<string, string>> | undefined)[],
): Headers {
  const headers = new Headers({ accept: 'application/json, application/problem+json' });
  if (body !== undefined) {
    // Updates are JSON Merge Patches (RFC 7396).
    headers.set(
      'content-type',
      method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    );
  }
  for (const added of additions) {
    for (const [name, value] of Object.entries(added ?? {})) headers.set(name, value);
  }
  return headers;
}

function mediaType(response: Response): string | undefined {
  return response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
}

/** Returns the URL of a path with its query parameters. */
function address({ baseUrl }: Api, path: string, query: object): string {
  const search: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const values = [value].flat().map((each) => encodeURIComponent(String(each)));
    // An empty list would omit this filter, so all instances would be returned.
    if (values.length === 0 && name.endsWith('[in]'))
      throw new TypeError(`${name} must have at least one value`);
    // Only commas between values are not encoded (`style: form`, `explode: false`).
    if (values.length > 0) search.push(`${encodeURIComponent(name)}=${values.join(',')}`);
  }
  let base = baseUrl;
  while (base.endsWith('/')) base = base.slice(0, -1);
  return base + path + (search.length > 0 ? `?${search.join('&')}` : '');
}

async function json(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnexpectedResponse(response, { cause });
  }
}
