/** The editors: CodeMirror, in shadow trees, where it needs no inline styles (the page's policy forbids them). */

import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { javascript, json, typescript } from '@codemirror/legacy-modes/mode/javascript';
import { python } from '@codemirror/legacy-modes/mode/python';
import { rust } from '@codemirror/legacy-modes/mode/rust';
import { simpleMode } from '@codemirror/legacy-modes/mode/simple-mode';
import { pgSQL } from '@codemirror/legacy-modes/mode/sql';
import { turtle } from '@codemirror/legacy-modes/mode/turtle';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { type Diagnostic as Lint, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import type { Diagnostic } from '../../src/library/browser.ts';
import type { Client } from './client.ts';

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--paper)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--link)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--head)', color: 'var(--soft)', border: 'none' },
  '.cm-changed': { backgroundColor: 'var(--mark)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)',
    color: 'var(--text)',
    border: '1px solid var(--edge)',
    borderRadius: '6px',
    maxWidth: 'min(36rem, 90vw)',
  },
  '.cm-tooltip-hover': { padding: '0 0.75rem', maxHeight: '20rem', overflow: 'auto', fontFamily: 'system-ui, sans-serif' },
  '.cm-tooltip-hover th, .cm-tooltip-hover td': {
    textAlign: 'left',
    padding: '0.125rem 0.75rem 0.125rem 0',
    fontWeight: 'normal',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--link)', color: 'var(--paper)' },
  '.cm-tooltip-hover code': { whiteSpace: 'nowrap' },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap' },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--string)' },
  { tag: [tags.number, tags.bool, tags.atom], color: 'var(--number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--comment)' },
  { tag: [tags.typeName, tags.className, tags.standard(tags.name), tags.tagName], color: 'var(--type)' },
]);

const graphql = simpleMode({
  start: [
    { regex: /"""/, token: 'comment', next: 'description' },
    { regex: /#.*/, token: 'comment' },
    { regex: /"(?:[^"\\]|\\.)*"/, token: 'string' },
    { regex: /\b(?:type|interface|union|enum|input|scalar|schema|directive|implements|extend|on)\b/, token: 'keyword' },
    { regex: /@\w+/, token: 'meta' },
    { regex: /\b[A-Z]\w*/, token: 'typeName' },
    { regex: /\b\d[\d.]*/, token: 'number' },
    { regex: /\w+|\W/ },
  ],
  description: [
    { regex: /.*?"""/, token: 'comment', next: 'start' },
    { regex: /.*/, token: 'comment' },
  ],
  languageData: {},
});

const languages = {
  rs: rust,
  ts: typescript,
  js: javascript,
  py: python,
  sql: pgSQL,
  ttl: turtle,
  yaml,
  json,
  jsonld: json,
  graphql,
};

/** Returns the language of a file, by its extension. */
function languageOf(path: string): Extension {
  const parser = languages[path.slice(path.lastIndexOf('.') + 1) as keyof typeof languages];
  // Modes combine this name, which CodeMirror only knows by itself, with others.
  const tokenTable = { property: tags.propertyName };
  return parser ? StreamLanguage.define<unknown>({ ...parser, tokenTable }) : [];
}

const basics = (path: string, label: string): Extension => [
  lineNumbers(),
  languageOf(path),
  syntaxHighlighting(colours),
  theme,
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
];

const setChanged = StateEffect.define<readonly number[]>();
const changedLine = Decoration.line({ class: 'cm-changed' });

