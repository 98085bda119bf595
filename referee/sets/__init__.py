"""Set profiles: one TOML file says what a set of pieces looks like and which cards its deck holds."""
