import type { Command } from 'commander';
import { type Commands, example } from './declare.ts';
import { during } from './during.ts';
import type { Io } from './io.ts';
import { dataConvertOptions, dataSampleOptions, dataValidateOptions } from './options.ts';

/** Declares the commands of the group `codegen data`. */
export function registerDataCommands(data: Command, commands: Commands, io: Io): void {
  commands.add(data, 'convert <file>', {
    about: 'write individuals of the classes of an ontology in another form: as RDF, as JSON, for a database',
    options: dataConvertOptions,
    help: `${CONVERT}\n${example('codegen data convert people.ttl --ontology blog.ttl --to ndjson')}`,
    run: async (options, file) => {
      const { convertData } = await import('./data.ts');
      return during(io, `converting ${file}`, (io) => convertData(io, file, options));
    },
  });
  commands.add(data, 'sample', {
    about: 'make up instances that keep to all that the ontology demands, to develop and test with',
    options: dataSampleOptions,
    help: `${SAMPLE}\n${example('codegen data sample --ontology blog.ttl --count 20 --to sql')}`,
    run: async (options) => {
      const { sampleData } = await import('./data-sample.ts');
      return during(io, 'making up instances', (io) => sampleData(io, options));
    },
  });
  commands.add(data, 'validate <files...>', {
    about: 'hold individuals to what the ontology demands of them, as the generated validators do',
    options: dataValidateOptions,
    help: `${VALIDATE}\n${example('codegen data validate people.ttl --ontology blog.ttl')}`,
    run: async (options, files) => {
      const { validateData } = await import('./data.ts');
      const what = files.length > 1 ? `${files.length} files` : files[0];
      return during(io, `judging ${what}`, (io) => validateData(io, files, options));
    },
  });
}

const SAMPLE = `
Instances refer to each other, and share no value that is unique. The same ontology, number and seed give the same bytes.`;

const VALIDATE = `
<files...> are RDF or records in JSON. Each violation has its place, and the axiom, shape or policy behind it; the exit status
is 1 if there is one. Each of several files is judged by itself; --json then prints { "data": [] }.`;

const CONVERT = `
<file> is RDF (Turtle, TriG, N-Triples, N-Quads, RDF/XML, JSON-LD) or records in JSON, one a line or in a list. What is lost
or comes back as something else is told with counts and places; --losses lists each statement.`;
