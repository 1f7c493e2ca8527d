from decimal import Decimal


def Span(duration: str) -> tuple[Decimal, Decimal]:
    """The months and the seconds of a duration, by which it is equal to others."""
    sign = -1 if duration.startswith("-") else 1
    date, _, time = duration.partition("T")

    def number(text: str, unit: str) -> Decimal:
        before, found, _ = text.partition(unit)
        # From the end: what precedes the digits is another part, or the sign of a duration.
        digits = before[len(before.rstrip("0123456789.")) :]
        return sign * Decimal(digits) if found and digits else Decimal(0)

    minutes = (number(date, "D") * 24 + number(time, "H")) * 60 + number(time, "M")
    return number(date, "Y") * 12 + number(date, "M"), minutes * 60 + number(time, "S")