/** The lines that differ from the previous output. */
const changed = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (lines, transaction) => {
    for (const effect of transaction.effects) {
      if (effect.is(setChanged))
        return Decoration.set(effect.value.map((n) => changedLine.range(transaction.newDoc.line(n).from)));
    }
    return lines.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows generated files; keeps the position when the text of the same file changes. */
export class OutputView {
  readonly #view: EditorView;
  #path = '';

  constructor(host: HTMLElement) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.#view = new EditorView({ parent: root, root });
  }

  /** @param lines the numbers of the changed lines */
  show(path: string, text: string, lines: readonly number[]): void {
    if (path !== this.#path) {
      this.#path = path;
      const extensions = [
        basics(path, `Generated file ${path}`),
        changed,
        EditorState.readOnly.of(true),
        keymap.of(defaultKeymap),
      ];
      this.#view.setState(EditorState.create({ doc: text, extensions }));
    } else {
      const { doc } = this.#view.state;
      const old = doc.toString();
      let start = 0;
      while (start < old.length && start < text.length && old[start] === text[start]) start++;
      let end = 0;
      while (end < old.length - start && end < text.length - start && old.at(-1 - end) === text.at(-1 - end)) end++;
      const changes = { from: start, to: old.length - end, insert: text.slice(start, text.length - end) };
      this.#view.dispatch({ changes });
    }
    const [first] = lines;
    const scroll = first === undefined ? [] : [EditorView.scrollIntoView(this.#view.state.doc.line(first).from, { y: 'center' })];
    this.#view.dispatch({ effects: [setChanged.of(lines), ...scroll] });
  }
}

/** Edits the files of a project, one at a time. */
export class SourceView {
  readonly #view: EditorView;
  readonly #states = new Map<string, EditorState>();
  readonly #client: Client;
  readonly #onChange: (file: string, text: string) => void;
  #file = '';

  constructor(host: HTMLElement, client: Client, onChange: (file: string, text: string) => void) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.#view = new EditorView({ parent: root, root });
    this.#client = client;
    this.#onChange = onChange;
  }

  /** Replaces all files. */
  open(files: Readonly<Record<string, string>>): void {
    this.#states.clear();
    for (const [file, text] of Object.entries(files)) {
      this.#states.set(file, EditorState.create({ doc: text, extensions: this.#extensions(file) }));
    }
    this.#file = '';
    this.show(Object.keys(files)[0] ?? '');
  }

  show(file: string): void {
    if (file === this.#file) return;
    if (this.#states.has(this.#file)) this.#states.set(this.#file, this.#view.state);
    const state = this.#states.get(file);
    if (!state) return;
    this.#file = file;
    this.#view.setState(state);
    this.#view.scrollDOM.scrollTop = 0;
  }

  /** Shows the diagnostics of the open file at their places. */
  mark(diagnostics: readonly Diagnostic[]): void {
    const { doc } = this.#view.state;
    const marks = diagnostics.flatMap(({ severity, message, help, place }): Lint[] => {
      if (place?.file !== this.#file || place.line === undefined || place.line > doc.lines) return [];
      const line = doc.line(place.line);
      const from = Math.min(line.from + (place.column ?? 1) - 1, line.to);
      const [word = ''] = /^\S+/.exec(line.text.slice(from - line.from)) ?? [];
      const to = from + Math.max(word.replace(/[;,.]+$/, '').length, 1);
      const text = help === undefined || help === '' ? message : `${message}\n${help}`;
      return [{ from, to: Math.min(to, doc.length), severity: severity === 'error' ? 'error' : 'warning', message: text }];
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  /** Moves the cursor to a line of the open file. */
  goTo(line: number): void {
    const { doc } = this.#view.state;
    const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.#view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    this.#view.focus();
  }

  #extensions(file: string): Extension {
    return [
      basics(file, `Ontology in Turtle, ${file}`),
      history(),
      bracketMatching(),
      closeBrackets(),
      lintGutter(),
      autocompletion({ override: [(context) => this.#complete(context)] }),
      hoverTooltip(async (view, position) => {
        const found = await this.#client.hover(view.state.doc.toString(), position);
        if (!found) return null;
        const dom = document.createElement('div');
        // micromark escapes HTML, and allows no dangerous links.
        dom.innerHTML = micromark(found.text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] });
        return { pos: found.start, end: found.end, create: () => ({ dom }) };
      }),
      EditorView.lineWrapping,
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) this.#onChange(file, state.doc.toString());
      }),
      keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
    ];
  }

  async #complete(context: CompletionContext): Promise<CompletionResult | null> {
    const typed = context.matchBefore(/[\p{L}\p{N}_.%:@-]+/u);
    if (!typed && !context.explicit) return null;
    const found = await this.#client.complete(context.state.doc.toString(), context.pos);
    if (!found || found.length === 0) return null;
    const options = [...found]
      .sort((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ label, detail, documentation, changes: [own, ...others] }, i) => ({
        label,
        ...(detail !== undefined && { detail }),
        ...(documentation !== undefined && { info: documentation }),
        // Among equally good matches, the order of the language server decides.
        boost: -i / found.length,
        apply: (view: EditorView) => {
          // The user may have typed on since the suggestions were computed.
          const changes = view.state.changes([{ ...own, to: view.state.selection.main.head }, ...others]);
          view.dispatch({ changes, selection: { anchor: changes.mapPos(own.from, -1) + own.insert.length } });
        },
      }));
    return { from: typed?.from ?? context.pos, options, validFor: /^[\p{L}\p{N}_.%:@-]*$/u };
  }
}
