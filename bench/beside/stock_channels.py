"""What one would write with Channels alone: a stock consumer in a group, on the core Redis layer.

An ASGI application for uvicorn, started by ``bench/displays.py``. A socket's path names its group.
"""

import os

import django
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings

settings.configure(
    INSTALLED_APPS=["channels"],
    SECRET_KEY="beside",
    CHANNEL_LAYERS={
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            # Under redis-py 8 the layer ends without these: it waits longer than the default
            # time-out, and for each socket on a connection of its own.
            "CONFIG": {
                "hosts": [
                    {
                        "address": os.environ["REDIS_URL"],
                        "socket_timeout": 30,
                        "max_connections": 10_000,
                    }
                ]
            },
        }
    },
)
django.setup()

from django.urls import path  # noqa: E402  # after the settings


class GroupConsumer(AsyncWebsocketConsumer):
    """Sends on whatever its group is sent."""

    async def connect(self) -> None:
        self.group = self.scope["url_route"]["kwargs"]["group"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def frame(self, event: dict[str, str]) -> None:
        await self.send(text_data=event["text"])


application = ProtocolTypeRouter(
    {"websocket": URLRouter([path("<str:group>/", GroupConsumer.as_asgi())])}
)
