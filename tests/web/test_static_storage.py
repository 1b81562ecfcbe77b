"""Static files in production: modules import each other under names that carry a digest."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

STORAGE = "cardroom.static_storage.RoomStaticFilesStorage"
PLAIN = "whitenoise.storage.CompressedManifestStaticFilesStorage"
IMPORT = re.compile(r"""^import\b.*?["'](\.[^"']+)["']""", re.M)
DIGEST = re.compile(r"\.[0-9a-f]{12}\.js$")


def collected_imports(settings: Settings, folder: Path, storage: str) -> list[str]:
    """What the collected modules with a digest in their own name import."""
    settings.STATIC_ROOT = str(folder)
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
    call_command("collectstatic", interactive=False, verbosity=0)
    modules = [path for path in folder.glob("js/**/*.js") if DIGEST.search(path.name)]
    assert modules
    return [name for module in modules for name in IMPORT.findall(module.read_text())]


def test_every_module_is_imported_under_its_digest(settings: Settings, tmp_path: Path) -> None:
    imported = collected_imports(settings, tmp_path, STORAGE)
    assert len(imported) > 50
    assert [name for name in imported if not DIGEST.search(name)] == []


def test_without_our_storage_they_would_not_be(settings: Settings, tmp_path: Path) -> None:
    imported = collected_imports(settings, tmp_path, PLAIN)
    assert [name for name in imported if DIGEST.search(name)] == []


@pytest.mark.parametrize("name", ["dealer/main", "seat", "rail", "room", "floor-table"])
def test_a_page_loads_one_module_and_that_one_imports_the_clock(name: str) -> None:
    """Two script tags for modules that share another would, without digests, load it twice."""
    root = Path(__file__).resolve().parents[2]
    seen: set[Path] = set()
    waiting = [root / "cardroom" / "static" / "js" / f"{name}.js"]
    while waiting:
        module = waiting.pop().resolve()
        if module not in seen:
            seen.add(module)
            waiting += [module.parent / each for each in IMPORT.findall(module.read_text())]
    assert "clock.js" in {module.name for module in seen}
