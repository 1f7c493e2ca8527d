"""Compares the JSON Schema of generated models with the schemas of the OpenAPI document.

Called in the folder of the packages, each with `openapi.json` in it; prints how many schemas it has compared.
"""

import importlib
import json
import sys
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

LIMITS = (
    "minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems "
    "maxItems contentEncoding"
).split()


def resolved(schema: dict, components: dict) -> dict:
    while "$ref" in schema:
        schema = components[schema["$ref"].rsplit("/", 1)[1]]
    return schema


def whole(schema: dict, components: dict) -> tuple[dict, set]:
    """The properties of an object and those that it needs, with what it takes over from others."""
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
    """The properties that an object must not have: a superclass lets them change, and the class does not."""
    schema = resolved(schema, components)
    names = set(schema.get("not", {}).get("required", ()))
    return names.union(*(refused(part, components) for part in schema.get("allOf", ())))


def alternatives(schema: dict, components: dict) -> list[dict]:
    """The schemas of which a value keeps to one, without references."""
    schema = resolved(schema, components)
    for key in ("oneOf", "anyOf"):
        if key in schema and "properties" not in schema:
            return [
                one for part in schema[key] for one in alternatives(part, components)
            ]
    if isinstance(schema.get("type"), list):
        never = schema.get("not", {}).get("type")
        return [schema | {"type": type} for type in schema["type"] if type != never]
    return [schema]


def said(schema: dict, components: dict) -> object:
    """What a schema says of a value, in one form."""
    if schema.get("type") == "null":
        return "null"
    if "properties" in schema or any("$ref" in part for part in schema.get("allOf", ())):
        return "object"
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if values == [None]:
        return "null"
    if values is not None:
        return sorted(json.dumps(value) for value in values if value is not None)
    about = {key: schema[key] for key in LIMITS if schema.get(key) is not None}
    # The format says it, too, where OpenAPI counts entries.
    if about.get("maximum") == 2**53 - 1 and "Number of entries" in schema.get("description", ""):
        del about["maximum"]
    about["type"] = schema.get("type")
    # How wide a number is, a validator is told by its limits.
    if schema.get("type") == "string" and schema.get("format") not in (None, "time"):
        about["format"] = schema["format"]
    patterns = [part["pattern"] for part in schema.get("allOf", ()) if "pattern" in part]
    if "pattern" in schema:
        patterns.append(schema["pattern"])
    if patterns:
        about["patterns"] = sorted(patterns)
    if "items" in schema:
        about["items"] = form(schema["items"], components)
    return about


def form(schema: dict, components: dict) -> list[str]:
    every = [said(one, components) for one in alternatives(schema, components)]
    return sorted({json.dumps(one, sort_keys=True) for one in every})


def told(schema: dict, components: dict) -> tuple[list[str], dict]:
    """What a union takes, and which of its members is told by which value."""
    discriminator = resolved(schema, components).get("discriminator", {})
    members = {
        value: reference.rsplit("/", 1)[1].removesuffix("Itself")
        for value, reference in discriminator.get("mapping", {}).items()
    }
    return form(schema, components), {discriminator.get("propertyName"): members}


def compare(package: str, document: dict) -> tuple[int, list[str]]:
    components = document["components"]["schemas"]
    module = importlib.import_module(package)
    differences, count = [], 0
    for name in sorted(components.keys() & set(module.__all__)):
        model = getattr(module, name)
        if isinstance(model, type) and not issubclass(model, BaseModel):
            continue
        read, written = (
            TypeAdapter(model).json_schema(mode=mode)
            for mode in ("validation", "serialization")
        )
        if not name.endswith(("Update", "UpdateBody")) and read != written:
            differences.append(f"{name}: reads and writes differ")
        own = {f"{key}": value for key, value in read.get("$defs", {}).items()}
        count += 1
        if not isinstance(model, type):
            mine, other = told(read, own), told(components[name], components)
            if mine != other:
                differences.append(f"{name}: {mine} and {other}")
            continue
        ours, needed = whole(read, own)
        theirs, wanted = whole(components[name], components)
        for key in refused(components[name], components):
            del theirs[key]
        if ours.keys() != theirs.keys():
            differences.append(f"{name}: {sorted(ours.keys() ^ theirs.keys())}")
        if needed != wanted:
            differences.append(f"{name}: required {sorted(needed ^ wanted)}")
        for key in ours.keys() & theirs.keys():
            mine = form(ours[key][-1], own)
            # What a class narrows stands beside what it takes over.
            others = [form(one, components) for one in theirs[key]]
            if mine not in others:
                differences.append(f"{name}.{key}: {mine} and {others}")
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
