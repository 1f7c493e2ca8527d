def check_refers_to(model: BaseModel, name: str, relation: str) -> None:
    """A field holds the id of the object that stands beside it, or those of all of a list."""
    beside = model.__dict__[relation]
    if beside is None:
        return
    ids = model.__dict__[name]
    params = {
        "field": _name_in_json(model, name),
        "relation": _name_in_json(model, relation),
    }
    keys = set(_each(ids))
    found = {other.id for other in _each(beside)}
    if not found <= keys:
        what = "one of" if isinstance(ids, list) else "what is in"
        message = f"the id of {{relation}} must be {what} {{field}}"
        raise _fault("inverse", message, **params)
    if isinstance(beside, list) and not keys <= found:
        message = "{relation} must have an object for each of {field}"
        raise _fault("inverse", message, **params)
