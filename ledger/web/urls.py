"""Addresses of the cage and the books."""

from django.urls import URLPattern, path, re_path

from ledger.web import books, cage, windows

urlpatterns: list[URLPattern] = [
    path("", cage.cage, name="cage"),
    path("person/", cage.person, name="cage-person"),
    path("person/new/", cage.new_person, name="new-person"),
    path("window/open/", windows.open_window, name="cage-window-open"),
    path("window/close/", windows.close_window, name="cage-window-close"),
    path("window/recount/", windows.recount, name="cage-window-recount"),
    path("window/hand-over/", windows.hand_over, name="cage-window-hand-over"),
    path("window/supply/", windows.supply, {"direction": "from"}, name="cage-window-supply"),
    path("window/give-back/", windows.supply, {"direction": "back"}, name="cage-window-give-back"),
    path("window/variance/", windows.variance, name="cage-window-variance"),
    path("exchange/", windows.exchange, name="cage-exchange"),
    path("tokes/", windows.tokes, name="cage-tokes"),
    path("chips/", cage.chips, name="cage-chips"),
    path("buy-in/", cage.buy_in, name="buy-in"),
    path("cash-out/", cage.cash_out, name="cash-out"),
    path("books/", books.books, name="books"),
    path("journal/", books.journal, name="journal"),
    path("entries/<int:entry_id>/", books.entry, name="entry"),
    re_path(r"^accounts/(?P<code>[\w:-]{1,60})/$", books.account, name="account"),
    path("parked/<int:outbox_id>/", books.try_again, name="parked-try-again"),
]
