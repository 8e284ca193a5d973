"""What runs beside a terminal program in its sandbox: it starts the program again and again, types lines and reads.

These files use the standard library only and are run by path: one sandbox serves all games of an agent, so a game costs
no more than the start of the program itself, and less where it is a Python program (`python_program.py`).
"""
