// States which folders of src/ may import each other, and writes these rules into biome.json, where the linter checks them.
// `node scripts/arrows.js` writes; `node scripts/arrows.js --check` only checks that biome.json matches the table below.
import { readFileSync, writeFileSync } from 'node:fs';

/** Folders of src/, with the folders whose index.ts each may import. */
const allowedImports = {
  diagnostics: [],
  pattern: [],
  yaml: ['diagnostics'],
  ontology: ['diagnostics'],
  model: ['ontology', 'pattern', 'diagnostics'],
  instances: ['model', 'pattern', 'diagnostics'],
  targets: ['model', 'instances', 'pattern'],
  output: ['diagnostics'],
  templates: ['model', 'targets', 'output', 'yaml', 'diagnostics'],
  project: ['migrate', 'git', 'model', 'instances', 'targets', 'output', 'diagnostics'],
  diff: ['ontology', 'model', 'targets', 'migrate', 'diagnostics'],
  migrate: ['targets', 'model', 'output', 'diagnostics'],
  graph: ['ontology', 'model', 'diagnostics'],
  endpoint: ['ontology', 'graph', 'diagnostics'],
  data: ['ontology', 'model', 'instances', 'report', 'targets', 'pattern', 'diagnostics'],
  report: ['ontology', 'model', 'targets', 'diagnostics'],
  site: ['ontology', 'model', 'instances', 'targets', 'report', 'diff', 'graph', 'diagnostics'],
  trust: ['diagnostics'],
  settings: ['diagnostics', 'ontology', 'model', 'targets', 'trust', 'yaml'],
  git: ['diagnostics'],
  hooks: ['diagnostics', 'git', 'ontology', 'output', 'trust'],
  ai: ['ontology', 'model', 'diagnostics', 'hooks', 'output', 'graph', 'targets'],
  doctor: ['diagnostics', 'hooks', 'output', 'ai', 'graph'],
  library: ['diagnostics', 'diff', 'ontology', 'model', 'targets', 'output', 'templates', 'data', 'graph', 'lsp'],
  lsp: ['ontology', 'model', 'report', 'targets', 'diagnostics'],
  mcp: ['model', 'diagnostics'],
  cli: ['*'],
};

/** Modules besides index.ts that other folders may import. */
const publicModules = {
  targets: ['*/index.ts', 'target.ts', 'core/index.ts', 'text/index.ts', 'shared/rdf/index.ts'],
  ai: ['*/index.ts'],
  // Its index.ts is the server.
  lsp: ['complete.ts', 'hover.ts', 'tokens.ts'],
};

/** Targets are pure functions, so they may not use modules of Node.js. */
const pure = {
  includes: ['src/targets/**/*.ts', '!**/*.test.ts'],
  linter: { rules: { correctness: { noNodejsModules: 'error' } } },
};

/** Prefixes of relative imports of another folder, by depth within the own folder. */
const prefixes = ['../', '../../', '../../../'];

/** Returns the override of biome.json for a folder. */
function overrideFor(folder, allowed) {
  const forbidden = Object.keys(allowedImports).filter((other) => other !== folder && !allowed.includes(other));
  const patterns = [
    {
      group: prefixes.flatMap((prefix) => forbidden.map((other) => `${prefix}${other}/**`)),
      message: `src/${folder} may import ${allowed.length === 0 ? 'nothing' : `${allowed.join(', ')} only`} (docs/explanation/architecture.md).`,
    },
  ];
  if (allowed.length > 0) {
    const open = allowed.flatMap((other) => ['index.ts', ...(publicModules[other] ?? [])].map((module) => `${other}/${module}`));
    patterns.push({
      group: prefixes.flatMap((prefix) => [
        ...allowed.map((other) => `${prefix}${other}/**`),
        ...open.map((module) => `!${prefix}${module}`),
      ]),
      message: 'Other rooms are entered by their front door, index.ts.',
    });
  }
  const includes = [`src/${folder}/**/*.ts`, '!**/*.test.ts'];
  if (folder === 'targets') {
    includes.push('!src/targets/*.ts');
    const shared = ['text', 'core', 'shared/*'].map((folder) => `!../${folder}/index.ts`);
    patterns.push({
      group: ['../*/**', ...shared, '!../target.ts', '!../../**'],
      message: 'A target sees the model and what targets share, never another target.',
    });
  }
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } } };
}

const file = new URL('../biome.json', import.meta.url);
const before = readFileSync(file, 'utf8');
const config = JSON.parse(before);
/** True for overrides that this script writes. */
const isWritten = ({ linter }) => linter?.rules?.style?.noRestrictedImports || linter?.rules?.correctness?.noNodejsModules;
const kept = config.overrides.filter((override) => !isWritten(override));
const written = Object.entries(allowedImports)
  .filter(([, allowed]) => !allowed.includes('*'))
  .map(([folder, allowed]) => overrideFor(folder, allowed));
config.overrides = [...kept, ...written, pure];
const after = `${JSON.stringify(config, undefined, 2)}\n`;
if (process.argv.includes('--check')) {
  if (JSON.stringify(JSON.parse(before)) !== JSON.stringify(config)) {
    console.error('biome.json is not as scripts/arrows.js says: run node scripts/arrows.js');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, after);
}
