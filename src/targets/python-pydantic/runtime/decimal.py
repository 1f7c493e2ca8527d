from decimal import Decimal

from pydantic_core import PydanticKnownError, core_schema


def _decimal(value: str | Decimal) -> Decimal:
    """What is too long is refused before its digits are written out."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise PydanticKnownError("finite_number")
        _check_digits(max(len(value.as_tuple().digits), abs(value.adjusted())))
        value = f"{value:f}"
    _check_digits(sum(character.isdigit() for character in value))
    return Decimal(value)


_MOST_DIGITS = $MOST_DIGITS


def _check_digits(count: int) -> None:
    if count > _MOST_DIGITS:
        raise PydanticKnownError("decimal_max_digits", {"max_digits": _MOST_DIGITS})


# Never with an exponent.
_DECIMAL_AS_TEXT: Any = {
    "json_schema_input_schema": core_schema.str_schema(),
    "serialization": core_schema.plain_serializer_function_ser_schema(
        lambda value: f"{value:f}",
        return_schema=core_schema.str_schema(),
        when_used="json",
    ),
}
