"""The rules of each game: pure functions over frozen dataclasses, standard library only."""
