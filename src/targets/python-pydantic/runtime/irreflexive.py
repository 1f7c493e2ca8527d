def check_irreflexive(model: BaseModel, name: str) -> None:
    """A field never refers to the instance itself."""
    for field, value in _given(model, name).items():
        if model.__dict__["id"] not in _each(value):
            continue
        verb = "contain" if isinstance(value, list) else "be"
        raise _fault(
            "irreflexive",
            f"{{field}} must not {verb} the id of the instance itself",
            field=field,
        )
