"""The description of the API as a page: plain HTML, nothing to load from anywhere."""

from __future__ import annotations

from html import escape
from typing import Any


def api_page(description: dict[str, Any]) -> str:
    """All paths with their parameters and answers, then all models."""
    info = description["info"]
    paths = "".join(
        _operation(path, method, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    )
    models = "".join(_model(name, model) for name, model in description["components"]["schemas"].items())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(info['title'])} API</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="/page/icon.svg" type="image/svg+xml">'
        '<link rel="stylesheet" href="/page/style.css"><link rel="stylesheet" href="/page/screens/play.css"></head>'
        f"<body><main><h1>{escape(info['title'])} {escape(info['version'])}: the API</h1>"
        '<p>Machines read <a href="/api/openapi.json">openapi.json</a>. Requests need the cookie that the page has, or '
        "the token as <code>Authorization: Bearer</code>.</p>"
        f"<h2>Paths</h2>{paths}<h2>Models</h2>{models}</main></body></html>"
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(each['name'])}</code></td><td>{escape(_type(each['schema']))}</td>"
        f"<td>{'yes' if each.get('required') else ''}</td>"
        f"<td>{escape(each.get('description') or each['schema'].get('description', ''))}</td></tr>"
        for each in operation.get("parameters", ())
    )
    table = f"<table><thead><tr><th>parameter</th><th>type</th><th>needed</th><th>is</th></tr></thead>{rows}</table>"
    answers = "".join(
        f"<li><code>{escape(status)}</code> {escape(_answer(answer))}</li>"
        for status, answer in operation["responses"].items()
    )
    return (
        f'<section class="panel"><h3><code>{escape(method.upper())} {escape(path)}</code></h3>'
        f"<p>{escape(operation.get('description', ''))}</p>{scrolling(table) if rows else ''}"
        f"<ul>{answers}</ul></section>"
    )


def scrolling(table: str) -> str:
    """A table that scrolls by itself where it is too wide."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="table">{table}</div>'


def _answer(answer: dict[str, Any]) -> str:
    kinds = [_type(content.get("schema", {})) for content in answer.get("content", {}).values()]
    return f"{answer.get('description', '')} {' '.join(kinds)}".strip()


def _model(name: str, model: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{escape(_type(kind))}</td>"
        f"<td>{escape(kind.get('description', ''))}</td></tr>"
        for field, kind in model.get("properties", {}).items()
    )
    return (
        f'<section class="panel"><h3>{escape(name)}</h3><p>{escape(model.get("description", ""))}</p>'
        f"{scrolling(f'<table>{rows}</table>')}</section>"
    )


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))
