"""Prints which texts of each pattern Pydantic and the module `re` match.

Reads [{"rust": source or null, "python": source or null, "texts": [...]}] and prints a list of verdicts for each, or null.
"""

import json
import re
import sys

from pydantic_core import SchemaValidator, ValidationError, core_schema


def rust(source: str, texts: list[str]) -> list[bool] | str:
    try:
        validator = SchemaValidator(core_schema.str_schema(pattern=source))
    except Exception as error:
        return str(error)
    verdicts = []
    for text in texts:
        try:
            validator.validate_python(text)
            verdicts.append(True)
        except ValidationError:
            verdicts.append(False)
    return verdicts


def python(source: str, texts: list[str]) -> list[bool] | str:
    try:
        compiled = re.compile(source)
    except Exception as error:
        return str(error)
    return [compiled.search(text) is not None for text in texts]


judged = [
    {
        name: judge(case[name], case["texts"]) if case[name] is not None else None
        for name, judge in {"rust": rust, "python": python}.items()
    }
    for case in json.load(sys.stdin)
]
json.dump(judged, sys.stdout)
