from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema


def _reject_exponent(value: object) -> object:
    if isinstance(value, float) or (isinstance(value, str) and "e" in value.lower()):
        raise ValueError("must be a string without an exponent, such as '19.99'")
    return value


# A decimal of at most MAX_DIGITS digits. In JSON, it is a string without an exponent.
ExactDecimal = Annotated[
    Decimal,
    Field(max_digits=MAX_DIGITS),
    BeforeValidator(_reject_exponent),
    PlainSerializer(lambda value: f"{value:f}", return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$"}),
]
