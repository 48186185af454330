"""When what people say of an agent counts for others: only when enough of them say the same.

A verdict counts for whoever gives it at once. For everybody else it is a vote, and a person has one
for each agent, however often they judge: the last.
"""

from shared.decisions.habits import alike
from shared.models.votes import Agreed, Vote, Votes

QUORUM = 3
"""People who have to want like requests to go to an agent before that counts for others.

One could be pushing an agent of their own, two could be its maker and a friend; a third who wants
the same of their own accord is the least that looks like what the agent is for. Organisations with
fewer people learn for each of them alone."""
KEPT_VOTES = 200
KEPT_AGREED = 20


def cast(votes: Votes, vote: Vote) -> Votes:
    """Count a vote in place of the person's earlier one, and note what a quorum agrees on."""
    if any((known.by, known.text) == (vote.by, vote.text) for known in votes.votes):
        return votes
    cast_now = (*(known for known in votes.votes if known.by != vote.by), vote)
    people = {one.by for one in cast_now if alike(one.point, vote.point)}
    agreed = votes.agreed
    if any(alike(known.point, vote.point) for known in agreed):
        agreed = tuple(_joined(known, vote) for known in agreed)
    elif len(people) >= QUORUM:
        agreed = (*agreed, Agreed(text=vote.text, point=vote.point, by=tuple(sorted(people))))
    return Votes(votes=cast_now[-KEPT_VOTES:], agreed=agreed[-KEPT_AGREED:])


def withdrawn(votes: Votes, by: str, point: str = "") -> Votes:
    """Take back what a person said of requests like this one, or all they said.

    What lacks a quorum then is agreed on no more.
    """

    def meant(other: str) -> bool:
        return not point or alike(other, point)

    left = tuple(known for known in votes.votes if known.by != by or not meant(known.point))
    without = (_left(known, by) if meant(known.point) else known for known in votes.agreed)
    agreed = tuple(known for known in without if len(known.by) >= QUORUM)
    return Votes(votes=left, agreed=agreed)


def _joined(known: Agreed, vote: Vote) -> Agreed:
    if vote.by in known.by or not alike(known.point, vote.point):
        return known
    return known.model_copy(update={"by": (*known.by, vote.by)})


def _left(known: Agreed, by: str) -> Agreed:
    return known.model_copy(update={"by": tuple(one for one in known.by if one != by)})
