"""A submission in Python: what its source defines, and the values of its loaded module."""
