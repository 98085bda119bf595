"""What a command says when it can't do what was asked."""

from __future__ import annotations


class CommandError(Exception):
    """Bad input to a command: one clear line that says what to do instead. Its exit code is 2."""
