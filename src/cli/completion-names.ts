/** Names of an ontology for shell completion. The completion scripts request them while the user types. */

import type { Command } from 'commander';
import { DiagnosticError } from '../diagnostics/index.ts';
import { isBlank, localName, type Ontology, owl, rdfs, sh } from '../ontology/index.ts';
import type { Io } from './io.ts';
import { isRemoteSubject, modelFor, readSubject, resolveSources } from './ontology.ts';
import type { ModelOptions } from './options.ts';

/** Which names to list: those of classes, or of all elements that `explain` accepts. */
export const nameKinds = ['classes', 'elements'] as const;
export type NameKind = (typeof nameKinds)[number];

/**
 * Prints the names that complete a word, one per line. If no ontology can be read, it prints nothing, because a message would
 * disturb the command line that the user is typing.
 *
 * @param typed the word to complete
 * @param words the words before it, without the program
 */
export async function completionNames(
  io: Io,
  program: Command,
  kind: NameKind,
  typed: string,
  words: readonly string[],
): Promise<number> {
  try {
    for (const name of await namesOf(kind, typed.replace(VALUE_FLAG, ''), ontologyOptions(program, words)))
      io.stdout.write(`${name}\n`);
    return 0;
  } catch (error) {
    if (error instanceof DiagnosticError) return 1;
    throw error;
  }
}

/** The flag that fish passes in front of a value: `--select=`. */
const VALUE_FLAG = /^--[a-z-]+=/;

interface CompletionInput {
  readonly file: string | undefined;
  readonly options: ModelOptions;
}

/** Reads the ontology and its options from an incomplete command line. */
function ontologyOptions(program: Command, words: readonly string[]): CompletionInput {
  const typed = joinWords(words);
  let command = program;
  for (;;) {
    const next = command.commands.find((each) => each.name() === typed[0]);
    if (!next) break;
    command = next;
    typed.shift();
  }
  // If the word to complete is the value of the last option, that option has no value yet.
  if (command.options.some((option) => option.required && option.long === typed.at(-1))) typed.pop();
  const { operands } = command.parseOptions(typed);
  const values = command.opts();
  const options: ModelOptions = {
    config: values['config'] === false ? undefined : values['config'],
    noConfig: values['config'] === false,
    shapes: values['shapes'] ?? [],
    import: values['import'] ?? [],
    catalog: values['catalog'],
    allowRead: values['allowRead'] ?? [],
    graphName: [],
    updateLock: false,
    policy: values['policy'] ?? [],
    select: [],
    exclude: [],
    depth: undefined,
    outside: undefined,
  };
  const isFile = command.registeredArguments[0]?.name() === 'ontology-file';
  return { file: values['ontology'] ?? values['graph'] ?? (isFile ? operands[0] : undefined), options };
}

/** Joins words as the program receives them: bash splits `--option=value` into three, and all shells pass quotes on. */
function joinWords(words: readonly string[]): string[] {
  const all: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const plain = word.replace(/\\(.)/gs, '$1').replace(/^(['"])(.*)\1$/s, '$2');
    if (plain === '=' || isOpen) all.push(`${all.pop() ?? ''}${plain}`);
    else all.push(plain);
    isOpen = plain === '=';
  }
  return all;
}

async function namesOf(kind: NameKind, typed: string, { file, options }: CompletionInput): Promise<Iterable<string>> {
  const subject = await resolveSources(file, options);
  // Completion must not send requests to servers.
  if (isRemoteSubject(subject)) return [];
  const dot = typed.lastIndexOf('.');
  if (kind === 'elements' && dot > 0) return fieldsOf(typed, typed.slice(0, dot), { file, options });
  const ontology = await readSubject(subject);
  const classes = [...classesOf(ontology)];
  const prefixed = matchingNames(
    classes.map((iri) => ontology.show(iri)),
    typed,
  );
  if (prefixed.length > 0 && typed.includes(':')) return prefixed;
  const local = matchingNames(classes.map(localName), typed);
  // If nothing is typed, or no local name matches, names are offered as the ontology writes them.
  return typed === '' || local.length === 0 ? prefixed : local;
}

/** Returns the fields of a class in the form that `explain` accepts: `Post.title`. */
async function fieldsOf(typed: string, owner: string, { file, options }: CompletionInput): Promise<Iterable<string>> {
  const { elementsOf, findElement } = await import('../report/index.ts');
  const { model, ontology } = await modelFor(file, options);
  const element = findElement(model, owner, (iri) => ontology.show(iri));
  if (element?.kind !== 'class') return [];
  const fields = [...elementsOf(model)].flatMap((each) =>
    each.kind === 'field' && each.class === element.class ? [`${owner}.${each.field.name}`] : [],
  );
  return matchingNames(fields, typed);
}

function matchingNames(names: readonly string[], typed: string): readonly string[] {
  return [...new Set(names)].filter((name) => name.startsWith(typed) && isHarmless(name));
}

/** Returns whether no shell can execute a part of the name: IRIs may contain `$(…)`, and completed words go on a command line. */
function isHarmless(name: string): boolean {
  return /^[\p{L}\p{N}:_./#%@+-]+$/u.test(name);
}

/** Yields the IRIs of declared classes and of the target classes of shapes, in the order of the files. */
function* classesOf(ontology: Ontology): Iterable<string> {
  for (const node of ontology.typed) {
    const types = ontology.types(node);
    if (!isBlank(node) && (types.includes(owl.Class) || types.includes(rdfs.Class))) yield node;
    for (const target of ontology.nodes(node, sh.targetClass)) if (!isBlank(target)) yield target;
  }
}
