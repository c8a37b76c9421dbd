"""What the referee says, in English, German, French and Italian."""
