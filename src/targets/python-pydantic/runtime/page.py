from typing import Generic

from pydantic import Field


class Page(Model, Generic[T]):
    """A page of a list."""

    total: int = Field(ge=0, description="Number of entries in the whole list.")
    limit: int = Field(ge=0, description="Largest number of entries on a page.")
    offset: int = Field(ge=0, description="Number of entries before the page.")
    items: list[T] = Field(description="Entries of the page.")
