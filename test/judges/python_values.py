"""Validates values of single fields, as JSON and as parsed JSON.

Runs in the folder of the packages, with [[package, class, field, JSON, is a value]] as
input. Prints the cases with a different result.
"""

import importlib
import json
import sys
from collections.abc import Callable

from pydantic import ValidationError


def takes(field: str, read: Callable[[], object]) -> bool:
    """Ignore errors about other fields, which are missing."""
    try:
        read()
    except ValidationError as error:
        faults = error.errors(include_url=False)
        return not any(
            fault["loc"][:1] == (field,) or fault["type"] == "json_invalid"
            for fault in faults
        )
    return True


def is_taken(package: str, name: str, field: str, text: str) -> list[bool]:
    model = getattr(importlib.import_module(package), name)
    as_json = takes(
        field, lambda: model.model_validate_json(f'{{"{field}":{text}}}')
    )
    try:
        value = json.loads(text)
    except ValueError:
        return [as_json]
    return [as_json, takes(field, lambda: model.model_validate({field: value}))]


if __name__ == "__main__":
    sys.path.insert(0, ".")
    print(
        json.dumps(
            [
                [*case, is_value]
                for *case, is_value in json.load(sys.stdin)
                if any(taken != is_value for taken in is_taken(*case))
            ]
        )
    )
