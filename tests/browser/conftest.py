"""A real browser on the real processes. Run by itself: ``pytest tests/browser``."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from cardroom.embedded.stack import Stack
from tests.browser.chromium import NoChromiumError, find_or_install


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    try:
        program = find_or_install()
    except NoChromiumError as error:
        pytest.exit(str(error), returncode=3)
    # As root there is no sandbox; the rest keeps the browser from talking to anybody but us.
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    arguments += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    return {**browser_type_launch_args, "executable_path": program, "args": arguments}


@pytest.fixture(scope="session")
def base_url(stack: Stack) -> str:
    """Where the real web process answers."""
    return stack.address


@dataclass
class Screen:
    """One device: a page in a browser session of its own, and what that page complained about."""

    page: Page
    context: BrowserContext
    complaints: list[str] = field(default_factory=list)

    def violations(self) -> list[str]:
        """What axe finds wrong for people with disabilities: rule, help, and the elements."""
        found = Axe().run(self.page).response["violations"]
        return [
            f"{rule['id']}: {rule['help']}: {[node['target'] for node in rule['nodes']]}"
            for rule in found
        ]


Opener = Callable[..., Screen]


@pytest.fixture
def open_screen(browser: Browser, base_url: str) -> Iterator[Opener]:
    """Open any number of devices: ``open_screen(width=390, height=844, touch=True)``.

    A script error, a failed request or a broken content policy on any of them fails the test at
    its end, unless the test has cleared ``complaints`` because it was meant to happen.
    """
    screens: list[Screen] = []

    def open_one(*, width: int = 1280, height: int = 800, touch: bool = False) -> Screen:
        context = browser.new_context(
            base_url=base_url,
            viewport={"width": width, "height": height},
            has_touch=touch,
        )
        screen = Screen(context.new_page(), context)

        def on_console(message: ConsoleMessage) -> None:
            if message.type == "error":
                screen.complaints.append(f"{message.text} ({message.location['url']})")

        def on_error(error: Error) -> None:
            screen.complaints.append(str(error))

        screen.page.on("console", on_console)
        screen.page.on("pageerror", on_error)
        screens.append(screen)
        return screen

    yield open_one
    complaints = [complaint for screen in screens for complaint in screen.complaints]
    for screen in screens:
        screen.context.close()
    assert complaints == []
