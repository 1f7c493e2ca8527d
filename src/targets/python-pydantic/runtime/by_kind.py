from collections.abc import Callable
from functools import reduce
from typing import Annotated, Any, cast, get_args

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


class _ByKind:
    """Marks a union of models that a field of theirs tells apart."""

    def __init__(self, field: str) -> None:
        self.field = field

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        choices = {
            model.model_fields[self.field].default: handler.generate_schema(model)
            for model in get_args(source)
        }
        return core_schema.tagged_union_schema(choices, discriminator=self.field)


def late_union(
    module: str, union: str, field: str, *names: str
) -> Callable[[str], Any]:
    """The `__getattr__` of a module that makes a union of models, or of unions of them, when it is asked for."""

    def find(name: str) -> Any:
        if name != union:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        package = sys.modules[_PACKAGE]
        models: list[Any] = []
        for member in names:
            one = getattr(package, member)
            if isinstance(one, type):
                models.append(one)
            else:
                models.extend(get_args(get_args(one)[0]))
        either = reduce(lambda one, other: one | other, models)
        value = cast(Any, Annotated)[either, _ByKind(field)]
        setattr(sys.modules[module], name, value)
        return value

    return find
