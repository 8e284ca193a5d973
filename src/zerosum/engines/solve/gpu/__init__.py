"""A solve on a GPU."""
