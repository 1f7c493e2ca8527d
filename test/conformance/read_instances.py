"""Reads instances with generated models.

Runs in the folder of the packages, with [{"module", "class", "value"}] as input. Prints the error of each instance, or null.
"""

import importlib
import json
import sys

from pydantic import ValidationError


def fault(module: str, name: str, value: object) -> str | None:
    model = getattr(importlib.import_module(module), name)
    try:
        model.model_validate_json(json.dumps(value))
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'/'.join(map(str, first['loc']))}: {first['msg']}"
    return None


if __name__ == "__main__":
    sys.path.insert(0, ".")
    print(
        json.dumps(
            [
                fault(one["module"], one["class"], one["value"])
                for one in json.load(sys.stdin)
            ]
        )
    )
