/** A small SPARQL server for tests: oxigraph behind node:http on this machine, with a replaceable behaviour. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultGraph, namedNode, parse, quad, Store } from 'oxigraph';

/** A graph in the store: Turtle or N-Quads, in the default graph unless `graph` names another. */
export interface Held {
  readonly text: string;
  readonly format: 'text/turtle' | 'application/n-quads';
  readonly graph?: string;
}

/** A request that the server received. */
export interface Asked {
  readonly method: string | undefined;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly accept: string;
  readonly query: string | undefined;
}

export interface SmallServer {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  readonly host: string;
  readonly asked: Asked[];
  readonly end: () => Promise<void>;
}

/** Answers a request and returns true, or returns false so that the store answers. */
export type Behaviour = (request: Asked, response: ServerResponse) => boolean;

const formats: Readonly<Record<string, string>> = {
  'application/sparql-results+json': 'json',
  'application/sparql-results+xml': 'xml',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += String(piece);
  return body;
}

/** Starts a server with graphs; answers are in the order of the store. */
export async function startSmallServer(held: readonly Held[], behave: Behaviour = () => false): Promise<SmallServer> {
  const store = new Store();
  for (const { text, format, graph } of held) {
    const into = graph === undefined ? defaultGraph() : namedNode(graph);
    for (const { subject, predicate, object } of parse(text, { format, base_iri: 'file:///held.ttl' })) {
      store.add(quad(subject, predicate, object, into));
    }
  }
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await bodyOf(request));
    const { accept = '', authorization } = request.headers;
    const one = { method: request.method, path: request.url ?? '', authorization, accept, query: form.get('query') ?? undefined };
    asked.push(one);
    if (behave(one, response)) return;
    try {
      const isRows = formats[accept] !== undefined;
      const results_format = isRows ? accept : accept.includes('n-triples') ? 'application/n-triples' : 'text/turtle';
      const graphs = form.getAll('default-graph-uri').map((iri) => namedNode(iri));
      const dataset = graphs.length > 0 ? { default_graph: graphs } : {};
      const result: unknown = store.query(one.query ?? '', { results_format, ...dataset });
      response.setHeader('content-type', results_format);
      response.end(result as string);
    } catch (error) {
      response.statusCode = 400;
      response.end((error as Error).message);
    }
  };
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const end = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, asked, end };
}
