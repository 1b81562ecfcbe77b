"""Every address of the project."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("cardroom.people.urls")),
    path("", include("tables.web.urls")),
    path("cage/", include("ledger.web.urls")),
    path("api/v1/", include("tables.api.urls")),
]

handler500 = "cardroom.busy.server_error"
