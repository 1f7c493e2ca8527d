/** Completes names of a Turtle document: after `ex:author a ow` it offers `owl:Class`, and the declaration of the prefix if needed. */

import { type CompletionItem, CompletionItemKind, type TextEdit } from 'vscode-languageserver-types';
import {
  isBlank,
  localName,
  type Ontology,
  owl,
  rdf,
  rdfs,
  standardNamespaces,
  standardTerms,
  wellKnownPrefixes,
} from '../ontology/index.ts';
import { prefixesOf, type Role, resolveName, scan } from './tokens.ts';

/** A character of a name or a directive. */
const NAME_CHARACTER = /[\p{L}\p{N}_.%:@-]/u;

const MAX_ITEMS = 2000;

const KEYWORDS = ['@prefix', '@base'] as const;

const propertyTypes = [rdf.Property, owl.ObjectProperty, owl.DatatypeProperty, owl.AnnotationProperty] as const;

/** Completions at an offset of a text. */
export interface Completion {
  readonly items: readonly CompletionItem[];
  /** Whether the editor must ask again after more typing. */
  readonly isIncomplete: boolean;
}

/**
 * Completes a name, a prefix or a keyword.
 *
 * @param ontology the latest valid ontology, with its imports
 * @param edit creates the replacement of a part of the text
 */
export function complete(
  text: string,
  offset: number,
  ontology: Ontology | undefined,
  edit: (start: number, end: number, text: string) => TextEdit,
): Completion {
  const before = scan(text, offset);
  if (!before.end.isFree) return EMPTY_COMPLETION;
  const typed = typedPrefix(text, offset);
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const start = offset - typed.length;
  const replace = (newText: string) => edit(start, offset, newText);
  if (typed.startsWith('@'))
    return completeList(KEYWORDS.map((label) => ({ label, kind: CompletionItemKind.Keyword, textEdit: replace(label) })));
  const document = scan(text);
  if (/^\s*(@prefix|PREFIX)\s+[\p{L}\p{N}_-]*:?$/iu.test(line)) return prefixDeclarations(line, document.prefixes, replace);
  if (/^\s*(@prefix|@base|PREFIX|BASE)\b/.test(line)) return EMPTY_COMPLETION;
  // The role of the name that is being typed, not of the next one.
  const { role, predicate } = scan(text, start).end;
  const prefixes = prefixesOf(document, ontology);
  const candidates = new Candidates(prefixes, ontology);
  const others = document.names.filter((name) => offset < name.start || name.end < offset);
  for (const iri of others.flatMap(({ text }) => resolveName(text, prefixes) ?? [])) candidates.add(iri);
  const colon = typed.indexOf(':');
  const namespace = colon < 0 ? undefined : prefixes.get(typed.slice(0, colon));
  if (colon >= 0 && namespace === undefined) return EMPTY_COMPLETION;
  const isInNamespace = (iri: string) => namespace === undefined || iri.startsWith(namespace);
  const declare = (name: string) => declarationEdit(name, document.prefixes, ontology, edit);
  const terms = [...candidates.collect(namespace)].filter(([iri]) => isInNamespace(iri));
  const items = terms.map(([iri, name]) => itemOf(iri, name, { role, predicate, ontology, replace, declare }));
  if (colon < 0) {
    if (role === 'predicate')
      items.push({ label: 'a', kind: CompletionItemKind.Keyword, detail: 'rdf:type', sortText: '0', textEdit: replace('a') });
    for (const [prefix, namespace] of prefixes) items.push(prefixItem(prefix, namespace, { replace, declare }));
  }
  if (items.length <= MAX_ITEMS) return completeList(items);
  const part = typed.toLowerCase();
  const similar = items.filter(({ label }) => label.toLowerCase().includes(part));
  return { items: similar.slice(0, MAX_ITEMS), isIncomplete: true };
}

/** Returns the part of a name or directive before the cursor. */
function typedPrefix(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && NAME_CHARACTER.test(text.charAt(start - 1))) start--;
  const typed = text.slice(start, offset);
  // Leading dots end the previous statement.
  return typed.slice(typed.search(/[^.]|$/));
}

const EMPTY_COMPLETION: Completion = { items: [], isIncomplete: false };

function completeList(items: readonly CompletionItem[]): Completion {
  return { items, isIncomplete: false };
}

/** Completion candidates, with their shortest prefixed names. */
class Candidates {
  readonly #names = new Map<string, string>();
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #ontology: Ontology | undefined;

  constructor(prefixes: ReadonlyMap<string, string>, ontology: Ontology | undefined) {
    this.#prefixes = prefixes;
    this.#ontology = ontology;
  }

