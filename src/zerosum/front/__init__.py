"""The front door: what `import zerosum` offers, each call taking a game, a position and limits in any usual form."""
