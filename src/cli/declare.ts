/** What the declarations of commands share. */

import type { Command } from 'commander';

/** An option that may be given more than once gathers its values. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** Declares the options by which a command that reads an ontology is told what belongs to it (`SourceOptions`). */
export function withSources(command: Command): Command {
  return command
    .option('--shapes <path>', 'a file with SHACL shapes for the ontology; may be repeated', collect)
    .option('--import <iri=path>', 'the file of an ontology that is imported; may be repeated', collect)
    .option('--catalog <path>', 'an XML catalogue of such files (default: catalog-v001.xml beside the ontology, if it is there)');
}

/** The text below the options of a command that shows how it is used. */
export function example(command: string): string {
  return `\nExample:\n  $ ${command}`;
}
