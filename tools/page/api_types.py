"""Write the types of the server's answers for the page's type check: `python tools/page/api_types.py`.

`api.d.ts` has one interface for each model of `faces.web`, in the namespace `Api`, so that a JSDoc comment can say
`Api.PositionView`. With `--check` nothing is written, and the status is 1 where the file is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter

from zerosum.answers.lab.defaults import Defaults
from zerosum.answers.lab.lessons.lesson import Lesson
from zerosum.faces.web import grade_models, models, report_models, table_models

FILE = Path(__file__).parent / "api.d.ts"

HEADER = "// The server's answers. Written by tools/page/api_types.py from zerosum.faces.web: do not edit.\n\n"

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def written(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " | ".join(written(each) for each in schema["anyOf"])
    if "const" in schema:
        return repr_of(schema["const"])
    if "enum" in schema:
        return " | ".join(repr_of(each) for each in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        item = written(schema["items"]) if "items" in schema else "any"
        return f"({item})[]" if " " in item else f"{item}[]"
    if kind == "object":
        item = schema.get("additionalProperties", True)
        return f"Record<string, {written(item) if isinstance(item, dict) else 'any'}>"
    return PLAIN[kind] if kind is not None else "any"


def repr_of(literal: object) -> str:
    """A literal type."""
    return f'"{literal}"' if isinstance(literal, str) else str(literal).lower()


def interface(name: str, schema: dict[str, Any]) -> str:
    """A model as an interface. Every answer has all of its fields, those with a default too."""
    about = schema["description"].splitlines()[0]
    lines = [f"  /** {about} */", f"  interface {name} {{"]
    for field, inside in schema.get("properties", {}).items():
        if "description" in inside:
            lines.append(f"    /** {inside['description']} */")
        lines.append(f"    {field}: {written(inside)};")
    return "\n".join([*lines, "  }"])


def declarations() -> str:
    """The whole file."""
    found = {
        each
        for module in (models, report_models, table_models, grade_models)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, BaseModel) and each is not BaseModel
    }
    models_of = sorted({*found, Defaults, Lesson}, key=lambda each: each.__name__)
    _, schema = TypeAdapter.json_schemas([(each.__name__, "serialization", TypeAdapter(each)) for each in models_of])
    body = "\n\n".join(interface(name, each) for name, each in sorted(schema["$defs"].items()))
    return f"{HEADER}declare namespace Api {{\n{body}\n}}\n"


def main() -> int:
    """Write the file, or say whether it is out of date."""
    text = declarations()
    if "--check" not in sys.argv:
        FILE.write_text(text, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != text:
        sys.stderr.write("tools/page/api.d.ts is out of date: run python tools/page/api_types.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
