// Compares LinkML's generators with this program, on the same classes: https://linkml.io, `pip install linkml`.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as ontologies from './ontologies.js';

/** A Python that has LinkML. Without it, the comparison is skipped. */
const python = process.env['CODEGEN_BENCH_LINKML'];

const SIZE = 1000;
const types = ['string', 'integer', 'datetime', 'decimal', 'boolean'];

/** Writes the classes of `ontologies.classes` as a LinkML schema: their fields, two references and texts. */
function writeSchema(folder) {
  const thing = (i) => `Thing${'ABCDEFGHIJ'.charAt(i % 10)}${i}`;
  const classes = Array.from({ length: SIZE }, (_, i) => [
    `  ${thing(i)}:`,
    `    description: The thing of number ${i}.`,
    '    attributes:',
    '      id: {identifier: true, range: string}',
    ...types.map(
      (type, k) => `      field_${type}_${k}: {range: ${type}, required: true, description: "Field ${k} of thing ${i}."}`,
    ),
    ...[Math.floor(i / 2), (i * 7 + 3) % SIZE].map(
      (target, k) => `      link_${k}: {range: ${thing(target)}, required: true, description: "Link ${k} of thing ${i}."}`,
    ),
  ]);
  const file = path.join(folder, 'linkml.yaml');
  const head = ['id: http://example.org/bench', 'name: bench', 'prefixes:', '  linkml: https://w3id.org/linkml/'];
  writeFileSync(
    file,
    `${[...head, 'imports: [linkml:types]', 'default_range: string', 'classes:', ...classes.flat()].join('\n')}\n`,
  );
  return file;
}

/** A Python script that runs one of LinkML's generators, and prints its processor time and peak memory. */
const RUN = `
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
sys.stderr.write(status.stderr.decode()[-2000:] if status.returncode else "")
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print((used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / 1024)
sys.exit(status.returncode)
`;

function runGenerator(name, file) {
  // The programs of a virtual environment are next to its Python.
  const done = spawnSync(python, ['-c', RUN, path.join(path.dirname(python), name), file], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${name}: ${done.error?.message ?? done.stderr}`);
  const [cpu, memory] = done.stdout.split(' ').map(Number);
  return { cpu, memory };
}

/**
 * @param work a temporary folder
 * @param ours runs this program with a file and a template, and returns its time and memory
 * @param row prints a ratio with its goal
 */
export function linkml(work, ours, row) {
  console.log(`\nA twentieth of LinkML's processor time, ${SIZE} classes of 7 properties`);
  if (!python) {
    console.log('  skipped: CODEGEN_BENCH_LINKML names no Python that has LinkML');
    return;
  }
  const file = ontologies.classes(work, SIZE, 5, 2);
  const theirs = writeSchema(work);
  const rows = [
    ['Pydantic', 'python-pydantic', 'gen-pydantic'],
    ['TypeScript', 'typescript-models', 'gen-typescript'],
  ];
  for (const [name, template, program] of rows) {
    const [mine, other] = [ours(file, template), runGenerator(program, theirs)];
    const times = `${(other.cpu / mine.cpu).toFixed(1)} times as fast, in ${(mine.memory / other.memory).toFixed(2)} of the memory`;
    row(`LinkML's ${name}`, times, mine.cpu / (other.cpu / 20), 1);
  }
}
