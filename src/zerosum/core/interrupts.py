"""The exception for Ctrl-C, in a file that imports nothing: `__main__` needs it while everything else still loads."""


class CtrlC(KeyboardInterrupt):
    """Ctrl-C in the terminal. A plain `KeyboardInterrupt` may also have been raised by a user's rules."""
