"""What a club has after years: ten of them, older records, backups, and the document that says how."""
