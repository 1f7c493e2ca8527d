def check_referred_to_by(model: BaseModel, name: str, relation: str) -> None:
    """The objects that stand in a member hold the id of the instance in their field."""
    beside = model.__dict__[relation]
    for other in _each(beside):
        if other is None:
            continue
        if model.__dict__["id"] not in _each(other.__dict__[name]):
            raise _fault(
                "inverse",
                "{field} of {relation} must be the id of the object that it stands in",
                field=_name_in_json(other, name),
                relation=_name_in_json(model, relation),
            )
