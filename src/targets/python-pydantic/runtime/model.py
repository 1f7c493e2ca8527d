from pydantic import BaseModel


class Model(BaseModel, from_attributes=True):
    """Base of all models of this package."""
