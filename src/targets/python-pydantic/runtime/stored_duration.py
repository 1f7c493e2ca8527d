import datetime as dt


def to_duration(value: object) -> object:
    """Converts an interval from a database row to the form of ISO 8601."""
    if not isinstance(value, dt.timedelta):
        return value
    sign = "-" if value.days < 0 else ""
    length = abs(value)
    minutes, second = divmod(length.seconds, 60)
    hour, minute = divmod(minutes, 60)
    seconds = f"{second}.{length.microseconds:06}".rstrip("0").rstrip(".")
    return f"{sign}P{length.days}DT{hour}H{minute}M{seconds}S"
