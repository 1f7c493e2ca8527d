import { isUnenforcedShape, validate, Workspace, writeConforming, writeTurtle } from '../data/index.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import { sampleFrom } from '../instances/index.ts';
import type { DomainModel } from '../model/index.ts';
import type { Ontology } from '../ontology/index.ts';
import { ChunkedFiles } from '../output/index.ts';
import { convertFile, outputFileOf, stdoutSink, validationOf } from './data.ts';
import type { Io } from './io.ts';
import { modelFor } from './ontology.ts';
import type { DataSampleOptions } from './options.ts';
import { report } from './report.ts';

/** Runs `codegen data sample`: invents instances of all classes of the model, and converts them to the requested format. */
export async function sampleData(io: Io, options: DataSampleOptions): Promise<number> {
  const { ontology, model } = await modelFor(options.ontology, options);
  const { count, seed } = options;
  const output = outputFileOf(options);
  const { instances, incomplete: countsBelowWanted } = sampleFrom(model.classes, { count, seed });
  const workspace = new Workspace();
  // No output may replace a file of the ontology.
  const outputs = new ChunkedFiles([...ontology.files], options.force);
  try {
    const file = workspace.file('sample.ndjson');
    const { show, shapes } = validationOf(ontology);
    // Changes instances until they satisfy the shapes, if possible.
    await writeConforming(file, instances, model, { workspace, seed, show, shapes });
    const target = output === undefined ? stdoutSink(io) : outputs.open(output);
    const context = { workspace, prefixes: ontology.prefixes, show };
    if (instances.length > 0) await convertFile(file, model, options, context, target.write, (path) => outputs.open(path));
    outputs.commit();
    const tooFew = [...countsBelowWanted].map(([cls, found]) => {
      const params = { class: cls.name, count: found, wanted: count };
      return diagnostic('data-sample-fewer', params, cls.place);
    });
    const broken = await shapeViolations(file, ontology, model, workspace);
    const status = report(io, [...outputs.diagnostics, ...tooFew, ...broken]);
    const total = `${instances.length.toLocaleString('en')} ${instances.length === 1 ? 'instance' : 'instances'}`;
    if (io.level !== 'quiet') io.stderr.write(`${total} of ${new Set(instances.map((each) => each.class)).size} classes\n`);
    return status;
  } finally {
    outputs.dispose();
    workspace.clear();
  }
}

/**
 * Warns if instances violate shapes. They satisfy the constraints that generated code enforces, but `writeConforming` cannot
 * satisfy every other shape.
 */
async function shapeViolations(
  recordsFile: string,
  ontology: Ontology,
  model: DomainModel,
  workspace: Workspace,
): Promise<readonly Diagnostic[]> {
  if (!model.axioms.some(isUnenforcedShape)) return [];
  const options = validationOf(ontology);
  const turtleFile = await writeTurtle(recordsFile, model, workspace, options.show);
  const settings = { workspace, from: 'rdf', fallback: undefined, ...options } as const;
  const { violations, diagnostics } = await validate(turtleFile, model, settings);
  const example = diagnostics.find(({ severity }) => severity === 'error');
  return example === undefined ? [] : [diagnostic('data-sample-violations', { violations, example: example.message })];
}
