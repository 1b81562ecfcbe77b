"""The settlement entry of a round made with django-hordak's own API, an entry a commit.

A process of its own, started by ``bench/ledger.py``: hordak wants settings of its own, and gets a
database of its own on the same server. It is told on its standard input how many entries to make,
and answers with the seconds that took; it ends when its input does.
"""

import os
import sys
import time
from decimal import Decimal

import environ

STAKE = Decimal(20)


def set_up() -> None:
    import django
    from django.conf import settings

    database = environ.Env.db_url_config(os.environ["DATABASE_URL"])
    database["NAME"] += "_hordak"
    settings.configure(
        DATABASES={"default": database},
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "mptt", "hordak"],
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        DEFAULT_CURRENCY="USD",
        HORDAK_INTERNAL_CURRENCY="USD",
        HORDAK_CURRENCIES=["USD"],
        CURRENCIES=["USD"],
        USE_TZ=True,
    )
    django.setup()


def main(seats: int) -> None:
    set_up()
    from django.db import connection, transaction
    from hordak.models import Account, AccountType, Leg, Transaction
    from moneyed import Money

    named = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, serialize=False, autoclobber=True)
    try:
        liability = AccountType.liability
        table = Account.objects.create(name="In play", code="0", type=liability)
        players = [
            Account.objects.create(name=f"Player {n}", code=str(n), type=liability)
            for n in range(1, seats + 1)
        ]
        each, all_of_it = Money(STAKE, "USD"), Money(STAKE * seats, "USD")
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        for line in sys.stdin:
            started = time.perf_counter()
            for _ in range(int(line)):
                with transaction.atomic():
                    entry = Transaction.objects.create()
                    Leg.objects.create(transaction=entry, account=table, debit=all_of_it)
                    for player in players:
                        Leg.objects.create(transaction=entry, account=player, credit=each)
            sys.stdout.write(f"{time.perf_counter() - started}\n")
            sys.stdout.flush()
    finally:
        connection.creation.destroy_test_db(named, verbosity=0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
