"""Addresses of the floor, dealer and display pages."""

from django.urls import path

from tables.web import board, displays, pairing, rulings, slips, tray, views, waiting, wins

urlpatterns = [
    path("", views.room, name="room"),
    path("board/", board.board, name="board"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("people/free/", views.free_patrons, name="free-patrons"),
    path("tables/<int:table_id>/turns/", views.turns, name="table-turns"),
    path("tables/<int:table_id>/dealer/", views.dealer, name="dealer"),
    path("tables/<int:table_id>/displays/", pairing.of_table, name="displays"),
    path("displays/pair/", pairing.pair, name="pair"),
    path("displays/pair/<str:code>/", pairing.pair, name="pair-display"),
    path("displays/<int:display_id>/revoke/", pairing.revoke, name="revoke-display"),
    path("tables/<int:table_id>/open/", slips.open_table, name="open-table"),
    path("tables/<int:table_id>/close/", slips.close_table, name="close-table"),
    path("tables/<int:table_id>/chips/", tray.table_chips, name="table-chips"),
    path("tables/<int:table_id>/box/", tray.swap_box, name="swap-box"),
    path(
        "tables/<int:table_id>/chips/<int:transfer_id>/",
        tray.count_transfer,
        name="count-transfer",
    ),
    path(
        "tables/<int:table_id>/chips/<int:transfer_id>/<str:what>/",
        tray.decide_transfer,
        name="decide-transfer",
    ),
    path("waiting/", waiting.add, name="waiting-add"),
    path("waiting/<int:entry_id>/<str:what>/", waiting.change, name="waiting-change"),
    path("wins/", wins.wins, name="wins"),
    path("slips/<int:slip_id>/", slips.slip, name="slip"),
    path("slips/<int:slip_id>/pdf/", slips.print_slip, name="print-table-slip"),
    path("rounds/<int:round_id>/", views.round_sheet, name="round"),
    path("rounds/<int:round_id>/dispute/", rulings.dispute, name="dispute"),
    path("rounds/<int:round_id>/correct/", rulings.correct, name="correct-round"),
    path("corrections/<int:correction_id>/", rulings.decide_correction, name="decide-correction"),
    path("rounds/<str:ref>/", views.round_by_ref, name="round-by-ref"),
    path("display/", displays.display, name="display"),
    path("display/code/", displays.code, name="display-code"),
    path("display/phone-code/", displays.phone_code, name="phone-code"),
    path("display/answers/", displays.answer_at_seat, name="answer-at-seat"),
    path("display/away/", displays.away, name="display-away"),
    path("display/worker.js", displays.worker, name="display-worker"),
    path("display/manifest.json", displays.manifest, name="display-manifest"),
    path("follow/", displays.follow, name="follow"),
    path("follow/<str:code>/", displays.follow, name="follow-code"),
]
