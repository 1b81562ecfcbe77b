"""Addresses of the cage and the books."""

from django.urls import URLPattern, path, re_path

from ledger.web import books, cage, wins

urlpatterns: list[URLPattern] = [
    path("", cage.cage, name="cage"),
    path("person/", cage.person, name="cage-person"),
    path("person/new/", cage.new_person, name="new-person"),
    path("window/open/", cage.open_window, name="cage-window-open"),
    path("window/close/", cage.close_window, name="cage-window-close"),
    path("buy-in/", cage.buy_in, name="buy-in"),
    path("cash-out/", cage.cash_out, name="cash-out"),
    path("wins/", wins.wins, name="count-wins"),
    path("books/", books.books, name="books"),
    path("journal/", books.journal, name="journal"),
    path("entries/<int:entry_id>/", books.entry, name="entry"),
    re_path(r"^accounts/(?P<code>[\w:-]{1,60})/$", books.account, name="account"),
    path("parked/<int:outbox_id>/", books.try_again, name="parked-try-again"),
]
