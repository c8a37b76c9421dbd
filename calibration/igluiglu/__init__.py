"""The board of IGLU IGLU as it lies in a picture: finding it, following it, its profile."""
