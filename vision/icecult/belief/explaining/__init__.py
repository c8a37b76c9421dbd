"""The search for what may have happened between two views: lawful play first, then what breaks a rule."""
