import type { ScaffoldFile, ScaffoldValues } from './project.ts';

export function pythonFiles({ name, distribution, pythonPackage }: ScaffoldValues): readonly ScaffoldFile[] {
  return [
    {
      path: 'python/pyproject.toml',
      content: `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "${distribution}"
version = "0.1.0"
requires-python = ">=3.11"
dependencies = ["pydantic>=2.11,<3"]

[project.optional-dependencies]
dev = ["mypy>=1.15", "pytest>=8", "ruff>=0.11"]

[tool.hatch.build.targets.wheel]
packages = ["${pythonPackage}"]

[tool.mypy]
strict = true

[tool.pytest.ini_options]
pythonpath = ["."]
testpaths = ["tests"]
`,
    },
    { path: `python/${pythonPackage}/__init__.py`, content: `"""Models of ${name}, generated from its ontology."""\n` },
    { path: `python/${pythonPackage}/py.typed`, content: '' },
  ];
}
