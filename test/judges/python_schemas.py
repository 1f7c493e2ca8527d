"""Compares the members in the JSON Schema of generated models with those in the OpenAPI document.

Runs in the folder of the packages, each of which contains `openapi.json`. Prints the number of compared schemas.
"""

import importlib
import json
import sys
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

def resolved(schema: dict, components: dict) -> dict:
    while "$ref" in schema:
        schema = components[schema["$ref"].rsplit("/", 1)[1]]
    return schema


def whole(schema: dict, components: dict) -> tuple[dict, set]:
    """Return the properties of an object and the required ones, inherited ones included."""
    schema = resolved(schema, components)
    properties, required = {}, set()
    for part in schema.get("allOf", ()):
        inherited, needed = whole(part, components)
        for name, value in inherited.items():
            properties.setdefault(name, []).extend(value)
        required |= needed
    for name, value in schema.get("properties", {}).items():
        properties.setdefault(name, []).append(value)
    return properties, required | set(schema.get("required", ()))


def refused(schema: dict, components: dict) -> set:
    """Return the properties that an object must not have: updates of a superclass may change them, those of the class may not."""
    schema = resolved(schema, components)
    # `not` with two required members forbids neither of them alone.
    required = schema.get("not", {}).get("required", ())
    names = set(required) if len(required) == 1 else set()
    return names.union(*(refused(part, components) for part in schema.get("allOf", ())))


def compare(package: str, document: dict) -> tuple[int, list[str]]:
    components = document["components"]["schemas"]
    module = importlib.import_module(package)
    differences, count = [], 0
    for name in sorted(components.keys() & set(module.__all__)):
        model = getattr(module, name)
        if isinstance(model, type) and not issubclass(model, BaseModel):
            continue
        read = TypeAdapter(model).json_schema()
        written = TypeAdapter(model).json_schema(mode="serialization")
        if not isinstance(model, type):
            continue
        count += 1
        names = set(whole(components[name], components)[0]) - refused(components[name], components)
        # An update writes only the members that are set.
        is_update = name.endswith(("Update", "UpdateBody"))
        for schema in (read,) if is_update else (read, written):
            ours = set(whole(schema, schema.get("$defs", {}))[0])
            if ours != names:
                differences.append(f"{name}: {sorted(ours ^ names)}")
    return count, differences


if __name__ == "__main__":
    sys.path.insert(0, ".")
    counts = 0
    for path in sorted(Path(".").glob("*/openapi.json")):
        count, found = compare(path.parent.name, json.loads(path.read_text("utf-8")))
        assert count > 0, path
        assert not found, "\n".join([path.parent.name, *found])
        counts += count
    print(counts)
