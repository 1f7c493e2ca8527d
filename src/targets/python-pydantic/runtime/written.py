import re

from pydantic import BeforeValidator


def written(pattern: str) -> BeforeValidator:
    """Returns a validator of the lexical form, which distinguishes union members."""
    matches = re.compile(pattern).fullmatch

    def check(value: object) -> object:
        is_other = isinstance(value, int | float)
        if is_other or (isinstance(value, str) and not matches(value)):
            raise ValueError("has the form of another type")
        return value

    return BeforeValidator(check)
