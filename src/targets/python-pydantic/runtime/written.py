import re

from pydantic import BeforeValidator


def written(pattern: str) -> BeforeValidator:
    """Return a validator of the form of a text, which tells union members apart."""
    matches = re.compile(pattern).fullmatch

    def check(value: object) -> object:
        is_other = isinstance(value, int | float)
        if is_other or (isinstance(value, str) and not matches(value)):
            raise ValueError("has the form of another type")
        return value

    return BeforeValidator(check)
