"""Displays by the hundred in one process: they note when each state arrived, and nothing else.

Started by ``bench/displays.py``, which writes one JSON line a request on the standard input:
``{"open": [[id, address, headers, origin], …]}`` is answered with how many are open once all are,
``{"take": true}`` with ``[id, version, nanoseconds of the monotonic clock]`` of all that came
since, ``{"last": id}`` with the newest frame of a display.
"""

import asyncio
import json
import re
import sys
import time
from typing import Any

from websockets.asyncio.client import connect

VERSION = re.compile(r'"version": (\d+)')
HEAD = 80  # type and version stand first in a frame

arrivals: list[tuple[int, int, int]] = []
last: dict[int, str] = {}
opened: set[int] = set()
tasks: list["asyncio.Task[None]"] = []
once = asyncio.Semaphore(50)


async def watch(number: int, address: str, headers: dict[str, str], origin: str) -> None:
    async with once:
        line = await connect(
            address,
            additional_headers=headers,
            origin=origin,  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )
    opened.add(number)
    async for message in line:
        moment = time.monotonic_ns()
        text = message if isinstance(message, str) else message.decode()
        head = text[:HEAD]
        if '"state"' in head and (found := VERSION.search(head)):
            arrivals.append((number, int(found[1]), moment))
            last[number] = text


async def answer(request: dict[str, Any]) -> object:
    if "open" in request:
        wanted = {number for number, *_ in request["open"]}
        tasks.extend(asyncio.create_task(watch(*each)) for each in request["open"])
        while not wanted <= opened:
            await asyncio.sleep(0.02)
            for task in tasks:
                if task.done():
                    task.result()  # what went wrong is said, not waited for
        return len(opened)
    if "last" in request:
        return last.get(request["last"])
    taken = list(arrivals)
    arrivals.clear()
    return taken


async def main() -> None:
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        sys.stdout.write(json.dumps(await answer(json.loads(line))) + "\n")
        sys.stdout.flush()


asyncio.run(main())
