import operator
from collections.abc import Callable
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema


_TOLD = {
    "ge": ("minimum", "at least", "minimum"),
    "gt": ("minimum", "more than", "exclusiveMinimum"),
    "le": ("maximum", "at most", "maximum"),
    "lt": ("maximum", "less than", "exclusiveMaximum"),
}


class Bounded:
    """The bounds that `Field` has, of what a function makes of a value."""

    def __init__(self, by: Callable[[Any], Any], **bounds: Any):
        self._by = by
        self._bounds = bounds
        # A number is compared as what it is held as: 0.1 of 32 bits is not 0.1.
        self._limits = {
            name: by(bound) if isinstance(bound, int | float) else bound
            for name, bound in bounds.items()
        }

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            self._check, handler(source)
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        described = handler(schema)
        # Schemas have bounds of numbers alone; those of the kind are wider.
        if described.get("type") == "number":
            for name, bound in self._bounds.items():
                side, _, keyword = _TOLD[name]
                described.pop(side, None)
                described[keyword] = bound
        return described

    def _check(self, value: Any) -> Any:
        for name, bound in self._bounds.items():
            if not getattr(operator, name)(self._by(value), self._limits[name]):
                side, words, _ = _TOLD[name]
                raise _fault(
                    side,
                    f"must be {words} {{bound}}",
                    bound=bound,
                    inclusive=name in ("ge", "le"),
                )
        return value
