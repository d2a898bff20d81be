"""Measured and tried by hand: what takes long and rarely breaks. README.md says how."""
