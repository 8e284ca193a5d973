"""A solve on this machine: layers, graphs and games of chance, by several threads."""
