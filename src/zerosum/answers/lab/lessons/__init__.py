"""Guided paths: a Markdown file whose headings are stops, each with text, a search and a task."""
