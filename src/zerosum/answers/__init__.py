"""What zerosum can be asked: a file for each capability, with its function and its result.

`import zerosum` offers these functions. Each takes a game, a position and limits in any usual form.
"""
