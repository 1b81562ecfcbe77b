"""Find a Chromium for the browser tests, or install one where that is allowed.

``python -m tests.browser.chromium`` does the same from a script.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The fonts make text measurable on a machine that has none.
PACKAGES = ("chromium", "fonts-dejavu-core")
ADVICE = "install Chromium (Debian: apt-get install chromium) or set CHROMIUM to its program"


class NoChromiumError(Exception):
    """There is none; the text is one sentence that says what to do."""


def find() -> str | None:
    """The program that CHROMIUM names, else an installed one. Raises NoChromiumError."""
    named = os.environ.get("CHROMIUM")
    if named:
        found = shutil.which(named)
        if found is None:
            raise NoChromiumError(f"CHROMIUM={named} is not a program: {ADVICE}.")
        return found
    return next(filter(None, map(shutil.which, NAMES)), None)


def find_or_install() -> str:
    """As ``find``, but as root on a system with apt-get it is installed first."""
    found = find()
    if found:
        return found
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise NoChromiumError(f"The browser tests need a browser and found none: {ADVICE}.")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES],
    ):
        done = subprocess.run(command, env=quiet, capture_output=True, text=True, check=False)
        if done.returncode:
            said = " ".join(done.stderr.split())
            raise NoChromiumError(f"`{' '.join(command)}` failed ({said}): {ADVICE}.")
    found = find()
    if found is None:
        raise NoChromiumError(f"apt-get installed no Chromium: {ADVICE}.")
    return found


def main() -> int:
    try:
        sys.stdout.write(find_or_install() + "\n")
    except NoChromiumError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
