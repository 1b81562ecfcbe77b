"""Addresses of the sockets."""

from django.urls import path, re_path

from tables.live.consumers import NowhereConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<int:table_id>/", TableConsumer.as_asgi()),
    path("ws/board/", TableConsumer.as_asgi()),
    path("ws/display/<str:token>/", TableConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
