from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema


class AsWritten:
    """Marks a type that is read as in a model, wherever it is used."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema: CoreSchema = _reading(handler(source))
        return schema
