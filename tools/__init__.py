"""What the project's own upkeep needs and the installed package does not."""
