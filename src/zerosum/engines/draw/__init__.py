"""Pictures: trees as text and SVG, charts for the terminal, plots for a report."""
