from typing import Any

from pydantic import BeforeValidator


def Exactly(kind: type) -> BeforeValidator:
    """Takes instances of a class alone: to Python, True and 1.0 are equal to 1."""

    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise _fault("type", "Input should be of type {type}", type=kind.__name__)
        return value

    return BeforeValidator(check)
