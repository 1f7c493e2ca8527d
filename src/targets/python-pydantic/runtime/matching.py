import re
from typing import Annotated, Any

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema, core_schema


class Matching:
    """One more expression that a text matches: `Field` takes one."""

    def __init__(self, pattern: str | re.Pattern[str], described: str | None = None):
        self._check = TypeAdapter(
            Annotated[str, Field(pattern=pattern)]
        ).validate_python
        source = pattern if isinstance(pattern, str) else pattern.pattern
        self._described = source if described is None else described

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
        others: list[Any] = described.get("allOf", [])
        return {**described, "allOf": [*others, {"pattern": self._described}]}
