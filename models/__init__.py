"""Training, export and evaluation of the detector."""
