"""Addresses of the sockets."""

from django.urls import path, re_path

from tables.live.consumers import (
    BoardConsumer,
    DisplayConsumer,
    NowhereConsumer,
    TableConsumer,
)

websocket_urlpatterns = [
    path("ws/tables/<int:table_id>/", TableConsumer.as_asgi()),
    path("ws/board/", BoardConsumer.as_asgi()),
    path("ws/display/", DisplayConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
