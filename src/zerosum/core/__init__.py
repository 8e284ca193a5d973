"""What every other floor stands on: errors, rules, games, values, boards and files; nothing but Python is needed."""
