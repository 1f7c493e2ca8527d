import { markdownCode, type ScaffoldFile, type ScaffoldValues, shellWord, shellWords } from './project.ts';
import { serviceFiles, serviceSection } from './service.ts';

export function readmeFile(project: ScaffoldValues): ScaffoldFile {
  const { name, pythonPackage, ontology, migration, operation, service } = project;
  const graph = shellWord(ontology);
  const rust = serviceFiles(project).map(({ path }) => (path.endsWith('.rs') ? `, \`${path}\`` : ''));
  return {
    path: 'README.md',
    content: `# ${name}

Generated from the ontology ${markdownCode(ontology)} by [codegen](https://www.npmjs.com/package/ontology-codegen). To change a part, change the ontology and regenerate:

\`\`\`sh
codegen project gen . --graph ${graph}${shellWords(project.sourceOptions)} --force
\`\`\`
${serviceSection(project)}
## Parts

| part | generated | yours | build and test |
|---|---|---|---|
| Rust crate | ${service === 'none' ? '' : '`src/api/`, '}\`src/models/\`, \`tests/models/\` | \`Cargo.toml\`, \`src/lib.rs\`${rust.join('')} | \`cargo test\` and \`cargo clippy --all-targets${service === 'none' ? '' : ' --all-features'} -- -D warnings\` |
| TypeScript frontend | \`frontend/src/types/\`, \`frontend/src/api/\` | \`frontend/package.json\`, \`frontend/tsconfig.json\`, \`frontend/src/index.ts\` | \`npm install && npx tsc --noEmit\` in \`frontend/\` |
| Python package | \`python/${pythonPackage}/models/\`, \`python/tests/test_models.py\` | \`python/pyproject.toml\`, \`python/${pythonPackage}/__init__.py\` | \`pip install -e ".[dev]"\`, then \`pytest && mypy --strict . && ruff check\` in \`python/\` |
| PostgreSQL schema | \`${migration.up}\`, and \`.down.sql\` to revert it${service === 'none' ? '' : '; the service applies it, so use psql on another database'} | | \`psql --set ON_ERROR_STOP=1 --single-transaction -f ${migration.up}\` |
| API | \`schema/openapi.yaml\`, \`schema/schema.graphql\` | | \`npx @redocly/cli lint schema/openapi.yaml\` |${service === 'none' ? '' : '\n| Running the service | | `dev`, `compose.yaml`, `Containerfile` | `./dev` |'}

They need Rust${service === 'none' ? '' : ' 1.88'}, Node.js 20, Python 3.11 and PostgreSQL 13, each for its own part. \`.github/workflows/ci.yml\` builds and tests all of them.

## What is generated, and what is yours

Generated files begin with \`@generated\`, except \`codegen.lock\` and \`migrations/codegen.schema.json\`, the state of the database that migrations start from. Each run replaces them, and removes those of deleted classes; put your own code into other files. All other files are yours to change. A run replaces one of them only if you have not edited it; \`codegen.lock\` records that, so commit it.

## Calling the API

\`\`\`ts
import { api } from './index.js';

const result = await api.${operation.operationId}({ baseUrl: 'http://localhost:8080' }, { limit: 10 });
if (result.ok) console.log(result.data.items);
else console.error(result.problem.title);
\`\`\`
${service === 'none' ? '' : '\nThe service sends no CORS headers: browsers need the frontend on the same origin, for example by a proxy, or `tower_http::cors::CorsLayer` in `src/app.rs`.\n'}
## Hooks

\`examples/hooks/\` has a script for each event of codegen; each begins with the commands that register it. They take the ontology from \`CODEGEN_GRAPH\` (default: ${markdownCode(ontology)}), and \`CODEGEN_FORCE=true\` lets them replace generated files (default: \`false\`). To regenerate and test on every change of the ontology, and restore the files that it wrote if the tests fail:

\`\`\`sh
codegen hook create --event on-ontology-change --script examples/hooks/on-ontology-change.sh
CODEGEN_FORCE=true codegen hook monitor --graph ${graph}
\`\`\`
`,
  };
}
