import datetime as dt
from typing import Annotated

from pydantic import AfterValidator


def reject_offset(value: dt.time) -> dt.time:
    """Reject a time of day that names its time zone."""
    if value.tzinfo is not None:
        raise ValueError("must not have an offset")
    return value


# A time of day without a time zone.
LocalTime = Annotated[dt.time, AfterValidator(reject_offset)]
