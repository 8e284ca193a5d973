"""What computes: the ladder of searches, compiled code, solving, recordings and drawings."""
