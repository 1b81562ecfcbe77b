"""Addresses of the tables API."""

from django.urls import path

from tables.api.views import CommandView, TableView

urlpatterns = [
    path("tables/<int:table_id>/", TableView.as_view(), name="api-table"),
    path("tables/<int:table_id>/commands/", CommandView.as_view(), name="api-commands"),
]
