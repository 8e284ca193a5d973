"""Load a user's own game from a Python file, stop its rules where they go wrong, and say where that was."""