  add(iri: string): void {
    if (this.#names.has(iri) || isBlank(iri)) return;
    let best: string | undefined;
    for (const [prefix, namespace] of this.#prefixes) {
      if (namespace === '' || !iri.startsWith(namespace)) continue;
      const local = iri.slice(namespace.length);
      if (!/^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u.test(local)) continue;
      const name = `${prefix}:${local}`;
      if (best === undefined || name.length < best.length) best = name;
    }
    if (best !== undefined) this.#names.set(iri, best);
  }

  /** @param requested the namespace; if undefined, all terms are added, including those of the standards */
  collect(requested: string | undefined): Iterable<readonly [iri: string, name: string]> {
    for (const iri of this.#ontology?.subjects() ?? []) if (requested === undefined || iri.startsWith(requested)) this.add(iri);
    for (const namespace of standardNamespaces) {
      if (requested === undefined || requested === namespace)
        for (const term of standardTerms(namespace)) this.add(namespace + term);
    }
    return this.#names;
  }
}

function prefixItem(
  prefix: string,
  namespace: string,
  { replace, declare }: Pick<CompletionContext, 'replace' | 'declare'>,
): CompletionItem {
  const label = `${prefix}:`;
  const added = declare(label);
  return {
    label,
    kind: CompletionItemKind.Module,
    detail: namespace,
    sortText: `3${label}`,
    textEdit: replace(label),
    ...(added && { additionalTextEdits: [added] }),
  };
}

interface CompletionContext {
  readonly role: Role;
  readonly predicate: string | undefined;
  readonly ontology: Ontology | undefined;
  readonly replace: (text: string) => TextEdit;
  readonly declare: (name: string) => TextEdit | undefined;
}

function itemOf(iri: string, name: string, { role, predicate, ontology, replace, declare }: CompletionContext): CompletionItem {
  const kind = kindOf(iri, ontology);
  const label = ontology?.literals(iri, rdfs.label)[0]?.value;
  const comment = ontology?.literals(iri, rdfs.comment)[0]?.value;
  const added = declare(name);
  const expected = expectedKind(role, predicate);
  const isLikely = expected === undefined || kind === expected;
  const isOwn = ontology !== undefined && ontology.statements(iri).length > 0;
  return {
    label: name,
    kind: kinds[kind],
    ...(label !== undefined && { detail: label }),
    ...(comment !== undefined && { documentation: comment }),
    sortText: `${isLikely ? 1 : 2}${isOwn ? 0 : 1}${name}`,
    filterText: name,
    textEdit: replace(name),
    ...(added && { additionalTextEdits: [added] }),
  };
}

function expectedKind(role: Role, predicate = ''): 'property' | 'class' | undefined {
  if (role === 'predicate') return 'property';
  const isOfClass = predicate === 'a' || /[:/#](type|domain|range|subClassOf|targetClass|class)>?$/.test(predicate);
  return role === 'object' && isOfClass ? 'class' : undefined;
}

const kinds = {
  class: CompletionItemKind.Class,
  property: CompletionItemKind.Property,
  other: CompletionItemKind.Value,
} as const;

/** Returns the kind of an IRI from its types; for terms of a standard, from the case of the first letter. */
function kindOf(iri: string, ontology: Ontology | undefined): keyof typeof kinds {
  const types = ontology?.types(iri) ?? [];
  if (types.some((type) => propertyTypes.some((each) => each === type))) return 'property';
  if (types.includes(owl.Class) || types.includes(rdfs.Class)) return 'class';
  if (standardNamespaces.some((namespace) => iri.startsWith(namespace)))
    return /^\p{Lu}/u.test(localName(iri)) ? 'class' : 'property';
  return types.length > 0 ? 'other' : 'class';
}

/** Returns declarations of well-known prefixes that are not declared yet. */
function prefixDeclarations(
  line: string,
  declared: ReadonlyMap<string, string>,
  replace: (text: string) => TextEdit,
): Completion {
  const end = /^\s*@/.test(line) ? ' .' : '';
  return completeList(
    [...wellKnownPrefixes]
      .filter(([prefix]) => !declared.has(prefix))
      .map(([prefix, namespace]) => ({
        label: `${prefix}:`,
        kind: CompletionItemKind.Module,
        detail: namespace,
        textEdit: replace(`${prefix}: <${namespace}>${end}`),
      })),
  );
}

/** Returns an edit that declares the prefix of a name at the start of the text, if it is undeclared. */
function declarationEdit(
  name: string,
  declared: ReadonlyMap<string, string>,
  ontology: Ontology | undefined,
  edit: (start: number, end: number, text: string) => TextEdit,
): TextEdit | undefined {
  const prefix = name.slice(0, name.indexOf(':'));
  if (declared.has(prefix)) return undefined;
  const namespace = ontology?.prefixes.get(prefix) ?? wellKnownPrefixes.get(prefix);
  return namespace === undefined ? undefined : edit(0, 0, `@prefix ${prefix}: <${namespace}> .\n`);
}
