from typing import Self

from pydantic import ValidationInfo, model_validator


class Record(Model):
    """Base of all records."""

    @model_validator(mode="after")
    def _check_complete(self, info: ValidationInfo) -> Self:
        # Only code may rely on defaults.
        for name, field in type(self).model_fields.items():
            is_missing = name not in self.model_fields_set and field.default is not None
            if is_missing and info.mode == "json":
                raise ValueError(f"{name} is missing")
        return self

    def model_apply(self, changes: Model) -> Self:
        """Return a copy with the fields that an update model sets."""
        names = changes.model_fields_set
        values = {name: value for name, value in changes if name in names}
        return type(self).model_validate(dict(self) | values)
