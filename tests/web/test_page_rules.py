"""What holds for every page: the content policy, and files that are there."""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from cardroom.people.models import Staff
from tests.tables.displays import device, paired
from tests.tables.room import Room, play_worked_example

LogIn = Callable[[Staff], Client]
ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "cardroom" / "static"
SCRIPTS = sorted(STATIC.glob("js/**/*.js"))
TEMPLATES = sorted((ROOT / "templates").glob("**/*.html"))


class PolicyReader(HTMLParser):
    """Finds what the content policy forbids: styles and scripts inside the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.offences: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        inline = tag == "script" and "src" not in given and given.get("type") != "application/json"
        handlers = [name for name in given if name == "style" or re.match(r"on|hx-on", name)]
        if inline or tag == "style" or handlers:
            self.offences.append(f"{tag} {handlers}")


def test_the_reader_notices_what_the_policy_forbids() -> None:
    page = '<p style="color:red"><b onclick="x()"></b><script>x()</script><style></style>'
    assert len(PolicyReader(page).offences) == 4


@pytest.mark.django_db
def test_no_page_carries_a_script_or_style_of_its_own(free_room: Room, as_staff: LogIn) -> None:
    play_worked_example(free_room)
    floor, table = as_staff(free_room.floor), free_room.table
    paths = [
        "/",
        f"/tables/{table.id}/",
        f"/tables/{table.id}/dealer/",
        f"/tables/{table.id}/displays/",
        f"/rounds/{free_room.last_round.id}/",
        "/displays/pair/",
        "/tables/99999/",
    ]
    pages = [floor.get(path).content.decode() for path in paths]
    open_to_all = ("/login/", "/display/", "/display/away/", "/follow/")
    pages += [Client().get(path).content.decode() for path in open_to_all]
    devices = [device(paired(table, seat, free_room.floor)) for seat in (1, None)]
    pages += [each.get("/display/").content.decode() for each in devices]
    assert [PolicyReader(page).offences for page in pages] == [[] for _ in pages]


def imports(script: Path) -> Iterator[str]:
    return iter(re.findall(r'^(?:import|export)\b[^"]*"(\.[^"]+)";$', script.read_text(), re.M))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_module_imports_files_that_are_there(script: Path) -> None:
    assert [name for name in imports(script) if not (script.parent / name).is_file()] == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_every_static_file_that_a_template_names_is_there(template: Path) -> None:
    named = re.findall(r"{% static '([^']+)' %}", template.read_text())
    assert [name for name in named if finders.find(name) is None] == []


def test_no_style_sheet_or_page_fetches_from_elsewhere() -> None:
    files = [*STATIC.glob("css/*.css"), *SCRIPTS, *TEMPLATES]
    outside = re.compile(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""")
    assert [path.name for path in files if outside.search(path.read_text())] == []
