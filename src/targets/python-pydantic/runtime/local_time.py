import datetime as dt
from typing import Annotated

from pydantic import AfterValidator


def reject_offset(value: dt.time) -> dt.time:
    """Rejects a time of day with an offset from UTC."""
    if value.tzinfo is not None:
        raise ValueError("must not have an offset")
    return value


# A time of day without an offset from UTC.
LocalTime = Annotated[dt.time, AfterValidator(reject_offset)]
