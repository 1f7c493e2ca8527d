from typing import Any, Self

from pydantic import ValidationError, ValidationInfo, model_validator


class Record(Model, json_schema_serialization_defaults_required=True):
    """Base of all records."""

    @model_validator(mode="after")
    def _check_complete(self, info: ValidationInfo) -> Self:
        # Defaults are for objects created in code, not for JSON.
        keys = [k for k, v in self if k not in self.model_fields_set and v is not None]
        if keys and info.mode == "json":
            lines: Any = [{"type": "missing", "loc": (k,), "input": self} for k in keys]
            raise ValidationError.from_exception_data("", lines)
        return self

    def model_apply(self, changes: Model) -> Self:
        """Returns a copy with the fields that the update sets."""
        values = {k: v for k, v in changes if k in changes.model_fields_set}
        return type(self).model_validate(dict(self) | values)
