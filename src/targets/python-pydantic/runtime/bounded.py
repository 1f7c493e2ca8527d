import operator
from collections.abc import Callable
from typing import Any

from pydantic import AfterValidator


SIGNS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}


def bounded(measure: Callable[[Any], Any], **bounds: Any) -> AfterValidator:
    """Returns a validator of bounds for a measure of the value."""

    def check(value: Any) -> Any:
        for name, bound in bounds.items():
            limit = measure(bound) if isinstance(bound, int | float) else bound
            if not getattr(operator, name)(measure(value), limit):
                raise ValueError(f"must be {SIGNS[name]} {bound}")
        return value

    return AfterValidator(check)
