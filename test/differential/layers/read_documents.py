"""Reads documents with generated models.

Runs in the folder of the packages, with [{"module", "class", "text"}] as input. Prints for each document the error or
null, and the document that the model writes or null; or null if there is no such model.
"""

import importlib
import json
import sys
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

# The beginning of a longer document is enough to show a difference.
LONGEST_ECHO = 100_000


@cache
def reader_of(module: str, name: str) -> TypeAdapter[Any] | None:
    model = getattr(importlib.import_module(module), name, None)
    return None if model is None else TypeAdapter(model)


def answer(module: str, name: str, text: str) -> tuple[str | None, str | None] | None:
    reader = reader_of(module, name)
    if reader is None:
        return None
    try:
        instance = reader.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'/'.join(map(str, first['loc']))}: {first['msg']}", None
    # Any other exception is also a rejection, but an unintended one.
    except Exception as error:
        return f"crash: {error!r}", None
    try:
        return None, reader.dump_json(instance).decode()[:LONGEST_ECHO]
    except Exception as error:
        return None, f"crash: {error!r}"


if __name__ == "__main__":
    sys.path.insert(0, ".")
    print(
        json.dumps(
            [
                answer(one["module"], one["class"], one["text"])
                for one in json.load(sys.stdin)
            ]
        )
    )
