"""Every address of the project."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from cardroom.language import texts

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("cardroom.people.urls")),
    path("", include("tables.web.urls")),
    path("cage/", include("ledger.web.urls")),
    path("language/", set_language, name="set-language"),
    path("texts/<str:language>/<str:version>.js", texts, name="texts"),
    path("api/v1/", include("tables.api.urls")),
]

handler500 = "cardroom.busy.server_error"
