"""The board of take stones: nine squares between four printed markers."""
