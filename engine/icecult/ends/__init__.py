"""Every state in which a legal turn can end."""
