"""The solver: null-window search, transposition table, threads, values of all moves."""
