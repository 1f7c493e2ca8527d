import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


_Model = TypeVar("_Model", bound=BaseModel)


class _FromTexts:
    """Marks a model of which numbers and booleans are read from texts."""

    def __get_pydantic_core_schema__(
        self, source: type[BaseModel], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        def read(value: Any) -> Any:
            if not isinstance(value, Mapping):
                return value
            given: Mapping[str, Any] = value  # pyright: ignore
            kinds = _kinds_by_name(source)
            return {
                name: _from_text(item, kinds.get(name, set()))
                for name, item in given.items()
            }

        return core_schema.no_info_before_validator_function(read, handler(source))


# Of queries and forms, which have texts only: Annotated[FromTexts[Model], Query()].
FromTexts = Annotated[_Model, _FromTexts()]


@cache
def _kinds_by_name(model: type[BaseModel]) -> dict[str, set[str]]:
    """The types of values that fields have, by their names in JSON and in code."""
    model.model_rebuild()
    kinds: dict[str, set[str]] = {}
    schema: Any = model.__pydantic_core_schema__
    if schema["type"] == "definitions":
        schema = schema["schema"]
    for name, field in _model_fields(schema)["fields"].items():
        kinds[name] = set(_kinds(field["schema"]))
        kinds[field.get("validation_alias", name)] = kinds[name]
    return kinds


def _kinds(schema: Any) -> Iterable[str]:
    if schema["type"] == "literal":
        yield from (type(value).__name__ for value in schema["expected"])
    elif schema["type"] == "union":
        for choice in schema["choices"]:
            yield from _kinds(choice)
    elif schema["type"] == "chain":
        yield from _kinds(schema["steps"][0])
    elif schema["type"] == "list":
        yield from _kinds(schema["items_schema"])
    elif "schema" in schema:
        yield from _kinds(schema["schema"])
    else:
        yield schema["type"]


_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_BOOLEANS = {"true": True, "on": True, "false": False, "off": False}


def _from_text(value: Any, kinds: set[str]) -> Any:
    """What a text says, if it is to say a number or a boolean; else it stays."""
    if isinstance(value, list):
        return [_from_text(item, kinds) for item in _each(value)]
    if not isinstance(value, str) or not kinds <= {"int", "float", "bool"}:
        return value
    if "bool" in kinds and value.lower() in _BOOLEANS:
        return _BOOLEANS[value.lower()]
    # Where no number is meant.
    if kinds == {"bool"} and value in ("0", "1"):
        return value == "1"
    return json.loads(value) if _NUMBER.fullmatch(value) else value
