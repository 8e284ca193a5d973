"""The steps of a solve on a GPU."""
