from decimal import Decimal


def span(duration: str) -> tuple[Decimal, Decimal]:
    """Returns the months and the seconds of a duration, which comparisons use."""
    sign = -1 if duration.startswith("-") else 1
    date, _, time = duration.partition("T")

    def number(text: str, unit: str) -> Decimal:
        before, found, _ = text.partition(unit)
        digits = before[len(before.rstrip("0123456789.")) :]
        return sign * Decimal(digits) if found and digits else Decimal(0)

    minutes = (number(date, "D") * 24 + number(time, "H")) * 60 + number(time, "M")
    return number(date, "Y") * 12 + number(date, "M"), minutes * 60 + number(time, "S")
