import type { Position, TextDocumentIdentifier } from 'vscode-languageserver/node.js';
import type { DomainModel } from '../model/index.ts';
import { declarationOf } from '../report/index.ts';
import type { Target } from '../targets/index.ts';
import { elementsWithIri } from './hover.ts';

/** Parameters of the request `codegen/preview`: an element, by a position in a document or by its IRI, and a template. */
export type PreviewParams = { readonly textDocument: TextDocumentIdentifier; readonly template: string } & (
  | { readonly position: Position }
  | { readonly iri: string }
);

/** The result of the request: the generated file that declares the element. */
export interface Preview {
  readonly iri: string;
  /** Relative to the output folder of the template. */
  readonly path: string;
  /** Without the header that a written file has. */
  readonly text: string;
  /** The line of the declaration, from 0. */
  readonly line: number;
}

/**
 * Returns the file in which a target declares the class or enumeration of an IRI; for a property, the first class that has it.
 * Returns undefined if the target declares none.
 */
export function preview(iri: string, model: DomainModel, target: Target): Preview | undefined {
  const [first] = elementsWithIri(model, iri);
  const element = first?.kind === 'field' ? ({ kind: 'class', class: first.class } as const) : first;
  const emission = target.emit(model);
  const declared = element && declarationOf(emission, element);
  const file = declared && emission.printing().files.find(({ path }) => path === declared.file.path);
  return file && { iri, path: file.path, text: file.print().content, line: declared.line - 1 };
}
