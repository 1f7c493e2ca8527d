from collections.abc import Mapping
from typing import Any, cast

from pydantic import Discriminator


def discriminated_by(name: str) -> Discriminator:
    """Returns a discriminator that reads a member of a mapping or an object."""

    def kind_of(value: object) -> object:
        if isinstance(value, Mapping):
            return cast("Mapping[str, Any]", value).get(name)
        return getattr(value, name, None)

    return Discriminator(kind_of)
