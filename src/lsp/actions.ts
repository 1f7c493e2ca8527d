/** Converts the fixes of diagnostics to quick fixes of the editor: `Write owl:Class`, `Declare ex: as <http://example.org/>`. */

import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic as LspDiagnostic,
  type Range,
  type TextEdit,
} from 'vscode-languageserver/node.js';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic, Fix } from '../diagnostics/index.ts';
import { lspRange } from './locations.ts';
import { resolveName, scan } from './tokens.ts';

/**
 * Returns the quick fixes for the diagnostics of a document, the most likely first.
 *
 * @param items the diagnostics, each with the object that the editor received
 * @param prefixes the prefixes with which messages shorten names
 */
export function actionsFor(
  document: TextDocument,
  items: readonly { readonly diagnostic: Diagnostic; readonly lspDiagnostic: LspDiagnostic }[],
  prefixes: ReadonlyMap<string, string>,
): CodeAction[] {
  const scanned = scan(document.getText());
  return items.flatMap(({ diagnostic, lspDiagnostic }) =>
    (diagnostic.fixes ?? []).flatMap((fix) => {
      const from = document.offsetAt(lspDiagnostic.range.start);
      const edit = edits[fix.kind](fix as never, { document, from, scanned, prefixes });
      if (!edit) return [];
      return {
        title: titles[fix.kind](fix as never),
        kind: CodeActionKind.QuickFix,
        diagnostics: [lspDiagnostic],
        isPreferred: fix.kind !== 'state',
        edit: { changes: { [document.uri]: [edit] } },
      };
    }),
  );
}

type FixOf<K extends Fix['kind']> = Extract<Fix, { readonly kind: K }>;

const titles: { readonly [K in Fix['kind']]: (fix: FixOf<K>) => string } = {
  replace: ({ by }) => `Write ${by}`,
  state: ({ statement }) => `Add ${statement}`,
  prefix: ({ prefix, namespace }) => `Declare ${prefix}: as <${namespace}>`,
};

interface ActionContext {
  readonly document: TextDocument;
  readonly from: number;
  readonly scanned: ReturnType<typeof scan>;
  readonly prefixes: ReadonlyMap<string, string>;
}

const edits: { readonly [K in Fix['kind']]: (fix: FixOf<K>, context: ActionContext) => TextEdit | undefined } = {
  replace({ name, by }, { document, from, scanned, prefixes }) {
    const iri = resolveName(name, prefixes);
    const match = scanned.names.find(
      ({ text, end }) => end > from && (text === name || (iri !== undefined && resolveName(text, prefixes) === iri)),
    );
    return match && { range: lspRange(match, document), newText: by };
  },
  state({ statement }, { document }) {
    const text = document.getText();
    return { range: emptyRangeAt(document, text.length), newText: `${text.endsWith('\n') ? '' : '\n'}${statement}\n` };
  },
  prefix({ prefix, namespace }, { document }) {
    return { range: emptyRangeAt(document, 0), newText: `@prefix ${prefix}: <${namespace}> .\n` };
  },
};

function emptyRangeAt(document: TextDocument, offset: number): Range {
  return lspRange({ start: offset, end: offset }, document);
}
