"""What runs inside the process of a Python agent: it loads the submission, builds boards and calls functions.

These files use the standard library only and go into the agent's folder as an archive, so that neither the searches
nor the tables of zerosum are there. `__main__.py` answers requests, one JSON object a line.
"""
