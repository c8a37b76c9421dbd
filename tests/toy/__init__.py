"""Take stones: a whole game that exists only here. `docs/ADDING-A-GAME.md` takes it room by room."""
