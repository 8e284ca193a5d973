"""Compiled twins of the searches in `zerosum.engines.search`, and what runs them."""
