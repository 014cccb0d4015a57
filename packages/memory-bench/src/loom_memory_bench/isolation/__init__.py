"""Whether a walk along edges finds what it does because of the edges."""
