"""A language as a room adds it: .mo files, written here without GNU gettext."""

import struct
from pathlib import Path

HEADER = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


def write_mo(path: Path, texts: dict[str, str]) -> None:
    """Write a compiled catalog; a plural's key and value have their forms apart by a NUL."""
    pairs = sorted((key.encode(), value.encode()) for key, value in {"": HEADER, **texts}.items())
    at = 28 + 16 * len(pairs)
    tables: list[list[bytes]] = [[], []]
    data = b""
    for side in (0, 1):
        for pair in pairs:
            tables[side].append(struct.pack("<II", len(pair[side]), at + len(data)))
            data += pair[side] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head + b"".join(tables[0]) + b"".join(tables[1]) + data)


def add_language(folder: Path, code: str) -> None:
    """Put a language of a few words into a locale folder."""
    texts = folder / code / "LC_MESSAGES"
    taken = {"Seat {seat} is taken.": "Sidloko {seat} estas prenita."}
    write_mo(texts / "django.mo", {"Log in": "Ensaluti", **taken})
    one, many = "%(down)s cards down", "%(down)s kartoj malsupren"
    down = {f"one card down\0{one}": f"unu karto malsupren\0{many}"}
    write_mo(texts / "djangojs.mo", {"Seat %(seat)s": "Sidloko %(seat)s", **down})
