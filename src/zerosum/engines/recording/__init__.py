"""What a search did, event by event: the recorder, the tree, the packed form, and the line of source for each event."""
