"""Addresses of the sockets."""

from django.urls import path

from tables.live.consumers import TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<int:table_id>/", TableConsumer.as_asgi()),
    path("ws/display/<str:token>/", TableConsumer.as_asgi()),
]
