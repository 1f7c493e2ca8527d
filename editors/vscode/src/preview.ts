/** The request for previews, and the addresses of the virtual documents that show them. */

/** The request `codegen/preview` of the language server. */
export const PREVIEW_REQUEST = 'codegen/preview';

/** The scheme of previews. */
export const PREVIEW_SCHEME = 'codegen-preview';

/** The result of the request; null if nothing is generated. */
export interface Preview {
  readonly iri: string;
  readonly path: string;
  readonly text: string;
  /** From 0. */
  readonly line: number;
}

/** What a preview shows: an element of an open document in a template. */
export interface PreviewSubject {
  readonly uri: string;
  readonly iri: string;
  readonly template: string;
}

/** Returns path and query of a preview. The editor takes the title and the language from the path. */
export function previewAddress(subject: PreviewSubject, path: string): { readonly path: string; readonly query: string } {
  return { path: `/${subject.template}/${path}`, query: JSON.stringify(subject) };
}

export function previewParams(query: string): object {
  const { uri, iri, template } = JSON.parse(query) as PreviewSubject;
  return { textDocument: { uri }, iri, template };
}

/** Returns the templates of a server, from its capabilities; none if it is too old. */
export function templatesOf(experimental: unknown): readonly string[] {
  return (experimental as { preview?: { templates?: readonly string[] } } | undefined)?.preview?.templates ?? [];
}
