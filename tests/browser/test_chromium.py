"""How the browser is found, and what is said where there is none."""

import os
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.browser.chromium import NoChromiumError


def program(folder: Path, name: str, text: str = "#!/bin/sh\n") -> Path:
    file = folder / name
    file.write_text(text)
    file.chmod(0o755)
    return file


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose programs are those in this folder."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_the_one_that_the_environment_names_wins(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(bare, "chromium")
    mine = program(bare, "mine")
    monkeypatch.setenv("CHROMIUM", str(mine))
    assert chromium.find() == str(mine)


def test_a_wrong_name_in_the_environment_is_told(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(bare, "chromium")
    monkeypatch.setenv("CHROMIUM", str(bare / "none"))
    with pytest.raises(NoChromiumError, match="is not a program"):
        chromium.find()


def test_root_installs_it_with_apt(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    made = (
        f'#!/bin/sh\n[ "$1" = update ] || {{ : > {bare}/chromium; /bin/chmod +x {bare}/chromium; }}'
    )
    program(bare, "apt-get", made)
    assert chromium.find_or_install() == str(bare / "chromium")


@pytest.mark.parametrize("uid", [0, 1000])
def test_where_it_cannot_be_installed_one_sentence_says_what_to_do(
    bare: Path, monkeypatch: pytest.MonkeyPatch, uid: int
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: uid)
    program(bare, "apt-get", "#!/bin/sh\nexit 100\n")
    with pytest.raises(NoChromiumError, match="set CHROMIUM") as raised:
        chromium.find_or_install()
    assert "\n" not in str(raised.value)
