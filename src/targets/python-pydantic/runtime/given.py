from collections.abc import Iterable
from typing import Any


def _given(model: BaseModel, *names: str) -> dict[str, Any]:
    """The values of attributes by their names in JSON; in a change, of those alone that it has."""
    held = model.__dict__
    return {
        _name_in_json(model, name): held[name]
        for name in names
        if name in (model.model_fields_set if model._keeps else held)
    }


def _name_in_json(model: BaseModel, name: str) -> str:
    return type(model).model_fields[name].serialization_alias or name


def _each(value: Any) -> list[Any]:
    """The elements of a list, or the one value that there is."""
    # What it is a list of is for Pydantic to know.
    return value if isinstance(value, list) else [value]  # pyright: ignore


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
