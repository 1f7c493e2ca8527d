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
            if len(allowed) == 1:
                raise _fault("constant", "must be {value}", value=allowed[0])
            raise _fault("values", "must be one of {said}", said=said, values=allowed)
        return value

    return AfterValidator(check)
