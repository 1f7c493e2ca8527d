import re
from typing import Annotated

from pydantic import AfterValidator, Field, TypeAdapter


def matching(pattern: str | re.Pattern[str]) -> AfterValidator:
    """Returns a validator of another pattern: `Field` accepts only one."""
    adapter = TypeAdapter(Annotated[str, Field(pattern=pattern)])
    return AfterValidator(adapter.validate_python)
