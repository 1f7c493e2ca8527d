import operator
from collections.abc import Callable
from typing import Any

from pydantic import AfterValidator


def Bounded(by: Callable[[Any], Any], **bounds: Any) -> AfterValidator:
    """The bounds that `Field` has, of what a function makes of a value."""
    words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}

    def check(value: Any) -> Any:
        for name, bound in bounds.items():
            if not getattr(operator, name)(by(value), bound):
                raise _fault(
                    "minimum" if name in ("ge", "gt") else "maximum",
                    f"must be {words[name]} {{bound}}",
                    bound=bound,
                    inclusive=name in ("ge", "le"),
                )
        return value

    return AfterValidator(check)
