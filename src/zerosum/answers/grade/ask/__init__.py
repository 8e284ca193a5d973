"""How an agent is asked: found out by trying, or described."""
