"""Installing: on any system, from the wheel, in a container; and making a release."""
