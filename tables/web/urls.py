"""Addresses of the floor, dealer and display pages."""

from django.urls import path

from tables.web import displays, views

urlpatterns = [
    path("", views.room, name="room"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("people/free/", views.free_patrons, name="free-patrons"),
    path("tables/<int:table_id>/turns/", views.turns, name="table-turns"),
    path("tables/<int:table_id>/dealer/", views.dealer, name="dealer"),
    path("tables/<int:table_id>/displays/", displays.addresses, name="displays"),
    path("tables/<int:table_id>/open/", views.open_table, name="open-table"),
    path("tables/<int:table_id>/close/", views.close_table, name="close-table"),
    path("rounds/<int:round_id>/", views.round_sheet, name="round"),
    path("rounds/<str:ref>/", views.round_by_ref, name="round-by-ref"),
    path("display/seat/<str:token>/", displays.seat, name="seat-display"),
    path("display/rail/<str:token>/", displays.rail, name="rail-display"),
]
