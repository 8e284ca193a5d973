"""Measure searches: compare, growth, cut-offs, move orders, random trees, the lab report."""
