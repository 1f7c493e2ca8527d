from typing import ClassVar


class CreateModel(BaseModel):
    """What creates an instance. What a reader does not find there is supplied."""

    _complete: ClassVar[bool] = False
