"""The files of a solved table: keys, scores, manifest, checksums, the folder."""
