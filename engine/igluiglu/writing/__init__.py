"""States and turns as text and JSON, and as one player may see them."""
