"""Validates data: reads `{"shapes": Turtle, "data": Turtle}`, and prints the focus nodes with violations as JSON."""

import json
import sys

from pyshacl import validate
from rdflib import Graph
from rdflib.namespace import SH


def main() -> None:
    given = json.load(sys.stdin)
    shapes = Graph().parse(data=given["shapes"], format="turtle")
    data = Graph().parse(data=given["data"], format="turtle")
    # `meta_shacl` also validates the shapes (SHACL 1.0, appendix C).
    _, report, _ = validate(data, shacl_graph=shapes, meta_shacl=True, allow_warnings=True)
    # Only top-level results count; nested ones are about alternatives.
    results = report.objects(None, SH.result)
    print(json.dumps(sorted({str(report.value(result, SH.focusNode)) for result in results})))


main()
