"""Who plays, and how: players, engine, match, game records, sessions."""
