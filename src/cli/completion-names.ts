/** Names of an ontology for completion: what the scripts of the shells ask for while somebody types. */

import type { Command } from 'commander';
import { DiagnosticError } from '../diagnostics/index.ts';
import { isBlank, localName, type Ontology, owl, rdfs, sh } from '../ontology/index.ts';
import type { Io } from './io.ts';
import { isOnServers, modelFor, readSubject, sourcesFor } from './ontology.ts';
import type { ModelOptions } from './options.ts';

/** What names are asked for: of classes, or of all that `explain` takes. */
export const nameKinds = ['classes', 'elements'] as const;
export type NameKind = (typeof nameKinds)[number];

/**
 * Prints the names that what is typed may become, one a line; nothing where no ontology can be read, as nobody can read a
 * message in the middle of a command line.
 *
 * @param typed the word at hand
 * @param words the command line before that word, without the program
 */
export async function completionNames(
  io: Io,
  program: Command,
  kind: NameKind,
  typed: string,
  words: readonly string[],
): Promise<number> {
  try {
    for (const name of await namesOf(kind, typed.replace(ATTACHED, ''), ontologyOptions(program, words)))
      io.stdout.write(`${name}\n`);
    return 0;
  } catch (error) {
    if (error instanceof DiagnosticError) return 1;
    throw error;
  }
}

/** What fish leaves before a value: `--select=`. */
const ATTACHED = /^--[a-z-]+=/;

interface Given {
  readonly file: string | undefined;
  readonly options: ModelOptions;
}

/** What a command line that is being typed says of the ontology. */
function ontologyOptions(program: Command, words: readonly string[]): Given {
  const rest = joined(words);
  let command = program;
  for (;;) {
    const next = command.commands.find((each) => each.name() === rest[0]);
    if (!next) break;
    command = next;
    rest.shift();
  }
  // An option that the word at hand is the value of has none yet.
  if (command.options.some((option) => option.required && option.long === rest.at(-1))) rest.pop();
  const { operands } = command.parseOptions(rest);
  const given = command.opts();
  const options: ModelOptions = {
    config: given['config'] === false ? undefined : given['config'],
    noConfig: given['config'] === false,
    shapes: given['shapes'] ?? [],
    import: given['import'] ?? [],
    catalog: given['catalog'],
    allowRead: given['allowRead'] ?? [],
    graphName: [],
    updateLock: false,
    policy: given['policy'] ?? [],
    select: [],
    exclude: [],
    depth: undefined,
    outside: undefined,
  };
  const isFile = command.registeredArguments[0]?.name() === 'ontology-file';
  return { file: given['ontology'] ?? given['graph'] ?? (isFile ? operands[0] : undefined), options };
}

/** Words as the program would get them: bash parts `--option=value` into three, and all shells hand over quotes. */
function joined(words: readonly string[]): string[] {
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

async function namesOf(kind: NameKind, typed: string, { file, options }: Given): Promise<Iterable<string>> {
  const subject = await sourcesFor(file, options);
  // Nobody who presses a key to complete a word means to ask a server.
  if (isOnServers(subject)) return [];
  const dot = typed.lastIndexOf('.');
  if (kind === 'elements' && dot > 0) return fieldsOf(typed, typed.slice(0, dot), { file, options });
  const ontology = await readSubject(subject);
  const classes = [...classesOf(ontology)];
  const prefixed = starting(
    classes.map((iri) => ontology.show(iri)),
    typed,
  );
  if (prefixed.length > 0 && typed.includes(':')) return prefixed;
  const local = starting(classes.map(localName), typed);
  // What nobody has begun is written as the ontology writes it.
  return typed === '' || local.length === 0 ? prefixed : local;
}

/** The fields of a class, as `explain` takes them. */
async function fieldsOf(typed: string, owner: string, { file, options }: Given): Promise<Iterable<string>> {
  const { elementsOf, findElement } = await import('../report/index.ts');
  const { model, ontology } = await modelFor(file, options);
  const element = findElement(model, owner, (iri) => ontology.show(iri));
  if (element?.kind !== 'class') return [];
  const fields = [...elementsOf(model)].flatMap((each) =>
    each.kind === 'field' && each.class === element.class ? [`${owner}.${each.field.name}`] : [],
  );
  return starting(fields, typed);
}

function starting(names: readonly string[], typed: string): readonly string[] {
  return [...new Set(names)].filter((name) => name.startsWith(typed) && isHarmless(name));
}

/** Whether no shell takes any of it for a command: IRIs may have `$(…)` in them, and what is completed stands on a command line. */
function isHarmless(name: string): boolean {
  return /^[\p{L}\p{N}:_./#%@+-]+$/u.test(name);
}

/** What is declared to be a class, and what only shapes are about, by IRIs, in the order of the files. */
function* classesOf(ontology: Ontology): Iterable<string> {
  for (const node of ontology.typed) {
    const types = ontology.types(node);
    if (!isBlank(node) && (types.includes(owl.Class) || types.includes(rdfs.Class))) yield node;
    for (const target of ontology.nodes(node, sh.targetClass)) if (!isBlank(target)) yield target;
  }
}
