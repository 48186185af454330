"""A reader that has read its lines before: what a text comes to is written down."""

from collections.abc import Mapping

from shared.understanding.heads import SENTENCES, STANCES
from shared.understanding.marking import Cut
from shared.understanding.reader import Reader, Reading
from tests.support.marked import plain


class ReadBefore(Reader):
    """Reads marked lines; whatever else is said is for nothing here.

    `lines` are marked texts by task and how sure that is; `after` those that are read otherwise
    once something was said before.
    """

    def __init__(
        self,
        lines: Mapping[str, tuple[str, float]],
        after: Mapping[str, tuple[str, float]] | None = None,
        cuts: Mapping[str, float] | None = None,
    ) -> None:
        super().__init__()
        self._lines = {plain(marked)[0]: (marked, read) for marked, read in lines.items()}
        self._after = {plain(marked)[0]: (marked, read) for marked, read in (after or {}).items()}
        self._joints = cuts or {}

    def read(self, text, before=None, links=()):
        found = (self._after.get(text) if before else None) or self._lines.get(text)
        marked, (task, sure) = found or ("", ("other", 0.9))
        cuts = tuple(
            Cut(text.index(joint), text.index(joint) + len(joint), likely)
            for joint, likely in self._joints.items()
            if joint in text
        )
        ranked = ((task, sure), ("other", (1 - sure) / 2))
        return Reading(text, ranked, plain(marked)[1], cuts)

    def read_as(self, task, text, before=None, links=()):
        read = self.read(text, before)
        return Reading(text, ((task, read.likely(task)),), read.spans)


def undecided(_request):
    """Weigh a reply as one that may do anything: what its form says of it stands."""
    return dict.fromkeys(STANCES, 1 / len(STANCES))


class Told:
    """Tells roles of sentences that are written down, surely."""

    def __init__(self, *roles):
        self._roles = roles

    def __call__(self, sentences):
        assert len(sentences) == len(self._roles)
        return [dict.fromkeys(SENTENCES, 0.0) | {role: 1.0} for role in self._roles]
