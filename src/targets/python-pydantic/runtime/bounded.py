import operator
from collections.abc import Callable
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema


class Bounded:
    """The bounds that `Field` has, of what a function makes of a value."""

    _told = {
        "ge": ("minimum", "at least", "minimum"),
        "gt": ("minimum", "more than", "exclusiveMinimum"),
        "le": ("maximum", "at most", "maximum"),
        "lt": ("maximum", "less than", "exclusiveMaximum"),
    }

    def __init__(self, by: Callable[[Any], Any], **bounds: Any):
        self._by = by
        self._bounds = bounds

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
        for name, bound in self._bounds.items():
            # Schemas have bounds of numbers alone; those of the kind are wider.
            if isinstance(bound, int | float):
                side, _, keyword = self._told[name]
                described.pop(side, None)
                described[keyword] = bound
        return described

    def _check(self, value: Any) -> Any:
        for name, bound in self._bounds.items():
            if not getattr(operator, name)(self._by(value), bound):
                side, words, _ = self._told[name]
                raise _fault(
                    side,
                    f"must be {words} {{bound}}",
                    bound=bound,
                    inclusive=name in ("ge", "le"),
                )
        return value
