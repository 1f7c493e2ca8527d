import datetime as dt


def _local_time(value: str | dt.time) -> str | dt.time:
    if isinstance(value, dt.time) and value.tzinfo is not None:
        raise _fault("type", "Input should not have an offset", type="time")
    return value
