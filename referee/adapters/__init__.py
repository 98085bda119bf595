"""From what the camera sees to what happened in the game: one adapter a game, found by its name."""
