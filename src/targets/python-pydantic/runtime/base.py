import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import pydantic
from pydantic import GetCoreSchemaHandler, ValidationInfo
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError, PydanticKnownError, core_schema


class BaseModel(pydantic.BaseModel):
    """What all models of this package have in common.

    Code that makes an instance may leave out what has a default. An instance that is
    read, from JSON or from what JSON was parsed to, is complete (a dictionary may leave
    out empty lists), and its values are written as all layers write them.
    """

    if not TYPE_CHECKING:

        def __init__(self, /, **data):
            __tracebackhide__ = True
            supplied = {
                name: field.get_default(call_default_factory=True)
                for name, field in _fields_with_default(type(self))
                if name not in data and field.validation_alias not in data
            }
            super().__init__(**data, **supplied)
            self.__pydantic_fields_set__.difference_update(supplied)

        # Readers go on without it, as they do without that of Pydantic.
        __init__.__pydantic_base_init__ = True

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[pydantic.BaseModel], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema = handler(source)
        inner: Any = schema
        while inner["type"] != "model-fields":
            inner = inner["schema"]
        for field in inner["fields"].values():
            field["schema"] = _reading_field(field["schema"])
        return schema


@cache
def _fields_with_default(model: type[BaseModel]) -> list[tuple[str, FieldInfo]]:
    return [
        (name, field)
        for name, field in model.model_fields.items()
        if not field.is_required() and field.default is not None
    ]


def _reading_field(schema: Any) -> Any:
    """Where nothing is given, a reader takes it for None or an empty list, or refuses it."""
    if schema["type"] != "default":
        return _reading(schema)
    if _is_reading(schema["schema"]):
        return schema
    value = _reading(schema["schema"])
    if value["type"] in ("nullable", "none"):
        return core_schema.with_default_schema(value, default=None)
    if value["type"] != "list":
        return value
    return core_schema.with_default_schema(
        core_schema.with_info_before_validator_function(_given_list, value),
        default_factory=lambda: _NOTHING,
        validate_default=True,
    )


_NOTHING = object()


def _given_list(value: Any, info: ValidationInfo) -> Any:
    """In JSON, lists are always there; dictionaries may leave out those that are empty."""
    if value is not _NOTHING:
        return value
    if info.mode == "json":
        raise PydanticKnownError("missing")
    return []


def _reading(schema: Any) -> Any:
    """The schema of values that have the forms of JSON, if they are texts there."""
    kind = schema["type"]
    if kind == "str":
        return core_schema.no_info_after_validator_function(_text, schema)
    if kind in _READERS:
        return _READERS[kind](schema)
    if kind == "union":
        return {**schema, "choices": [_reading(choice) for choice in schema["choices"]]}
    if kind == "chain":
        first, *others = schema["steps"]
        return {**schema, "steps": [_reading(first), *others]}
    key = _INSIDE.get(kind)
    if key is None or _is_reading(schema):
        return schema
    return {**schema, key: _reading(schema[key])}


_INSIDE = {
    "nullable": "schema",
    "list": "items_schema",
    "function-before": "schema",
    "function-after": "schema",
}


def _is_reading(schema: Any) -> bool:
    return "function" in schema and schema["function"]["function"] in _readers


_NO_TEXT = re.compile("[\0\ud800-\udfff]").search


def _text(value: str) -> str:
    if _NO_TEXT(value):
        raise PydanticCustomError(
            "string_character",
            "String should not contain U+0000 or half of a surrogate pair",
        )
    return value


_readers: set[Callable[..., Any]] = {_text, _given_list}


def _reader(
    kind: type,
    form: str,
    example: str,
    rule: Callable[[Any], Any] = lambda value: value,
    **more: Any,
) -> Callable[[CoreSchema], CoreSchema]:
    """Takes instances of a class, and texts of a form: all that JSON may say."""
    matches = re.compile(form).match

    def read(value: object) -> object:
        if isinstance(value, kind) or (isinstance(value, str) and matches(value)):
            return rule(value)
        raise PydanticCustomError(
            "form", "Input should be written like {example}", {"example": example}
        )

    _readers.add(read)
    return lambda schema: core_schema.no_info_before_validator_function(
        read, schema, **more
    )
