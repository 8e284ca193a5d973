"""Find out how a Python submission is asked: read its source, then try it.

`source.py` reads the source, `names.py` knows what names usually mean, `boards.py` and `symbols.py` find how a position
is written, `candidates.py` makes descriptions in the order in which they are likely, `probes.py` has positions to try
them on, `readings.py` reads the answers, and `finding.py` tries and chooses.
"""
