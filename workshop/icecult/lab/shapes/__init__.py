"""What stands on the table, as meshes with their surfaces: pieces, hands, everyday things."""
