"""The picture generator, whatever the game: paint, shapes, light, webcam."""
