"""What is known of a position or a game: values of all moves, best lines, reviews, opening books, sound rules."""
