"""What can be asked over HTTP: a file for each screen's needs."""
