"""The agent's process: how it is made, started, confined, asked and ended."""
