"""Settings, all from the environment (docs/operations.md lists them).

With nothing set, the settings are those of a checkout: debugging on, and the engines that
``make demo`` runs from ``var/``.
"""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO

from cardroom.clock import RoomCalendar
from cardroom.money import parse_dollars

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# -- What kind of process this is ----------------------------------------------------------------

DEBUG = env.bool("CARDROOM_DEBUG", default=True)
# "web" keeps a pool of connections; "worker" keeps one connection a process (docs/decisions).
PROCESS_ROLE = env.str("CARDROOM_ROLE", default="web")
CHECKOUT_KEY = "a-checkout-has-no-secrets-a-checkout-has-no-secrets"
SECRET_KEY = env.str("CARDROOM_SECRET_KEY", default=CHECKOUT_KEY if DEBUG else environ.Env.NOTSET)
ALLOWED_HOSTS = env.list("CARDROOM_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CARDROOM_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "channels",
    "rest_framework",
    "csp",
    "cardroom.apps.CardroomConfig",
    "cardroom.people",
    "cardroom.audit",
    "ledger",
    "tables",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "cardroom.middleware.refuse_odd_charsets",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "cardroom.middleware.keep_out_of_caches",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "cardroom.language.speak_the_rooms_language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "cardroom.busy.BusyPages",
]

ROOT_URLCONF = "cardroom.urls"
ASGI_APPLICATION = "cardroom.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# -- Engines -------------------------------------------------------------------------------------


def _engine_url(name: str, fallback: str) -> str:
    """The address of an engine: the environment's, else the one that runs from this checkout."""
    written = BASE_DIR / "var" / "demo" / f"{name.lower()}"
    return str(env(name, default=written.read_text().strip() if written.is_file() else fallback))


DATABASE_URL = _engine_url("DATABASE_URL", "postgres://cardroom@127.0.0.1:5432/cardroom")
REDIS_URL = _engine_url("REDIS_URL", "redis://127.0.0.1:6379/0")

DATABASES: dict[str, dict[str, Any]] = {"default": environ.Env.db_url_config(DATABASE_URL)}
DATABASES["default"].setdefault("OPTIONS", {})
# Nobody waits for ever for what somebody else holds, and nobody holds it for ever. Migrations and
# the recount, in the worker's role, take as long as they take; Celery limits its tasks itself.
_limits = {"lock_timeout": "3s", "idle_in_transaction_session_timeout": "15s"}
if PROCESS_ROLE != "worker":
    _limits["statement_timeout"] = "30s"
DATABASES["default"]["OPTIONS"] = {
    # A server that vanishes without a word is noticed within half a minute.
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    **DATABASES["default"]["OPTIONS"],
    "options": " ".join(
        [
            *(f"-c {name}={limit}" for name, limit in _limits.items()),
            DATABASES["default"]["OPTIONS"].get("options", ""),  # the address has the last word
        ]
    ).strip(),
}
if PROCESS_ROLE == "worker":
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # How it comes back after the database was away: cardroom.apps.
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 2, "max_size": 8, "timeout": 10}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [{"address": REDIS_URL, "socket_timeout": 30, "max_connections": 1000}],
            "prefix": "cr",
        },
    },
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_TASK_TIME_LIMIT = 25
CELERY_TASK_SOFT_TIME_LIMIT = 20
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 30,
    "socket_keepalive": True,
    "health_check_interval": 25,
    "global_keyprefix": "cardroom:",
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1, "interval_max": 0.1}
CELERY_DB_REUSE_MAX = 1000
# The bell is rung at commit; this is the net under it.
CELERY_BEAT_SCHEDULE = {
    "post-pending-settlements": {
        "task": "ledger.post_pending_settlements",
        "schedule": 1.0,
        "options": {"expires": 5},
    },
}

# -- People --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "people.Staff"
AUTHENTICATION_BACKENDS = ["cardroom.people.passwords.StaffBackend"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# -- The room ------------------------------------------------------------------------------------

ROOM_NAME = env.str("CARDROOM_ROOM_NAME", default="Cardroom")
ROOM_CALENDAR = RoomCalendar.of_three_shifts(
    time_zone=env.str("CARDROOM_TIME_ZONE", default="America/Los_Angeles"),
    cutover_hour=env.int("CARDROOM_CUTOVER_HOUR", default=6),
)
# From which cash in or out of a person in a day the log has every transaction of it.
CURRENCY_LOG_FROM = parse_dollars(env.str("CARDROOM_LOG_FROM", default="3,000"))
# How much more than chips in use and deposits the cover should be; less is a warning.
COVER_MARGIN = parse_dollars(env.str("CARDROOM_COVER_MARGIN", default="10,000"))
# How many tables the license allows in play at once; 0 for a room that enforces no number.
LICENSED_TABLES = env.int("CARDROOM_LICENSED_TABLES", default=0)
# Whether a seat's display asks its player to play or fold, and to take the button; the dealer sees
# the answer and enters it.
SEAT_KEYS = env.bool("CARDROOM_SEAT_KEYS", default=False)
# Whether a seat's display shows its cards only while a finger rests on them.
HOLD_TO_SHOW = env.bool("CARDROOM_HOLD_TO_SHOW", default=False)
# A fill or credit of more than this, in cents, is approved by two people.
FILL_LIMIT = 100 * env.int("CARDROOM_FILL_LIMIT", default=5_000)
# For how long a device stays the display that the floor made of it.
DISPLAY_PAIRING_DAYS = env.int("CARDROOM_DISPLAY_PAIRING_DAYS", default=30)
TIME_ZONE = ROOM_CALENDAR.time_zone
USE_TZ = True
# The room's language, and all that its screens may be switched to (docs/guides/languages.md).
LANGUAGE_CODE = env.str("CARDROOM_LANGUAGE", default="en")
LANGUAGES = [
    (code, str(LANG_INFO.get(code, {}).get("name_local", code)).capitalize())
    for code in dict.fromkeys([LANGUAGE_CODE, "en", *env.list("CARDROOM_LANGUAGES", default=[])])
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True

# -- Pages ---------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = None if DEBUG else BASE_DIR / "staticfiles"  # a checkout serves its sources
STATICFILES_DIRS = [BASE_DIR / "cardroom" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "cardroom.static_storage.RoomStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "cardroom.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 12 * 60 * 60
if not DEBUG:
    SECURE_SSL_REDIRECT = env.bool("CARDROOM_SSL_REDIRECT", default=True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["cardroom.parsers.StrictJSONParser"],
    "EXCEPTION_HANDLER": "cardroom.problems.problem_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
}
