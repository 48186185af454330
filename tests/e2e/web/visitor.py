"""A person at the web client: what they see and do, by the names that screen readers say."""

from playwright.sync_api import Locator, Page, expect

MEETINGS = "What's on my calendar on Wednesday next week?"
"""Asks for several events of the demo workspace, whatever day it is."""
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)


class Visitor:
    """One window. `page` is Playwright's, for what has no word here."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE_MS)

    @property
    def talk(self) -> Locator:
        """What was said."""
        return self.page.get_by_role("log", name="What was said")

    @property
    def answers(self) -> Locator:
        """What the assistant said, one after another."""
        return self.talk.locator(".theirs .said")

    @property
    def writing(self) -> Locator:
        """Where one writes."""
        return self.page.get_by_role("textbox", name="Your")

    @property
    def card(self) -> Locator:
        """The step that waits for a yes."""
        return self.page.locator(".approval")

    def begin(self, text: str) -> None:
        """Open a new conversation with a message."""
        self.page.goto("/")
        self.say(text)
        self.page.wait_for_url("**/c/*")

    def say(self, text: str) -> None:
        """Write something and send it."""
        self.writing.fill(text)
        self.writing.press("Enter")

    def press(self, name: str) -> None:
        """Press the button of that name in what waits, or else anywhere."""
        self.page.get_by_role("main").get_by_role("button", name=name, exact=True).click()

    def settled(self) -> None:
        """Wait until nothing is under way any more."""
        expect(self.talk.locator(".theirs").first).to_be_visible()
        expect(self.page.locator(".working")).to_have_count(0)

    def sees(self, text: str) -> None:
        """Wait for words on the page."""
        expect(self.page.get_by_role("main").get_by_text(text).last).to_be_visible()

    def goes_to(self, place: str) -> None:
        """Go to one of the places in the menu."""
        self.page.get_by_role("navigation", name="Places").get_by_role("link", name=place).click()
