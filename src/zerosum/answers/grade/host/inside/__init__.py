"""What runs beside an agent in its sandbox. These files use the standard library only, and are run by path."""
