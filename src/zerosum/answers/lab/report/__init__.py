"""The lab report: measure algorithms on a game, and write one document about it as HTML, Markdown or PDF."""
