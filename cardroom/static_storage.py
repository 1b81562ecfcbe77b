"""Static files in production: each under a name that carries its content's digest.

Django rewrites the addresses inside style sheets; here those of the imports in our own modules
too, so that a page never mixes the modules of two releases, nor loads one of them twice. Modules
of other packages are left alone: some name in a comment what they do not bring.
"""

from typing import ClassVar

from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)


class RoomStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compressed files with digests in their names, our modules' imports included."""

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns: ClassVar = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", _imports),
    )
