def check_total(
    model: BaseModel, *names: str, least: int = 0, most: int | None = None
) -> None:
    """The fields have so many values in all."""
    given = _given(model, *names)
    count = sum(
        len(value) if isinstance(value, list) else value is not None
        for value in given.values()
    )
    fields = [_name_in_json(model, name) for name in names]
    # A change is not asked for what it may leave as it is.
    if count < least and not model._keeps:
        raise _fault(
            "total",
            "{names} must have at least {least} "
            f"{'value' if least == 1 else 'values'} in all",
            names=_listed(fields),
            fields=fields,
            least=least,
        )
    if most is not None and count > most:
        raise _fault(
            "total",
            "{names} must have at most {most} "
            f"{'value' if most == 1 else 'values'} in all",
            names=_listed(fields),
            fields=fields,
            most=most,
        )
