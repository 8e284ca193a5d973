"""What a grading found, for one agent or a class, in every format."""
