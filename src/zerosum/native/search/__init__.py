"""Compiled twins of the searches in `zerosum.search`, and what runs them."""
