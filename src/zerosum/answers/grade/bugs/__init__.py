"""Name the bug: a library of seeded faults, and which of them explains the answers."""
