"""Which pages and scripts this process serves: a page that stays open for days compares it."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings


@cache
def build_id() -> str:
    """A short digest of our templates and static files, as they were when first asked for."""
    digest = sha256()
    for folder in map(Path, [*settings.STATICFILES_DIRS, settings.BASE_DIR / "templates"]):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(path.relative_to(folder).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
