"""What the camera shows: frames in, a `Scene` of plate, cards and skewers out. Knows no game rules."""
