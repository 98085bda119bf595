"""Rendered training and test images, simulated games, and labels."""
