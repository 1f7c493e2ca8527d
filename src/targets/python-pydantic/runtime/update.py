from typing import Annotated, Any

from pydantic import BeforeValidator, SerializerFunctionWrapHandler, model_serializer
from pydantic.json_schema import SkipJsonSchema


class UpdateModel(Model, extra="forbid"):
    """Base of all updates. Unset fields keep their value."""

    @model_serializer(mode="wrap")
    def _dump_set(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {k: v for k, v in handler(self).items() if k in self.model_fields_set}


def _reject_none(value: object) -> object:
    if value is None:
        raise ValueError("must not be null")
    return value


# The type of a field that an update may leave unset but cannot set to None.
OrUnset = Annotated[T | SkipJsonSchema[None], BeforeValidator(_reject_none)]
