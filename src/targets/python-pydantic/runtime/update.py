from typing import Annotated, Any

from pydantic import BeforeValidator, SerializerFunctionWrapHandler, model_serializer


class UpdateModel(Model, extra="forbid"):
    """Base of all updates. Unset fields keep their value."""

    @model_serializer(mode="wrap")
    def _dump_set(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {k: v for k, v in handler(self).items() if k in self.model_fields_set}


def _reject_none(value: object) -> object:
    if value is None:
        raise ValueError("must not be null")
    return value


class _HideNull:
    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        json = handler(schema)
        types = [t for t in json.get("anyOf", [json]) if t != {"type": "null"}]
        return types[0] if len(types) == 1 else {"anyOf": types}


# The type of a field that an update may leave unset but cannot set to None.
OrUnset = Annotated[T | None, _HideNull(), BeforeValidator(_reject_none)]
