import datetime as dt

from pydantic_core import PydanticCustomError


def _local_time(value: str | dt.time) -> str | dt.time:
    if isinstance(value, dt.time) and value.tzinfo is not None:
        raise PydanticCustomError("timezone_naive", "Input should not have an offset")
    return value
