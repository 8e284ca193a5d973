"""Kernels that solve a whole game: expand positions, collect new ones, value them from their successors."""
