"""Draws the virtual table: glass, cones, board, hands, shadows, and what a webcam spoils."""
