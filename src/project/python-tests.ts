import type { DomainClass, DomainModel } from '../model/index.ts';
import { className } from '../targets/python-pydantic/index.ts';
import type { GeneratedFile } from '../targets/target.ts';
import { text } from '../targets/text/index.ts';
import { exampleJson } from './examples.ts';

/** Line width of `ruff format`. */
const LINE_WIDTH = 88;

/**
 * Generates a test for each model. The test parses an example, serializes it and compares the result.
 *
 * @param pkg the package that contains the module `models`
 */
export function pythonTests(model: DomainModel, pkg: string): readonly GeneratedFile[] {
  const content = text([
    '"""Parses and serializes an example of each model."""',
    '',
    'import json',
    '',
    'from pydantic import BaseModel',
    '',
    `from ${pkg} import models`,
    '',
    '',
    'def round_trip(model: type[BaseModel], text: str) -> None:',
    '    """Parses an instance, serializes it, and compares both JSON documents."""',
    '    instance = model.model_validate_json(text)',
    '    written = instance.model_dump_json(exclude_none=True)',
    '    assert json.loads(written) == json.loads(text)',
    ...model.classes.filter((cls) => !cls.abstract).flatMap(testOf),
  ]);
  return [{ path: 'test_models.py', content }];
}

function testOf(cls: DomainClass): readonly string[] {
  const head = `def test_${cls.slug}() -> None:`;
  const example = exampleJson(cls);
  // The escapes are those of JSON, so the string is raw. JSON never has three quotation marks in a row.
  const raw = example.includes('\\') ? 'r' : '';
  return [
    '',
    '',
    ...(head.length > LINE_WIDTH ? [`def test_${cls.slug}() -> (`, '    None', '):'] : [head]),
    '    round_trip(',
    `        models.${className(cls.name)},`,
    `        ${raw}"""`,
    ...example.split('\n').map((line) => `        ${line}`),
    '        """,',
    '    )',
  ];
}
