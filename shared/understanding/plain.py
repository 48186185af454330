"""Words that name a task by themselves, where the network still takes one for another."""

import re
from collections.abc import Sequence

_MAIL = r"(?:e-?mails?|mails?|messages?)"
INVITED = re.compile(
    r"^(?!.*\bwho (?:has|have|had|did|does|do)(?:n['\u2019]?t)?\b)"
    r"(?=.*\b(?:invit(?:e|es|ations?|ed)|meeting requests?)\b)"
    r".*\b(?:(?:un|not |\w+n['\u2019]?t )(?:\w+ ){0,2}?(?:answer|repl|respon|accept|react)\w*"
    r"|neither|pending|outstanding|open|owe|wait(?:s|ing)?|still (?:to|have to))\b",
    re.IGNORECASE | re.DOTALL,
)
"""Invitations that wait for an answer."""
_MEETING = (
    r"(?:webinar|sync|meeting|review|retro\w*|kick-?off|workshop|demo|lunch|dinner|breakfast|summit"
    r"|all[- ]?hands|party|offsite|away[- ]?day|stand-?up|interview|training|round|weekly"
    r"|catch-?up|one-to-one|1:1|strategy day|planning|briefing|seminar|conference|call)\b"
)
_LIST_OF_GUESTS = r"(?:guest|invite|invitation|attendee|team|cast)[ -]?(?:list|sheet)"
GUESTS = re.compile(
    rf"\b(?:{_LIST_OF_GUESTS} (?:for|of)"
    rf"|who(?:['\u2019]?s)?\b[^.?!]{{0,60}}\b"
    rf"(?:(?:on|goin\w*|coming|invited|expected)(?: to| at| for)?"
    rf"|{_LIST_OF_GUESTS} (?:for|of)))"
    rf" (?:the|our|my|that|this) (?P<what>(?:[\w-]+ ){{0,3}}{_MEETING})",
    re.IGNORECASE,
)
"""Who comes to a meeting: its list of guests is no spreadsheet."""
_STATES = (
    r"\b(?:on hold|on track|in progress|at risk|not started|blocked|overdue|done|completed"
    r"|finished)\b"
)
STATE = re.compile(_STATES, re.IGNORECASE)
"""How far projects may be, and their pages, that are asked for."""
_ADDS_UP = re.compile(
    r"(?:^|[.,;:!?]\s)\W*(?:(?:please|and|then|now|just|can you|could you)\W+)*"
    r"(?:(?:add|sum)(?:m?ing)? (?:up|together)|tot up"
    r"|add (?:all|the) (?:\w+ ){0,2}\w+s (?:up|together)"
    r"|(?:sum|total|tally)(?: up)? (?:all|the))\b",
    re.IGNORECASE,
)
_POSTED = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|and|then|now)\W+)*post (?:(?:this|that|it|something"
    r"|an? \w+) )?(?:to|in|into|on) (?:the )?#?(?-i:[a-z])[\w-]*(?: channel)?\s?[:,]",
    re.IGNORECASE,
)
"""What is posted to a channel, and no mail."""
_DROPPED_IN = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|and|then|now)\W+)*(?:drop|leave|chuck|pop) (?:an?|one)"
    r" (?:\w+ )?(?:line|note|message|word|msg) in(?:to)? (?:the )?#?[\w-]+(?: channel)?\s?[:,]",
    re.IGNORECASE,
)
"""What is left in a channel for whoever reads it."""
_IN_INBOX = re.compile(
    r"^\W*(?:(?:and|ok|so|now)\W+)*(?:which|what|how many|any|are there|is there|have i)\b"
    r".*\b(?:left|lying|sitting|still|waiting|are|is|have i got)\b.*\bin (?:the|my) inbox\b",
    re.IGNORECASE | re.DOTALL,
)
"""How it is asked which mails there are."""
_BACK_LATER = re.compile(
    r"\b(?:bring|show|give|get|have|let|send|put|pop) (?:it|that|them|this)(?: \w+)?"
    r" (?:back|again)\b(?! (?:to|in|into)\b)(?: (?:on|at|by))?"
    r"\W+(?:(?:next|this|in|on|tomorrow)\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tue|wed|thu|fri|sat|sun)\b)",
    re.IGNORECASE,
)
"""What leaves the inbox for some time only."""
_NEW_MAIL = re.compile(
    r"^(?!.*\bdraft)\W*(?:[^.!?]{0,40}[.!?]+ )?[^.:!?]{0,40}\b(?:fresh|new|separate)"
    r" (?:\w+ )?(?:e-?mail|mail|message|letter)(?:,? (?:not|no) [\w ,]{1,30}?)?"
    r" to (?!(?:me|all|every)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""A mail that is none yet, and answers nothing."""
_UNDERNEATH = re.compile(
    r"^(?!.*\b(?:e-?)?mails?\b)(?:.*[.!?;:,] )?\W*(?:(?:please|pls|and|then|now|just)\W+)*"
    r"(?:answer|reply|respond|comment|write|put|say|post)\b[^.!?:;]{0,30}?"
    r"\b(?:under(?:neath)?|beneath|below) (?:(?:his|her|their|its|the|that|this)|(?-i:[A-Z])"
    r"[\w-]+(?: (?-i:[A-Z])[\w-]+)?['\u2019]s?)(?: \w+)? (?:messages?|msg|post|question|line"
    r"|comment|remark|note)\b",
    re.IGNORECASE | re.DOTALL,
)
"""What is answered under what somebody said in a channel, where a mail has no under."""
PUT_IN = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|and|then|now)\W+)*(?:pop|put|drop|stick|chuck|bung"
    r"|leave|throw) (?:this|that|it|something|the following)(?: up)? (?:to|in|into|on) (?:the )?"
    r"#?[\w-]+(?: channel)?\s?[:,]",
    re.IGNORECASE,
)
"""How it begins what is put into a channel, and its words stand behind that."""
_NAMED: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    (
        "page_read",
        "mail_read",
        re.compile(r"\b(?:need|want|ask|wait)\w*\b.{0,20} (?:from|of|for) me\b", re.IGNORECASE),
    ),
    (
        "other",
        "cal_update",
        re.compile(
            r"^\W*(?:please |can you |could you )?(?:change|set|switch|update|move) the"
            r" (?:location|venue|room|place) (?:of|for) .+ (?:to|from) ",
            re.IGNORECASE,
        ),
    ),
    (
        "other",
        "page_find",
        re.compile(rf"^\W*(?:and )?(?:which|what) .*\bprojects\b.* {_STATES}", re.IGNORECASE),
    ),
    *(
        (taken, "cal_list", GUESTS)
        for taken in ("other", "sheet_read", "sheet_find", "contact_find")
    ),
    *((taken, "cal_list", INVITED) for taken in ("mail_unanswered", "unprepared", "activity")),
    (
        "slack_mark_read",
        "slack_post",
        re.compile(
            r"^\W*(?:(?:please|and|also|then)\W+)*(?:tell|let|say|write|post|ask)\b", re.IGNORECASE
        ),
    ),
    (
        "slack_read",
        "slack_post",
        re.compile(
            r"\b(?:say|write|post|put|send|drop|leave|type) (?:something|an? (?:\w+ )?"
            r"(?:message|note|line|word|post))\b",
            re.IGNORECASE,
        ),
    ),
    *((taken, "slack_post", _POSTED) for taken in ("mail_send", "mail_reply", "mail_draft")),
    *((taken, "slack_post", _DROPPED_IN) for taken in ("sheet_append", "mail_send", "page_write")),
    *((taken, "slack_post", _UNDERNEATH) for taken in ("mail_reply", "mail_send", "slack_thread")),
    *((taken, "slack_post", PUT_IN) for taken in ("slack_summary", "slack_read", "slack_unread")),
    (
        "mail_archive",
        "mail_label",
        re.compile(
            r"\b(?:leav\w+|keep\w*|stays?|remains?)(?: \w+)? in (?:the|my) inbox\b", re.IGNORECASE
        ),
    ),
    (
        "mail_star",
        "mail_search",
        re.compile(
            rf"^(?!.*\b(?:un)?(?:star|flag)\b).*\b(?:starred|flagged) {_MAIL}\b",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
    (
        "contact_validate",
        "mail_search",
        re.compile(
            r"^(?!.*@).*\bcheck (?:for |on |if there(?:'s| is) )?(?:\w+ )?(?:new )?"
            rf"(?:{_MAIL}|inbox)\W*$",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
    *(
        (taken, "mail_search", _IN_INBOX)
        for taken in ("other", "unprepared", "mail_archive", "mail_unanswered")
    ),
    ("mail_archive", "mail_snooze", _BACK_LATER),
    *((taken, "mail_send", _NEW_MAIL) for taken in ("mail_draft", "mail_reply")),
    *((taken, "sheet_read", _ADDS_UP) for taken in ("sheet_append", "contact_add", "create_agent")),
    (
        "cal_respond",
        "mail_reply",
        re.compile(
            r"^(?!.*\b(?:invit|accept|declin|attend|meeting|appointment|calendar)).*(?<=[.!?] )"
            r"(?:please )?(?:answer|reply to|write(?: back)? to|tell) (?:him|her|them)\s?[:,]",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
    ("cal_cancel", "cal_respond", re.compile(r"\bcount me (?:out|in)\b", re.IGNORECASE)),
    ("mail_thread", "catch_up", re.compile(r"\bcatch (?:me|us) up\b", re.IGNORECASE)),
    (
        "contact_find",
        "mail_search",
        re.compile(
            rf"\b{_MAIL}\b.{{0,40}}\b(?:written|wrote|sent|mailed) (?:to )?(?:me|us)\b"
            rf"|\b(?:latest|last|newest|recent|unread) (?:\w+ )?{_MAIL}\b"
            rf"|\b{_MAIL} (?:\w+ )?(?:about|regarding|re|concerning|on)\b"
            r"|\b(?:show|get|read|give|see) (?:me )?(?:all )?\w+['\u2019]s e-?mails\b",
            re.IGNORECASE,
        ),
    ),
)
"""What it is taken for, what it is, and the words that say so."""


def plainly(text: str, ranked: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return the tasks with the one that is named first, with what it was taken for."""
    found = list(ranked)
    for taken, named, words in _NAMED:
        if found[0][0] == taken and words.search(text):
            share = dict(found)
            share[taken], share[named] = 0.0, share.get(named, 0.0) + share[taken]
            found = sorted(share.items(), key=lambda one: -one[1])
    return found
