"""A line between browsers and the server that can be cut, or go dead without anybody noticing."""

import contextlib
import random
import selectors
import socket
import threading

from cardroom.embedded.ports import LOOPBACK

CHUNK = 65536


class Line:
    """One connection through the proxy, carried by a thread of its own."""

    def __init__(self, browser: socket.socket, server: socket.socket) -> None:
        self.ends = (browser, server)
        self.dead = False  # open, and nothing comes through
        threading.Thread(target=self._carry, daemon=True).start()

    def _carry(self) -> None:
        waiting = selectors.DefaultSelector()
        for here, there in (self.ends, self.ends[::-1]):
            waiting.register(here, selectors.EVENT_READ, there)
        with contextlib.suppress(OSError, ValueError):
            while True:
                for key, _ in waiting.select():
                    data = key.fileobj.recv(CHUNK)  # type: ignore[union-attr]
                    if not data:
                        return self.cut()
                    if not self.dead:
                        key.data.sendall(data)
        return self.cut()

    def cut(self) -> None:
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Proxy:
    """Listens on a port of its own and passes on to the server's; ``shut`` refuses who comes."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.shut = False
        self.cuts = 0
        self._lines: list[Line] = []
        self._listener = socket.create_server((LOOPBACK, 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                if self.shut:
                    browser.close()
                    continue
                server = socket.create_connection((LOOPBACK, self.server_port))
                self._lines.append(Line(browser, server))

    def cut_some(self, chance: random.Random, share: float) -> None:
        """Cut each line with this chance; every third of them only goes dead."""
        for line in list(self._lines):
            if chance.random() < share:
                self.cuts += 1
                if chance.random() < 1 / 3:
                    line.dead = True
                else:
                    line.cut()
                self._lines.remove(line)

    def close(self) -> None:
        self._listener.close()
        for line in self._lines:
            line.cut()
