"""A homework: its file, what is handed out, the proof that it grades rightly, and the bundle for a platform."""
