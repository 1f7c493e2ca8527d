from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import ConfigDict, SerializerFunctionWrapHandler, model_serializer
from pydantic.fields import FieldInfo
from pydantic_core import core_schema


_T = TypeVar("_T")


class _Kept:
    """Marks a field that stays as it is where it is left out, and is never None otherwise."""


Kept = Annotated[_T | None, _Kept()]


class UpdateModel(BaseModel):
    """What changes an instance.

    What is left out stays as it is, and is not written; `model_fields_set` tells it
    from what is None, which is cleared. A key that is not known is refused.
    """

    model_config = ConfigDict(extra="forbid")

    _complete: ClassVar[bool] = False
    _keeps: ClassVar[bool] = True

    @model_serializer(mode="wrap")
    def _write_changes(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        names = {_name_in_json(self, name) for name in self.model_fields_set}
        written: dict[str, Any] = handler(self)
        return {
            name: value
            for name, value in written.items()
            if name in names or name in self.model_fields_set
        }


def _never_null(field: FieldInfo, schema: Any) -> Any:
    """The schema of a field that stays as it is where nothing is given."""
    if not any(isinstance(one, _Kept) for one in field.metadata):
        return schema
    nullable = schema["schema"]
    return {
        **schema,
        "schema": core_schema.no_info_before_validator_function(
            _not_none, nullable, json_schema_input_schema=nullable["schema"]
        ),
    }


def _not_none(value: Any) -> Any:
    if value is None:
        raise _fault("required", "Input should not be null")
    return value
