"""Validates the instances in `cases.json` of each generated package.

Takes the folder of the packages, and names of packages if not all are meant. Prints the
number of instances.
"""

import functools
import gc
import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel, TypeAdapter, ValidationError


def accepts(model: type[BaseModel], instance: dict[str, object]) -> bool:
    """Return whether a model accepts an instance, as JSON and as parsed JSON."""
    text = json.dumps(instance)
    reads = (lambda: model.model_validate_json(text), lambda: model.model_validate(instance))
    verdicts = [passes(read) for read in reads]
    assert verdicts[0] == verdicts[1], f"{model.__name__}: {text} as JSON {verdicts[0]}"
    return verdicts[0]


def passes(read: Callable[[], object]) -> bool:
    try:
        read()
    except ValidationError:
        return False
    return True


def judge(
    package: str, models: list[str], types: list[str], cases: list[dict[str, object]]
) -> int:
    module = importlib.import_module(package)
    assert sorted(module.__all__) == sorted(models + types), f"{package}.__all__"
    for name in models:
        model = getattr(module, name)
        if isinstance(model, type):
            model.model_rebuild()
            assert model.__pydantic_complete__, f"{package}.{name} is incomplete"
        else:
            TypeAdapter(model)

    count = 0
    for case in cases:
        where = f"{package}.{case['model']}"
        model = getattr(module, case["model"])
        sample = case["sample"]

        try:
            instance = model.model_validate_json(json.dumps(sample))
        except ValidationError as error:
            raise AssertionError(f"{where}: {sample} is refused") from error
        text = instance.model_dump_json()
        assert json.loads(text) == sample, f"{where}: {sample} became {text}"
        assert model.model_validate_json(text) == instance, f"{where}: round trip"
        # As web frameworks do: the JSON is parsed first.
        assert model.model_validate(json.loads(text)) == instance, f"{where}: from dict"

        described = {
            field.serialization_alias or name: field.description
            for name, field in model.model_fields.items()
        }
        for key, doc in case["docs"]:
            assert described[key] == doc, f"{where}: {key} says {described[key]!r}"
        base = case["base"]
        assert accepts(model, base), f"{where}: {base} is refused"
        for key in case["omissible"]:
            rest = {k: v for k, v in base.items() if k != key}
            assert accepts(model, rest), f"{where}: {key} must be given"
        for key in case["constructible"]:
            model(**{k: v for k, v in base.items() if k != key})
        for key, value in case["supplied"]:
            rest = {k: v for k, v in base.items() if k != key}
            text = model(**rest).model_dump_json()
            assert json.loads(text)[key] == value, f"{where}: {key} is not supplied"
        for key in case["lists"]:
            rest = {k: v for k, v in base.items() if k != key}
            text = json.dumps(rest)
            assert not passes(functools.partial(model.model_validate_json, text))
            written = json.loads(model.model_validate(rest).model_dump_json())
            assert written[key] == [], f"{where}: {key} is not empty"
        for key in case["nullable"]:
            taken = base[key] is None or accepts(model, base | {key: None})
            assert taken, f"{where}: {key} refuses null"
        for key in case["required"]:
            rest = {k: v for k, v in base.items() if k != key}
            # Code may leave out members with a default; JSON may not.
            text = json.dumps(rest)
            needs = not passes(functools.partial(model.model_validate_json, text))
            assert needs, f"{where}: {key} need not be given"
        for key, text in case["refused"]:
            value = json.loads(text)
            assert not accepts(model, base | {key: value}), f"{where}: {key} = {text}"
        for key, text in case["accepted"]:
            value = json.loads(text)
            assert accepts(model, base | {key: value}), f"{where}: no {key} = {text}"
        count += 1 + sum(
            len(case[kind])
            for kind in ("omissible", "nullable", "required", "refused", "accepted")
        )
    return count


if __name__ == "__main__":
    # All models live until the end, so frequent garbage collection is useless.
    gc.set_threshold(1_000_000)
    folder = Path(sys.argv[1])
    sys.path.insert(0, str(folder))
    print(
        sum(
            judge(path.parent.name, **json.loads(path.read_text(encoding="utf-8")))
            for path in sorted(folder.glob("*/cases.json"))
            if len(sys.argv) == 2 or path.parent.name in sys.argv[2:]
        )
    )
