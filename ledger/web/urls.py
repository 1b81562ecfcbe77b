"""Addresses of the cage and the books."""

from django.urls import URLPattern, path, re_path

from ledger.web import books, cage, compliance, deposits, persons, wins

urlpatterns: list[URLPattern] = [
    path("", cage.cage, name="cage"),
    path("person/", cage.person, name="cage-person"),
    path("person/new/", cage.new_person, name="new-person"),
    path("window/open/", cage.open_window, name="cage-window-open"),
    path("window/close/", cage.close_window, name="cage-window-close"),
    path("buy-in/", cage.buy_in, name="buy-in"),
    path("cash-out/", cage.cash_out, name="cash-out"),
    path("wins/", wins.wins, name="count-wins"),
    path("deposit/", deposits.deposit, name="deposit"),
    path("withdrawal/", deposits.withdrawal, name="withdrawal"),
    path("proposition/leaves/", deposits.proposition_leaves, name="proposition-leaves"),
    path("companies/", deposits.proposition_companies, name="proposition-companies"),
    path("companies/release/<int:patron_id>/", deposits.release_player, name="release-player"),
    re_path(
        r"^deposits/(?P<kind>player|tppps)/(?P<number>\d{1,15})/(?:(?P<paper>pdf)/)?$",
        deposits.statement,
        name="deposit-statement",
    ),
    path("people/<int:patron_id>/", persons.person_page, name="person-page"),
    path("people/<int:patron_id>/name/", persons.give_name, name="give-name"),
    path("entries/<int:entry_id>/reverse/", persons.reverse_entry, name="reverse-entry"),
    path("merges/", persons.merges, name="merges"),
    path("merges/<int:merge_id>/", persons.decide_merge, name="decide-merge"),
    path("merges/<int:merge_id>/undo/", persons.undo_merge, name="undo-merge"),
    path("exclusions/", persons.exclude, name="exclusions"),
    path("exclusions/<int:exclusion_id>/", persons.lift_exclusion, name="lift-exclusion"),
    re_path(r"^currency/(?:(?P<paper>csv)/)?$", compliance.currency_log, name="currency-log"),
    path("reports/", compliance.reports, name="reports"),
    path("reports/<int:report_id>/", compliance.report_page, name="report"),
    re_path(
        r"^reports/(?P<report_id>\d{1,15})/(?P<paper>json|csv|pdf)/$",
        compliance.report_draft,
        name="report-draft",
    ),
    path("suspicion/", compliance.suspicion_notes, name="suspicion-notes"),
    path("cover/", compliance.cover_page, name="cover"),
    path("retention/", compliance.retention_page, name="retention"),
    path("books/", books.books, name="books"),
    path("journal/", books.journal, name="journal"),
    path("entries/<int:entry_id>/", books.entry, name="entry"),
    re_path(r"^accounts/(?P<code>[\w:-]{1,60})/$", books.account, name="account"),
    path("parked/<int:outbox_id>/", books.try_again, name="parked-try-again"),
]
