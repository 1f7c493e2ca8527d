import { transformSync } from 'esbuild';
import { run } from '../../support/judges.ts';
import { assignAnswers, documentsJson, inFolder, type Layer } from './layer.ts';

/** Parses with `JSON.parse`, then validates. Writes valid values with `JSON.stringify`. */
export const typescript: Layer = (corpora, target) =>
  inFolder((folder, write) => {
    write('package.json', '{ "type": "module" }');
    for (const { slug, model } of corpora) {
      for (const { path: file, content } of target.generate(model)) {
        write(`${slug}/${file.replace(/ts$/, 'js')}`, transformSync(content, { loader: 'ts' }).code);
      }
    }
    write('read.js', PROGRAM);
    return assignAnswers(corpora, run(process.execPath, ['read.js'], { cwd: folder, input: documentsJson(corpora) }));
  });

const PROGRAM = `
import { readFileSync } from 'node:fs';

const modules = new Map();
const answers = [];
for (const { module, class: name, text } of JSON.parse(readFileSync(0, 'utf8'))) {
  if (!modules.has(module)) modules.set(module, await import(\`./\${module}/validation/index.js\`));
  const schema = modules.get(module)[name + 'Schema'];
  if (!schema) {
    answers.push(null);
    continue;
  }
  try {
    const value = JSON.parse(text);
    const [first] = schema.validate(value);
    answers.push(first === undefined ? [null, JSON.stringify(value)] : [\`\${first.path}: \${first.message}\`, null]);
  } catch (error) {
    answers.push([String(error), null]);
  }
}
process.stdout.write(JSON.stringify(answers));
`;
