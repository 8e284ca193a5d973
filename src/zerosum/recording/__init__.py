"""What a search did, step by step: the recorder, its packed form, and the lines of source behind each step."""
