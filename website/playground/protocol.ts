/** Messages between the page and its worker. Everything is plain data. */

import type { Diagnostic, Diagram, Hover, Suggestion } from '../../src/library/browser.ts';

/** What the user edits: the texts by file name (the first is the ontology, the others are shapes), and the chosen policies. */
export interface Project {
  readonly files: Readonly<Record<string, string>>;
  readonly policies: Readonly<Record<string, string>>;
}

export interface Assumption {
  readonly policy: string;
  readonly element: string;
  readonly decided: string;
  readonly because: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

export interface OutputFile {
  readonly path: string;
  readonly content: string;
  /** Whether it has code for classes or other elements, unlike a runtime. */
  readonly isOfModel: boolean;
}

export type Request =
  | { readonly kind: 'generate'; readonly version: number; readonly project: Project; readonly first: string }
  | { readonly kind: 'complete'; readonly id: number; readonly text: string; readonly offset: number }
  | { readonly kind: 'hover'; readonly id: number; readonly text: string; readonly offset: number };

export type Reply =
  | {
      readonly kind: 'model';
      readonly version: number;
      readonly diagnostics: readonly Diagnostic[];
      readonly assumptions: readonly Assumption[];
      /** Undefined if the ontology has errors. */
      readonly diagram?: Diagram | undefined;
    }
  | { readonly kind: 'files'; readonly version: number; readonly template: string; readonly files: readonly OutputFile[] }
  | { readonly kind: 'done'; readonly version: number; readonly failure?: string | undefined }
  | { readonly kind: 'complete'; readonly id: number; readonly suggestions: readonly Suggestion[] }
  | { readonly kind: 'hover'; readonly id: number; readonly hover: Hover | undefined };
