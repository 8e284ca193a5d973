"""The programs that confine an agent: run by path in processes of their own, with the standard library only."""
