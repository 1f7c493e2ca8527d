import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from inspect import get_annotations
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

import pydantic
from pydantic import ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError, ValidationInfo
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, ErrorDetails, InitErrorDetails, PydanticKnownError, core_schema


def late(module: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a module that imports names when they are asked for."""

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        value = getattr(import_module(places[name], _PACKAGE), name)
        setattr(sys.modules[module], name, value)
        return value

    return find


_PACKAGE = __name__.rpartition(".")[0]


class _Signature:
    """The signature of a class that is not built. Building puts its own in the place."""

    def __get__(self, instance: object, model: type[pydantic.BaseModel]) -> Any:
        if instance is not None:
            raise AttributeError("__signature__")
        model.model_rebuild()
        return model.__signature__


class BaseModel(pydantic.BaseModel):
    """What all models of this package have in common.

    Code that makes an instance may leave out what has a default. An instance that is
    read, from JSON or from what JSON was parsed to, is complete (a dictionary may leave
    out empty lists), and its values are written as all layers write them. Attributes of
    other objects are read, too, such as rows of a database.

    Models are built when they are first used.
    """

    # Not `True` itself, which would defer what others make of models, too.
    model_config = ConfigDict(defer_build=cast(bool, 1), from_attributes=True)

    # Whether readers ask for all that code may leave out.
    _complete: ClassVar[bool] = True
    # Whether what is left out stays as it is.
    _keeps: ClassVar[bool] = False

    if not TYPE_CHECKING:

        def __init__(self, /, **data):
            __tracebackhide__ = True
            supplied = {
                name: field.get_default(call_default_factory=True)
                for name, field in _fields_with_default(type(self))
                if name not in data and field.validation_alias not in data
            }
            super().__init__(**data, **supplied)
            self.__pydantic_fields_set__.difference_update(supplied)

        # Readers go on without it, as they do without that of Pydantic.
        __init__.__pydantic_base_init__ = True

        def __init_subclass__(cls, **given):
            super().__init_subclass__(**given)
            # Or it had that of a superclass that is built.
            cls.__signature__ = _Signature()

        @classmethod
        def model_validate(cls, *given, **how):
            try:
                return super().model_validate(*given, **how)
            except ValidationError as error:
                raise _shortened(error) from None

        @classmethod
        def model_validate_json(cls, *given, **how):
            try:
                return super().model_validate_json(*given, **how)
            except ValidationError as error:
                raise _shortened(error) from None

        @classmethod
        def model_rebuild(cls, *, force=False, _parent_namespace_depth=2, **how):
            if cls.__pydantic_complete__ and not force:
                return None
            with _building:
                if not how.get("_types_namespace"):
                    how["_types_namespace"] = _late_names(cls) or None
                _being_built.append(cls)
                try:
                    return super().model_rebuild(
                        force=force,
                        _parent_namespace_depth=_parent_namespace_depth + 1,
                        **how,
                    )
                finally:
                    _being_built.pop()

    @classmethod
    def model_create(cls, body: "CreateModel") -> Self:
        """The instance that a creation makes. What only a server gives is made up."""
        fields = type(body).model_fields
        names = [name for name in body.__dict__ if not _is_left(fields[name])]
        return cls(**_values_for(cls, body, names))

    def model_apply(self, changes: "UpdateModel") -> Self:
        """What the instance becomes by changes; it was last changed now."""
        given = _values_for(type(self), changes, changes.model_fields_set)
        times = {
            name: touched()
            for name, field in type(self).model_fields.items()
            if field.default_factory is touched
        }
        return type(self).model_validate(self.__dict__ | times | given)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """One schema of what is read and what is written, as OpenAPI has it."""
        described = handler(schema)
        model = handler.resolve_ref_schema(described)
        properties: dict[str, Any] = model.get("properties", {})
        for name, field in cls.model_fields.items():
            if _is_left(field):
                properties.pop(field.alias or name, None)
        required = set(model.get("required", ()))
        for name, field in properties.items():
            if field.get("default", _NOTHING) is None:
                del field["default"]
            if cls._complete and field.get("type") == "array":
                required.add(name)
        if required:
            model["required"] = [name for name in properties if name in required]
        return described

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[pydantic.BaseModel], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        with _building:
            if cls not in _being_built:
                cls.model_rebuild()
                built: CoreSchema = _without_cover(cls.__pydantic_core_schema__)
                return built
            return _covered(cls, _schema_of(cls, handler))


def _covered(model: type[pydantic.BaseModel], schema: CoreSchema) -> CoreSchema:
    """A schema whose validator others use. Pydantic makes another one for each place
    that names a model if the first thing that the model has is a function. Values that
    are assigned are not validated through it."""
    validates_assignment = model.model_config.get("validate_assignment", False)
    if schema["type"] != "function-after" or validates_assignment:
        return schema
    return core_schema.WithDefaultSchema(type="default", schema=schema)


def _without_cover(schema: Any) -> Any:
    if schema["type"] == "definitions":
        return {**schema, "schema": _without_cover(schema["schema"])}
    return schema["schema"] if schema["type"] == "default" else schema


def _values_for(
    model: type[BaseModel], body: BaseModel, names: Iterable[str]
) -> dict[str, Any]:
    values = {name: body.__dict__[name] for name in names}
    if not values.keys() <= model.model_fields.keys():
        raise TypeError(f"{type(body).__name__} is not for {model.__name__}")
    return values


# One thread at a time builds; Pydantic's own lock is the same one, if it has any.
_building = getattr(pydantic.main, "_rebuild_lock", None) or RLock()
_being_built: list[type] = []


def _is_of_package(model: type) -> bool:
    return model.__module__.startswith(f"{_PACKAGE}.")


def _late_names(model: type) -> dict[str, Any]:
    """What annotations name that no module imports before it is used."""
    names = {
        name
        for base in model.__mro__
        if _is_of_package(base)
        for annotation in get_annotations(base).values()
        if isinstance(annotation, str)
        for name in compile(annotation, "annotation", "eval").co_names
    }
    package = sys.modules[_PACKAGE]
    # Where Python has something of that name itself, an underscore stands in front.
    places = {name: name.removeprefix("_") for name in names}
    known = _all_names()
    return {
        name: getattr(package, place)
        for name, place in places.items()
        if place in known
    }


@cache
def _all_names() -> frozenset[str]:
    return frozenset(sys.modules[_PACKAGE].__all__)


def _schema_of(cls: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
    """The schema of a model, of which its superclasses have a part already."""
    known = _inherited_fields(cls) if _is_of_package(cls) else {}
    fields = cls.model_fields
    part: Any = cls
    if known:
        others = {name: fields[name] for name in fields if name not in known}
        # What Pydantic makes schemas of: the class with these fields only.
        part = type.__new__(
            type(cls),
            cls.__name__,
            (cls,),
            {"__module__": cls.__module__, "__pydantic_fields__": others},
        )
    schema: CoreSchema
    schema, model_fields = _as_schema_of(cls, part, handler(part))
    made = {
        name: {**field, "schema": _left_field(cls), "serialization_exclude": True}
        if _is_left(fields[name])
        else {**field, "schema": _reading_field(cls, fields[name], field["schema"])}
        for name, field in model_fields["fields"].items()
    }
    model_fields["fields"] = {name: (known | made)[name] for name in fields}
    return schema


def _inherited_fields(model: type[BaseModel]) -> dict[str, Any]:
    """The schemas of fields that are as superclasses have them, and name no models."""
    fields: dict[str, Any] = {}
    for base in reversed(model.__bases__):
        if not issubclass(base, BaseModel) or not _is_of_package(base):
            continue
        if base.__module__ == __name__:
            continue
        base.model_rebuild()
        schema: Any = base.__pydantic_core_schema__
        if schema["type"] != "definitions":
            fields |= _model_fields(schema)["fields"]
    declared = get_annotations(model)
    return {name: fields[name] for name in fields if name not in declared}


def _model_fields(schema: Any) -> Any:
    while schema["type"] != "model-fields":
        schema = schema["schema"]
    return schema


def _as_schema_of(cls: type, part: type, schema: Any) -> tuple[Any, Any]:
    """The schema of a part of a class as one of the class, and what it has of fields."""
    schema = dict(schema)
    if schema["type"] == "model-fields":
        return schema, schema
    if schema.get("cls") is part:
        schema["cls"] = cls
    if "ref" in schema:
        schema["ref"] = schema["ref"].replace(str(id(part)), str(id(cls)))
    schema["schema"], fields = _as_schema_of(cls, part, schema["schema"])
    return schema, fields


@cache
def _fields_with_default(model: type[BaseModel]) -> list[tuple[str, FieldInfo]]:
    return [
        (name, field)
        for name, field in model.model_fields.items()
        if not field.is_required() and field.default is not None
    ]


def _reading_field(model: type[BaseModel], field: FieldInfo, schema: Any) -> Any:
    """Where nothing is given, a reader takes it for None or an empty list, or refuses it."""
    if schema["type"] != "default":
        return _reading(schema)
    value = _reading(schema["schema"])
    if not model._complete:
        return _never_null(field, {**schema, "schema": value})
    if value["type"] in ("nullable", "none"):
        return core_schema.with_default_schema(value, default=None)
    if schema["schema"]["type"] != "list":
        return value
    return core_schema.with_default_schema(
        core_schema.with_info_before_validator_function(_given_list, value),
        default_factory=lambda: _NOTHING,
        validate_default=True,
    )


_NOTHING = object()


def _given_list(value: Any, info: ValidationInfo) -> Any:
    """In JSON, lists are always there; dictionaries may leave out those that are empty."""
    if value is not _NOTHING:
        return value
    if info.mode == "json":
        raise PydanticKnownError("missing")
    return []


def _reading(schema: Any) -> Any:
    """The schema of values that have the forms of JSON, if they are texts there."""
    kind = schema["type"]
    if kind == "str":
        return core_schema.no_info_after_validator_function(_text, schema)
    if kind in _READERS:
        return _READERS[kind](schema)
    if kind == "union":
        return {**schema, "choices": [_reading(choice) for choice in schema["choices"]]}
    if kind == "chain":
        first, *others = schema["steps"]
        return {**schema, "steps": [_reading(first), *others]}
    if kind == "list":
        return _told({**schema, "items_schema": _reading(schema["items_schema"])})
    key = _INSIDE.get(kind)
    if key is None or _is_reading(schema):
        return schema
    return {**schema, key: _reading(schema[key])}


_INSIDE = {
    "nullable": "schema",
    "function-before": "schema",
    "function-after": "schema",
}


# The most that is told of a list; the rest is counted.
_MOST_TOLD = 100


def _told(schema: Any) -> Any:
    """The schema of a list of which not all is told if very much is wrong."""
    step = max(_MOST_TOLD, schema.get("min_length") or 0)

    def read(value: Any, handler: Callable[[Any], Any]) -> Any:
        try:
            return handler(value)
        except ValidationError as error:
            if error.error_count() <= _MOST_TOLD or not isinstance(value, list):
                raise
            values: list[Any] = value  # pyright: ignore
            raise _beginning(error, values, handler, step) from None

    return core_schema.no_info_wrap_validator_function(read, schema)


def _beginning(
    error: ValidationError,
    values: list[Any],
    handler: Callable[[Any], Any],
    step: int,
) -> ValidationError:
    """The beginning of what is wrong, found by looking at some values after the other."""
    told: list[InitErrorDetails] = []
    for start in range(0, len(values), step):
        first = max(0, min(start, len(values) - step))
        try:
            handler(values[first : start + step])
        except ValidationError as part:
            for one in part.errors(include_url=False):
                place = first + cast(int, one["loc"][0])
                if place >= start:
                    told.append(_once_more(one, (place, *one["loc"][1:])))
        if len(told) >= _MOST_TOLD:
            break
    return _and_more(error, told)


def _shortened(error: ValidationError) -> ValidationError:
    """What is wrong, or the beginning of it: a document may have any number of keys."""
    # A list tells of its own that there is more.
    if error.error_count() <= _MOST_TOLD + 1:
        return error
    beginning = error.errors(include_url=False)[:_MOST_TOLD]
    return _and_more(error, [_once_more(one, one["loc"]) for one in beginning])


def _once_more(one: ErrorDetails, loc: tuple[int | str, ...]) -> InitErrorDetails:
    fault = _fault(one["type"], one["msg"], **one.get("ctx", {}))
    return {"type": fault, "loc": loc, "input": one["input"]}


def _and_more(error: ValidationError, told: list[InitErrorDetails]) -> ValidationError:
    """Some of what is wrong, and a count of the rest."""
    del told[_MOST_TOLD:]
    count = error.error_count() - len(told)
    more = _fault("more", "and {count} more", count=count)
    told.append({"type": more, "loc": (), "input": None})
    return ValidationError.from_exception_data(error.title, told)


def _is_reading(schema: Any) -> bool:
    return "function" in schema and schema["function"]["function"] in _readers


_NO_TEXT = re.compile("[\0\ud800-\udfff]").search


def _text(value: str) -> str:
    if _NO_TEXT(value):
        raise _fault(
            "type",
            "String should not contain U+0000 or half of a surrogate pair",
            type="string",
        )
    return value


_readers: set[Callable[..., Any]] = {_text, _given_list}


def _reader(
    kind: type,
    name: str,
    form: str,
    example: str,
    described: dict[str, Any],
    rule: Callable[[Any], Any] = lambda value: value,
    **more: Any,
) -> Callable[[CoreSchema], CoreSchema]:
    """Takes instances of a class, and texts of a form: all that JSON may say."""
    matches = re.compile(form).match

    def read(value: object) -> object:
        if isinstance(value, kind) or (isinstance(value, str) and matches(value)):
            return rule(value)
        message = "Input should be written like {example}"
        raise _fault("type", message, type=name, example=example)

    _readers.add(read)
    metadata = {"pydantic_js_updates": described}
    return lambda schema: core_schema.no_info_before_validator_function(
        read, schema, metadata=metadata, **more
    )
