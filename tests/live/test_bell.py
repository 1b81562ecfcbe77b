"""The bell: rung at the commit, beside the caller, who waits for nobody."""

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from channels.layers import channel_layers, get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.db import connection

from tables.live import broadcast

Capture = Callable[..., AbstractContextManager[list[Callable[[], object]]]]
pytestmark = pytest.mark.django_db


def test_the_bell_rings_with_the_table_and_its_version() -> None:
    async def heard() -> dict[str, object]:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(broadcast.GROUP, channel)
        await asyncio.to_thread(ring)
        async with asyncio.timeout(5):
            message: dict[str, object] = await layer.receive(channel)
        return message

    def ring() -> None:
        try:
            broadcast.table_changed(7, 118)  # nothing is begun in this thread: it rings at once
        finally:
            connection.close()

    assert asyncio.run(heard()) == {"type": "table.changed", "table": 7, "version": 118}


@pytest.fixture
def silent_broker() -> Iterator[None]:
    """It takes the connection and never says a word, as a stopped process does."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        before = get_channel_layer()
        channel_layers.set("default", RedisPubSubChannelLayer(hosts=[address]))
        yield
        channel_layers.set("default", before)


@pytest.mark.usefixtures("silent_broker")
def test_a_tap_does_not_wait_for_a_broker_that_hangs(
    django_capture_on_commit_callbacks: Capture, caplog: pytest.LogCaptureFixture
) -> None:
    began = time.monotonic()
    for version in range(20):
        with django_capture_on_commit_callbacks(execute=True):
            broadcast.table_changed(7, version)
    assert time.monotonic() - began < 0.3
    deadline = time.monotonic() + 5
    while "could not ring the bell for table 7" not in caplog.text:
        assert time.monotonic() < deadline
        time.sleep(0.02)
