from collections.abc import Callable
from typing import Any

from pydantic import AfterValidator


def OneOf(
    *allowed: Any, by: Callable[[Any], Any] = lambda value: value
) -> AfterValidator:
    """Lets through only some values: those that are equal, or that a function says are."""
    keys = [by(value) for value in allowed]
    said = ", ".join(map(str, allowed))

    def check(value: Any) -> Any:
        if by(value) not in keys:
            raise ValueError(f"must be {'one of ' if len(allowed) > 1 else ''}{said}")
        return value

    return AfterValidator(check)
