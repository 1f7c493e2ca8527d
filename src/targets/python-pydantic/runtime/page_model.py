from typing import Annotated

from pydantic import Field, StrictInt


class PageModel(BaseModel):
    """Which part of a list a page holds."""

    total: Annotated[StrictInt, Field(ge=0, le=2**53 - 1)] = Field(
        description="Number of entries in the whole list."
    )
    limit: Annotated[StrictInt, Field(ge=0, le=2**53 - 1)] = Field(
        description="Largest number of entries on a page."
    )
    offset: Annotated[StrictInt, Field(ge=0, le=2**53 - 1)] = Field(
        description="Number of entries before the page."
    )
