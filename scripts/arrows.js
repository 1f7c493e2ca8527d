// The table of allowed imports between the folders of src/, from which the linter's restrictions in biome.json are made.
// `node scripts/arrows.js` writes them; `node scripts/arrows.js --check` only checks that they match the table.
import { readFileSync, writeFileSync } from 'node:fs';

/** Folders of src/, with the folders that each may import through their index.ts. */
const rooms = {
  diagnostics: [],
  pattern: [],
  ontology: ['diagnostics'],
  model: ['ontology', 'pattern', 'diagnostics'],
  instances: ['model', 'pattern', 'diagnostics'],
  targets: ['model', 'instances', 'pattern'],
  output: ['diagnostics'],
  templates: ['model', 'targets', 'output', 'diagnostics'],
  project: ['migrate', 'git', 'model', 'instances', 'targets', 'output', 'diagnostics'],
  diff: ['ontology', 'model', 'targets', 'migrate', 'diagnostics'],
  migrate: ['targets', 'model', 'output', 'diagnostics'],
  graph: ['ontology', 'model', 'diagnostics'],
  endpoint: ['ontology', 'graph', 'diagnostics'],
  data: ['ontology', 'model', 'instances', 'report', 'targets', 'pattern', 'diagnostics'],
  report: ['ontology', 'model', 'targets', 'diagnostics'],
  site: ['ontology', 'model', 'instances', 'targets', 'report', 'diff', 'graph', 'diagnostics'],
  trust: ['diagnostics'],
  settings: ['diagnostics', 'ontology', 'model', 'targets', 'trust'],
  git: ['diagnostics'],
  hooks: ['diagnostics', 'git', 'ontology', 'output', 'trust'],
  ai: ['ontology', 'model', 'diagnostics', 'hooks', 'output', 'graph', 'targets'],
  doctor: ['diagnostics', 'hooks', 'output', 'ai', 'graph'],
  library: ['diagnostics', 'diff', 'ontology', 'model', 'targets', 'output', 'templates', 'data', 'graph', 'lsp'],
  lsp: ['ontology', 'model', 'report', 'targets', 'diagnostics'],
  mcp: ['model', 'diagnostics'],
  cli: ['*'],
};

/** Further modules of a folder that others may import. */
const doors = {
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
const ways = ['../', '../../', '../../../'];

function restrictions(room, may) {
  const others = Object.keys(rooms).filter((other) => other !== room);
  const forbidden = others.filter((other) => !may.includes(other));
  const patterns = [
    {
      group: ways.flatMap((way) => forbidden.map((other) => `${way}${other}/**`)),
      message: `src/${room} may import ${may.length === 0 ? 'nothing' : `${may.join(', ')} only`} (docs/explanation/architecture.md).`,
    },
  ];
  if (may.length > 0) {
    const open = may.flatMap((other) => ['index.ts', ...(doors[other] ?? [])].map((door) => `${other}/${door}`));
    patterns.push({
      group: ways.flatMap((way) => [...may.map((other) => `${way}${other}/**`), ...open.map((door) => `!${way}${door}`)]),
      message: 'Other rooms are entered by their front door, index.ts.',
    });
  }
  const includes = [`src/${room}/**/*.ts`, '!**/*.test.ts'];
  if (room === 'targets') {
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
const isMade = (override) =>
  override.linter?.rules?.style?.noRestrictedImports || override.linter?.rules?.correctness?.noNodejsModules;
const kept = config.overrides.filter((override) => !isMade(override));
const made = Object.entries(rooms)
  .filter(([, may]) => !may.includes('*'))
  .map(([room, may]) => restrictions(room, may));
config.overrides = [...kept, ...made, pure];
const after = `${JSON.stringify(config, undefined, 2)}\n`;
if (process.argv.includes('--check')) {
  if (JSON.stringify(JSON.parse(before)) !== JSON.stringify(config)) {
    console.error('biome.json is not as scripts/arrows.js says: run node scripts/arrows.js');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, after);
}
