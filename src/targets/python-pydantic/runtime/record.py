from typing import Self

from pydantic import ValidationInfo, model_validator


class Record(Model, json_schema_serialization_defaults_required=True):
    """Base of all records."""

    @model_validator(mode="after")
    def _check_complete(self, info: ValidationInfo) -> Self:
        # Defaults are for objects created in code, not for JSON.
        for name, field in type(self).model_fields.items():
            is_missing = name not in self.model_fields_set and field.default is not None
            if is_missing and info.mode == "json":
                raise ValueError(f"{name} is missing")
        return self

    def model_apply(self, changes: Model) -> Self:
        """Returns a copy with the fields that the update sets."""
        values = {k: v for k, v in changes if k in changes.model_fields_set}
        return type(self).model_validate(dict(self) | values)
