import type { Command } from 'commander';
import { type Commands, example } from './declare.ts';
import type { Io } from './io.ts';
import { dataConvertOptions, dataSampleOptions, dataValidateOptions } from './options.ts';

/** Declares the commands of the group `codegen data`. */
export function registerDataCommands(data: Command, commands: Commands, io: Io): void {
  commands.add(data, 'convert <file>', {
    about: 'Convert instance data between RDF, JSON, SQL and CSV',
    options: dataConvertOptions,
    help: `${CONVERT}\n${example('codegen data convert people.ttl --ontology blog.ttl --to ndjson')}`,
    run: async (options, file) => (await import('./data.ts')).convertData(io, file, options),
  });
  commands.add(data, 'sample', {
    about: 'Create valid sample instances for development and tests',
    options: dataSampleOptions,
    help: `${SAMPLE}\n${example('codegen data sample --ontology blog.ttl --count 20 --to sql')}`,
    run: async (options) => (await import('./data-sample.ts')).sampleData(io, options),
  });
  commands.add(data, 'validate <files...>', {
    about: 'Validate instance data against the ontology and its shapes',
    options: dataValidateOptions,
    help: `${VALIDATE}\n${example('codegen data validate people.ttl --ontology blog.ttl')}`,
    run: async (options, files) => (await import('./data.ts')).validateData(io, files, options),
  });
}

const SAMPLE = `
Instances refer to each other; unique values differ. The same ontology, number and seed give the same bytes.`;

const VALIDATE = `
<files...> are RDF or records in JSON. Each violation shows its location and the axiom, shape or policy; the exit status is
then 1. Several files are validated separately, and --json prints { "data": [ … ] }.`;

const CONVERT = `
<file> is RDF (Turtle, TriG, N-Triples, N-Quads, RDF/XML, JSON-LD) or records in JSON, one on each line or in a list. Lost and
altered statements are counted and located; --losses lists each one.`;
