"""What can be wrong with text, files and devices; a foul is never one of these."""


class IcekeeperError(Exception):
    """Anything a user should read as one line: what was expected, what came, what to do."""


class NotationError(IcekeeperError, ValueError):
    """Text or JSON that is not in the form that docs/FORMATS.md and docs/FORMATS-IGLU.md give."""
