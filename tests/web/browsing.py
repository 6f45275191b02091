"""A phone for tests: Debian's Chromium, with a small window, driven by selenium."""

import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

DRIVER, BROWSER = shutil.which("chromedriver"), shutil.which("chromium")


def _missing() -> str:
    """What is missing for a browser; a root made by debootstrap has no /etc/hosts."""
    if not (DRIVER and BROWSER):
        return "needs the packages chromium and chromium-driver"
    try:
        socket.getaddrinfo("localhost", None)
    except OSError:
        return "needs to know localhost by name: the browser and its driver meet there"
    return ""


needs_browser = pytest.mark.skipif(bool(_missing()), reason=_missing())


@contextmanager
def browser(width: int = 390, height: int = 844, *, dark: bool = True) -> Iterator["Phone"]:
    """A browser of its own, closed in the end."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for option in (
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
        *("--no-first-run", "--disable-extensions", "--lang=en", "--disable-background-networking"),
    ):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        yield Phone(driver).sized(width, height, dark=dark)
    finally:
        driver.quit()


class Phone:
    """A page as a person has it: by what is written on it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def sized(self, width: int, height: int, *, dark: bool = True) -> "Phone":
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 900}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        look = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [look]})
        return self

    def open(self, address: str) -> "Phone":
        self.driver.get(address)
        return self

    def js(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    def text(self) -> str:
        """What is to be read; where a line must not break is nothing to read."""
        return str(self.js("return document.body.innerText")).replace("\u00a0", " ")

    def wait(self, met: Callable[[], Any], why: str = "", seconds: float = 10) -> Any:
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.driver, seconds, 0.05).until(lambda _: met(), why or self.text())

    def reads(self, text: str) -> None:
        self.wait(lambda: text in self.text(), f"{text!r} is not on the page")

    def press(self, label: str, within: str = "body") -> None:
        """Press the button of this label, as soon as it is there."""
        script = """
            const [within, label] = arguments;
            const found = [...document.querySelectorAll(within + ' button')].find(
                (one) => !one.disabled && one.checkVisibility() &&
                (one.getAttribute('aria-label') || one.innerText).trim().startsWith(label));
            if (found) found.click();
            return Boolean(found);"""
        self.wait(lambda: self.js(script, within, label), f"no button {label!r}: {self.text()}")

    def picture(self, file: Path) -> None:
        self.driver.save_screenshot(str(file))

    def errors(self) -> list[str]:
        """What the browser complains of; a lost connection is no complaint."""
        found = [line["message"] for line in self.driver.get_log("browser")]
        return [line for line in found if "net::ERR" not in line and "401" not in line]
