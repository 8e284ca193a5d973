"""The positions of a game and the value of each move in them."""
