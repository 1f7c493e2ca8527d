import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { run } from '../support/judges.ts';
import { type Judge, outcomes, readings } from './judge.ts';

/** Validates instances, parsed from JSON, with the generated schemas of all cases. */
export const typescript: Judge = async (cases, target) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-conformance-'));
  try {
    const write = (file: string, content: string) => {
      const full = path.join(folder, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, content);
    };
    write('package.json', '{ "type": "module" }');
    for (const { slug, model } of cases) {
      for (const { path: file, content } of target.generate(model)) {
        write(`${slug}/${file.replace(/ts$/, 'js')}`, transformSync(content, { loader: 'ts' }).code);
      }
    }
    write('judge.js', PROGRAM);
    const printed = run(process.execPath, ['judge.js'], { cwd: folder, input: JSON.stringify(readings(cases)) });
    return outcomes(cases, JSON.parse(printed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const PROGRAM = `
import { readFileSync } from 'node:fs';

const faults = [];
for (const { module, class: name, value } of JSON.parse(readFileSync(0, 'utf8'))) {
  const validation = await import(\`./\${module}/validation/index.js\`);
  const [first] = validation[name + 'Schema'].validate(value);
  faults.push(first === undefined ? null : \`\${first.path}: \${first.message}\`);
}
console.log(JSON.stringify(faults));
`;
