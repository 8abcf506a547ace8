"""Data shipped with the program: rules, law texts, words, fonts."""
