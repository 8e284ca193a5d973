"""What people touch: the command line, the page and its server, other libraries."""
