from typing import Annotated, ClassVar

from pydantic.fields import FieldInfo
from pydantic_core import PydanticKnownError, core_schema


class CreateModel(BaseModel):
    """What creates an instance. What a reader does not find there is supplied."""

    _complete: ClassVar[bool] = False


class _Left:
    """Marks what superclasses have, and this model leaves: a key that it does not know."""


Left = Annotated[None, _Left()]


def _is_left(field: FieldInfo) -> bool:
    return any(isinstance(one, _Left) for one in field.metadata)


def _left_field(model: type[BaseModel]) -> Any:
    read = _refused if model.model_config.get("extra") == "forbid" else _ignored
    return core_schema.with_default_schema(
        core_schema.no_info_before_validator_function(read, core_schema.none_schema()),
        default=None,
    )


def _refused(_: object) -> None:
    raise PydanticKnownError("extra_forbidden")


def _ignored(_: object) -> None:
    return None
