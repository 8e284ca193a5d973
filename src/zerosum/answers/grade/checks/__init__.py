"""The checks, one file for each: what an agent was asked and answered becomes points."""
