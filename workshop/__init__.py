"""Never shipped: makes pictures and trains and measures networks; imports everything, and nothing imports it."""
