from typing import Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError


def Exactly(kind: type) -> BeforeValidator:
    """Takes instances of a class alone: to Python, True and 1.0 are equal to 1."""

    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise PydanticCustomError(
                "exact_type", "Input should be of type {kind}", {"kind": kind.__name__}
            )
        return value

    return BeforeValidator(check)
