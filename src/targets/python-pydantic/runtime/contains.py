def check_contains(
    model: BaseModel,
    name: str,
    *wanted: Any,
    by: Callable[[Any], Any] = lambda value: value,
) -> None:
    """A list has these values, and may have others."""
    for field, values in _given(model, name).items():
        held = [by(value) for value in values]
        for value in wanted:
            if by(value) not in held:
                raise _fault(
                    "contains", "{field} must contain {value}", field=field, value=value
                )
