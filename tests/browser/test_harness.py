"""The harness itself: what goes wrong on a page is noticed."""

import pytest

from tests.browser.conftest import Opener


def test_the_real_processes_answer_a_real_browser(open_screen: Opener) -> None:
    screen = open_screen()
    response = screen.page.goto("/")
    assert response is not None
    assert response.ok
    assert screen.violations() == []


def test_a_script_error_and_an_inaccessible_page_are_noticed(
    open_screen: Opener, request: pytest.FixtureRequest
) -> None:
    screen = open_screen(width=390, height=844, touch=True)
    screen.page.set_content("<html><body><img src='data:,'></body></html>")
    assert any("image-alt" in violation for violation in screen.violations())
    screen.page.evaluate("setTimeout(() => { throw new Error('planted') })")
    screen.page.wait_for_timeout(100)
    assert any("planted" in complaint for complaint in screen.complaints)
    screen.complaints.clear()
