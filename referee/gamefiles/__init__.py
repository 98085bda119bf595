"""The data files of the games, and what finds and reads them for the pure rules."""
