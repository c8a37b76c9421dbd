"""Where frames come from: camera, film, folder, stream, phone; all the same to the rest."""
