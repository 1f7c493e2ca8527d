/** `codegen data` */

import { type Converted, type ConvertOptions, convert, Workspace } from '../data/index.ts';
import { fail, suggest } from '../diagnostics/index.ts';
import type { DomainClass, DomainModel } from '../model/index.ts';
import { fileInPieces, type Pieces } from '../output/index.ts';
import type { Io } from './io.ts';
import { modelFor } from './ontology.ts';
import type { DataConvertOptions } from './options.ts';
import { report } from './report.ts';

/** `data convert` */
export async function convertData(io: Io, file: string, options: DataConvertOptions): Promise<number> {
  const { ontology, model } = await modelFor(options.ontology, options);
  const inputs = [...ontology.files, file];
  const workspace = new Workspace();
  const output = options.output === undefined ? standard(io) : fileInPieces(options.output, inputs, options.force);
  const losses = options.losses === undefined ? undefined : fileInPieces(options.losses, inputs, options.force);
  try {
    const given: ConvertOptions = {
      ...{ workspace, prefixes: ontology.prefixes, show: (iri) => ontology.show(iri) },
      from: options.from,
      fallback:
        options.class === undefined ? undefined : await classNamed(model, options.class, (name) => ontology.resolve(name)),
      list: losses && ((line) => losses.write(`${line}\n`)),
    };
    const converted = await convert(file, model, options.to, given, output.write);
    output.done();
    losses?.done();
    const status = report(io, converted.diagnostics);
    if (io.level !== 'quiet') io.stderr.write(`${summary(converted)}\n`);
    return status;
  } finally {
    output.close();
    losses?.close();
    workspace.clear();
  }
}

function standard({ stdout }: Io): Pieces {
  return { write: (text) => stdout.write(text), done: () => undefined, close: () => undefined };
}

/** A class by its name in the model, or in the ontology. */
async function classNamed(model: DomainModel, name: string, resolve: (name: string) => string | undefined): Promise<DomainClass> {
  const iri = resolve(name);
  const found = model.classes.find((cls) => cls.name === name || cls.iri === iri);
  if (found) return found;
  const names = model.classes.map((cls) => cls.name);
  return fail('data-class-unknown', { name, suggestion: await suggest(name, names) });
}

/** `5 individuals (3 Post, 2 User) of 40 statements; 2 statements are lost` */
function summary({ individuals, read, lost, altered }: Converted): string {
  const number = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
  const all = [...individuals.values()].reduce((sum, each) => sum + each, 0);
  const most = [...individuals].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  const more =
    individuals.size > SHOWN ? `, ${number(individuals.size - SHOWN, 'other class').replace(/classs$/, 'classes')}` : '';
  const kinds =
    individuals.size === 0
      ? ''
      : ` (${most.map(([cls, count]) => `${count.toLocaleString('en')} ${cls.name}`).join(', ')}${more})`;
  const from = 'statements' in read ? number(read.statements, 'statement') : number(read.records, 'record');
  const losses = [
    ...(lost === 0 ? [] : [`${lost.toLocaleString('en')} lost`]),
    ...(altered === 0 ? [] : [`${altered.toLocaleString('en')} come back as others`]),
  ];
  return `${number(all, 'individual')}${kinds} of ${from}${losses.length === 0 ? '' : `; ${losses.join(', ')}`}`;
}

/** Classes that are told by name. */
const SHOWN = 5;
