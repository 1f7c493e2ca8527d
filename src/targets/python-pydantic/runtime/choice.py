def check_choice(model: BaseModel, *names: str, required: bool) -> None:
    """At most one of the fields has a value; if it is required, one has."""
    given = _given(model, *names)
    count = sum(value is not None for value in given.values())
    if count > 1 or (required and count == 0 and not model._keeps):
        fields = [_name_in_json(model, name) for name in names]
        which = "exactly" if required else "at most"
        verb = "must" if required else "may"
        raise _fault(
            "choice",
            f"{which} one of {{names}} {verb} have a value",
            names=_listed(fields),
            fields=fields,
            required=required,
        )
