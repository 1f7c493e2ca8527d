/**
 * Lists the functions and types of a source text, for example `{ kind: 'function', name: 'Stack::push', line: 3, … }`. The parsers
 * are native code, so this module is loaded only when there is code to outline.
 */

import type { Grammar as GrammarName } from '../analyze/languages.ts';
import { anyKindQuery, loadParser, type SyntaxNode } from '../analyze/parser.ts';
import type { Language } from './languages.ts';

export interface Item {
  /** `function`, `struct`, `class`, … */
  readonly kind: string;
  /** Qualified by its type: `Stack::push`, `Stack.push`. */
  readonly name: string;
  /** The declaration without its body, on one line. */
  readonly signature: string;
  /** Starts at 1. */
  readonly line: number;
  readonly isDocumented: boolean;
}

export interface Outline {
  readonly language: Language;
  readonly items: readonly Item[];
}

interface Grammar {
  readonly name: GrammarName;
  /** Kinds of syntax nodes that are items, with their common names. */
  readonly items: Readonly<Record<string, string>>;
  /** Kinds of nodes that contain the items of a type, with the field that has the name of the type. */
  readonly owners: Readonly<Record<string, string>>;
  readonly separator: string;
  readonly isDocumented: (node: SyntaxNode) => boolean;
}

const followsComment = (doc: RegExp) => (node: SyntaxNode) => {
  for (let before = outermostWrapper(node).prev(); before !== null; before = before.prev()) {
    const kind = before.kind();
    if (kind === 'line_comment' || kind === 'block_comment' || kind === 'comment') return doc.test(before.text());
    // Attributes and decorators may be between an item and its documentation.
    if (kind !== 'attribute_item' && kind !== 'decorator') return false;
  }
  return false;
};

const grammars: Readonly<Record<Language, Grammar>> = {
  Rust: {
    name: 'rust',
    items: {
      function_item: 'function',
      function_signature_item: 'function',
      struct_item: 'struct',
      enum_item: 'enum',
      trait_item: 'trait',
      type_item: 'type',
      const_item: 'constant',
      macro_definition: 'macro',
    },
    owners: { impl_item: 'type', trait_item: 'name', mod_item: 'name' },
    separator: '::',
    isDocumented: followsComment(/^\/\/\/|^\/\*\*/),
  },
  TypeScript: {
    name: 'TypeScript',
    items: {
      function_declaration: 'function',
      generator_function_declaration: 'function',
      class_declaration: 'class',
      abstract_class_declaration: 'class',
      method_definition: 'method',
      interface_declaration: 'interface',
      type_alias_declaration: 'type',
      enum_declaration: 'enum',
      variable_declarator: 'function',
    },
    owners: { class_declaration: 'name', abstract_class_declaration: 'name' },
    separator: '.',
    isDocumented: followsComment(/^\/\*\*/),
  },
  Python: {
    name: 'python',
    items: { function_definition: 'function', class_definition: 'class' },
    owners: { class_definition: 'name' },
    separator: '.',
    isDocumented: (node) => /^(?:[rRuU]?"""|[rRuU]?''')/.test(node.field('body')?.children()[0]?.text() ?? ''),
  },
};

/** If a text has more syntax errors per item, it is in none of the known languages. */
const MAX_ERRORS_PER_ITEM = 1;

/**
 * Outlines a source text in the language that parses it with the fewest errors.
 *
 * @param language only this language is tried, if given
 */
export async function outlineOf(text: string, language?: Language): Promise<Outline | undefined> {
  const parse = await loadParser();
  let best: (Outline & { readonly errors: number }) | undefined;
  for (const each of language ? [language] : (Object.keys(grammars) as Language[])) {
    const grammar = grammars[each];
    const root = parse(grammar.name, text);
    const items: Item[] = [];
    collectItems(root, '', grammar, items);
    const errors = root.findAll(anyKindQuery(['ERROR'])).length;
    if (items.length === 0 || errors > items.length * MAX_ERRORS_PER_ITEM) continue;
    const isBetter = !best || errors < best.errors || (errors === best.errors && items.length > best.items.length);
    if (isBetter) best = { language: each, items, errors };
  }
  return best && { language: best.language, items: best.items };
}

function collectItems(node: SyntaxNode, owner: string, grammar: Grammar, items: Item[]): void {
  for (const child of node.children()) {
    const kind = child.kind();
    const name = child.field('name')?.text();
    const itemKind = grammar.items[kind];
    if (itemKind !== undefined && name !== undefined && isItem(child)) {
      items.push(itemOf(child, itemKind, owner === '' ? name : `${owner}${grammar.separator}${name}`, grammar));
    }
    const ownerField = grammar.owners[kind];
    const inner = ownerField === undefined ? owner : (child.field(ownerField)?.text().replace(/<.*/s, '') ?? owner);
    // Declarations within a function are not visible outside.
    if (!/^(?:function_item|function_declaration|function_definition|method_definition|arrow_function)$/.test(kind)) {
      collectItems(child, inner, grammar, items);
    }
  }
}

/** Of variables, only those that hold a function are items. */
function isItem(node: SyntaxNode): boolean {
  return (
    node.kind() !== 'variable_declarator' || /^(?:arrow_function|function_expression)$/.test(node.field('value')?.kind() ?? '')
  );
}

/** Returns the node that is a sibling of other items: `export`, `const` and decorators wrap the item. */
function outermostWrapper(node: SyntaxNode): SyntaxNode {
  const parent = node.parent();
  const wrappers = /^(?:export_statement|lexical_declaration|variable_declaration|decorated_definition)$/;
  return parent && wrappers.test(parent.kind()) ? outermostWrapper(parent) : node;
}

function itemOf(node: SyntaxNode, kind: string, name: string, grammar: Grammar): Item {
  const wrapper = outermostWrapper(node);
  const value = node.field('value');
  const callable = node.kind() === 'variable_declarator' && value ? value : node;
  const body = callable.field('body');
  const text = wrapper.text();
  const cut = body ? text.lastIndexOf(body.text()) : -1;
  const declaration = cut > 0 ? text.slice(0, cut) : text;
  return {
    kind,
    name,
    signature: declaration
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/(?:=>|\{|;)$/, '')
      .trimEnd()
      .slice(0, 300),
    line: node.range().start.line + 1,
    isDocumented: grammar.isDocumented(node),
  };
}
