"""What goes wrong while engines and processes are started, as one plain sentence."""


class StartError(Exception):
    """Something could not be started or stopped.

    The text is a whole sentence for the person at the terminal: what is wrong and what to do.
    """
