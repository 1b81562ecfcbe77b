"""Ports on the loopback address."""

import socket

LOOPBACK = "127.0.0.1"


class HeldPort:
    """A free port that nobody else is given until it is released, right before its use."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.bind((LOOPBACK, 0))
        self.number: int = self._socket.getsockname()[1]

    def release(self) -> int:
        self._socket.close()
        return self.number


def free_port() -> int:
    """A port that was free a moment ago."""
    return HeldPort().release()


def in_use(port: int) -> bool:
    """Whether something listens where ``http://localhost:<port>`` would lead.

    A listener on ``::1`` alone does not stop us from taking the port, but browsers would find it
    instead of us. Raises PermissionError for a port that this user may not take.
    """
    for family, host in ((socket.AF_INET, LOOPBACK), (socket.AF_INET6, "::1")):
        with socket.socket(family) as probe:
            probe.settimeout(1)
            if probe.connect_ex((host, port)) == 0:
                return True
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except PermissionError:
            raise
        except OSError:
            return True
    return False
