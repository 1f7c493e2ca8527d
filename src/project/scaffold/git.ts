/** Prints `.gitignore` and `.gitattributes` of a project. */

import type { ScaffoldFile, ScaffoldValues } from './project.ts';

const generated = ({ pythonPackage, migration, service }: ScaffoldValues): readonly string[] => [
  ...(service === 'none' ? [] : ['src/api/**']),
  'src/models/**',
  'tests/models/**',
  'frontend/src/api/**',
  'frontend/src/types/**',
  migration.up,
  migration.down,
  `python/${pythonPackage}/models/**`,
  'python/tests/test_models.py',
  'schema/schema.graphql',
  'schema/openapi.yaml',
];

export function gitFiles(project: ScaffoldValues): readonly ScaffoldFile[] {
  return [
    {
      path: '.gitignore',
      content: `# Rust
/target/
${project.service === 'none' ? '' : '/.dev/\n.env\n'}
# Node.js
node_modules/
/frontend/dist/

# Python
.venv/
__pycache__/
*.egg-info/
.mypy_cache/
.pytest_cache/
.ruff_cache/
/python/dist/

# codegen
.codegen-staging-*/
.codegen-regenerating/

*.log
`,
    },
    {
      path: '.gitattributes',
      content: `* text=auto eol=lf

# Generated from the ontology: folded in reviews, and not counted.
${generated(project)
  .map((pattern) => `${pattern} linguist-generated\n`)
  .join('')}codegen.lock linguist-generated
`,
    },
  ];
}
