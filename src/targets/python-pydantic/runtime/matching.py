import re
from typing import Annotated

from pydantic import AfterValidator, Field, TypeAdapter


def matching(pattern: str | re.Pattern[str]) -> AfterValidator:
    """Return a validator of one more pattern: `Field` takes only one."""
    adapter = TypeAdapter(Annotated[str, Field(pattern=pattern)])
    return AfterValidator(adapter.validate_python)
