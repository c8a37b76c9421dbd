"""What the referee of ICE CULT says, in four languages."""
