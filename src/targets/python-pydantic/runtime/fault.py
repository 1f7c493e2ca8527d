from pydantic_core import PydanticCustomError


def _fault(code: Any, message: Any, **params: Any) -> PydanticCustomError:
    """What is wrong, by the code and with the parameters that all languages tell."""
    return PydanticCustomError(code, message, params)
