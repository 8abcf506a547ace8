"""The Windows installer: made and tried on Linux as on Windows."""
