"""The lock files pin and hash everything that is asked for, and name no package registry."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.sources import ROOT

PINNED = re.compile(r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==([^ ;\\]+)", re.MULTILINE)


def lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.lock").read_text()


def wanted(*, development: bool) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    lines: list[str] = list(project["project"]["dependencies"])
    if development:
        lines += project["project"]["optional-dependencies"]["embedded"]
        lines += project["dependency-groups"]["dev"]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("name", ["base", "dev"])
def test_a_lock_names_no_host(name: str) -> None:
    assert "://" not in lock(name)
    assert "index-url" not in lock(name)


@pytest.mark.parametrize("name", ["base", "dev"])
def test_every_pin_has_a_hash(name: str) -> None:
    blocks = re.split(r"\n(?=[a-z0-9])", lock(name).strip())
    assert [block for block in blocks if "--hash=sha256:" not in block] == []


@pytest.mark.parametrize("name", ["base", "dev"])
def test_a_lock_holds_what_the_project_asks_for(name: str) -> None:
    pinned = {canonicalize_name(found[0]): found[1] for found in PINNED.findall(lock(name))}
    for requirement in wanted(development=name == "dev"):
        version = pinned.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement} is not in {name}.lock"
        assert requirement.specifier.contains(version), (
            f"{requirement} but {name}.lock has {version}"
        )
