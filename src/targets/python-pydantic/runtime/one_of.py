from collections.abc import Callable
from typing import Any

from pydantic import AfterValidator


def one_of(
    *allowed: Any, key: Callable[[Any], Any] = lambda value: value
) -> AfterValidator:
    """Returns a validator that accepts values with the key of an allowed value."""
    keys = [key(value) for value in allowed]

    def check(value: Any) -> Any:
        if key(value) not in keys:
            raise ValueError(f"must be one of {', '.join(map(str, allowed))}")
        return value

    return AfterValidator(check)
