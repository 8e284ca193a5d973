"""Grade anyone's agent against perfect play.

`grade_agent` (`grading.py`) asks an agent (`agent.py`) questions (`question.py`), judges the answers (`answer.py`) by
the true values of the game, and gives a report (`report.py`). How an agent is asked is written in a description
(`description.py`): found by trying, or given as TOML. The agent runs in a process of its own (`sandbox.py`).
"""
