from typing import Annotated, Any

from pydantic import BeforeValidator, SerializerFunctionWrapHandler, model_serializer
from pydantic.json_schema import SkipJsonSchema


class UpdateModel(Model, extra="forbid"):
    """Base of all updates. Unset fields keep their value."""

    @model_serializer(mode="wrap")
    def _dump_set(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        dumped = handler(self)
        given = self.model_fields_set
        return {name: value for name, value in dumped.items() if name in given}


def _reject_none(value: object) -> object:
    if value is None:
        raise ValueError("must not be null")
    return value


# The type of a field that an update may leave unset but cannot set to None.
OrUnset = Annotated[T | SkipJsonSchema[None], BeforeValidator(_reject_none)]
