"""What kind of thing an order about mail wants, by how it is put."""

import re
from typing import Literal

from shared.reasoning.embedded.people_said import SEVERAL

MailOrder = Literal[
    "send draft",
    "delivery",
    "forward",
    "reply",
    "delete",
    "change",
    "write",
    "unanswered",
    "attachments",
    "thread",
    "look",
]

_NOUN = r"(?:reply|response|answer)"
_COURTESY = re.compile(
    r"^(?:(?:please|kindly|can you|could you|would you|i want to|i'd like to|i need to|let's"
    r"|now|and"
    r"|then|also|go ahead and)\s+)+",
    re.IGNORECASE,
)
_SENDING_DRAFT = re.compile(
    r"(?:please )?(?:(?:go ahead and|now|just|ok(?:ay)?,?|yes,?|please) )*(?:send|mail|fire)"
    r"(?: off)? (?:it|this"
    r"|that|(?:the|that|this|my|your) (?:\w+ )?(?:draft|reply|answer|response|e-?mail|mail|message)"
    r"|the (?:\w+ )?(?:one|draft))(?: (?:off|out|now|please|as it is|as is))*[.!]*",
    re.IGNORECASE,
)
_DELIVERY = re.compile(
    r"\bbounced?\b|\bdelivery (?:status|report)\b|\bundeliver\w*\b|\bdelivered\b"
    r"|^(?:did|has|have|is|was|check (?:if|whether|that))\b.*\b(?:arrived?|(?:got?|gone?|went"
    r"|come?)"
    r" (?:through|out)|reach(?:ed)?|get there|received?)\b",
    re.IGNORECASE,
)
_FORWARDING = re.compile(
    r"(?:forward|fwd|pass|relay)\b|(?:send|share|pass) (?=(?:it|that|this|the \w+ (?:one|e-?mail"
    r"|mail|message)|(?:the|that|this) (?:e-?mail|mail|message|thread)|\w+'s (?:\w+ )?(?:e-?mail"
    r"|mail))\b.* (?:to|with|along|on to) )"
    r"|(?:send|share|e-?mail) (?=.*\b(?:attachments?|files?|pdfs?|documents?|spreadsheets?"
    r"|presentations?) (?:from|of|in|attached to|that came with) )",
    re.IGNORECASE,
)
_REPLYING = re.compile(
    rf"(?:reply|respond|answer|write back|get back|e-?mail back)\b"
    rf"|(?:send|write|draft|compose|prepare|create|make|save|start)\b(?: {SEVERAL})?"
    rf"(?: me| back)?(?: an?| the| my| your)? (?:[\w-]+ ){{0,2}}?{_NOUN}\b"
    rf"|(?:send|write|draft) (?:it|that|this|him|her|them|{SEVERAL})?\s?back\b"
    rf"|say (?:yes|no|thanks|thank you|ok|okay) to\b",
    re.IGNORECASE,
)
_DELETING = re.compile(
    r"(?:delete|remove|trash|bin|erase|purge|get rid of|throw away|throw out|unsubscribe|block)\b",
    re.IGNORECASE,
)
_CHANGING = re.compile(
    r"(?:unarchive|archive|clear (?:out|away)|tidy away|clean up|file away|unstar|star|unflag|flag"
    r"|label|tag|categori[sz]e|mark|snooze|(?:move|put|bring|take|get|file|sort|add|remove|apply"
    r"|drop|give|set|keep|clear|send|postpone|defer|hide)\b.*\b(?:inbox|archives?|stars?|flags?"
    r"|labels?|tags?|folder|(?:un)?read|starred|flagged)"
    r"|(?:move|file|sort|put)\b.*\b(?:e-?mails?|mails?|messages?|newsletters?)\b.*\b(?:under"
    r"|into|to"
    r"|in)|(?:postpone|defer|hide|remind me (?:about|of))\b.*\b(?:e-?mail|mail|message|it|this|that"
    r"|one))\b",
    re.IGNORECASE,
)
_WRITING = re.compile(
    r"(?!(?:e-?mail|mail|message|text|draft)s? (?:from|about|since|in|on|with|that|which|i|we"
    r"|by)\b)(?:send|write|draft|compose|prepare|drop|shoot|e-?mail|mail|message|tell|ask"
    r"|remind|thank"
    r"|inform|notify|let|congratulate|apologi[sz]e|warn|ping|wish|put together|text)\b"
    r"|(?:create|make|save|start|leave)\b.*\bdraft",
    re.IGNORECASE,
)
_ASKED_OF_ME = re.compile(
    r"(?:tell|send|mail|let|ask|remind) (?:me|us)\b(?! an? (?:\w+ )?(?:note|e-?mail|mail|message"
    r"|reminder|line)\b)",
    re.IGNORECASE,
)
_NOT_ANSWERED = (
    r"(?:responded|replied|answered|reacted|got(?:ten)? back|written back|sent an? (?:response"
    r"|reply"
    r"|answer)|dealt with)"
)
_UNANSWERED = re.compile(
    rf"\b(?:have not|haven't|havent|not|never|have|didn't|did not|still|yet)\b(?: i| we)?"
    rf"(?: not)?(?: yet| still)? {_NOT_ANSWERED}"
    r"|\b(?:didn't|did not|haven't|don't) (?:i |we )?(?:reply|respond|answer|get back)\b"
    r"|\bunanswered\b|\bunreplied\b"
    r"|\b(?:waiting|waits|wait) (?:for|on) (?:an? |my |our |me\b|us\b)?(?:answer|reply|response"
    r"|me|us)?"
    r"|\b(?:do|should|must) i (?:still )?(?:owe|need to (?:reply|respond|answer)|have to (?:reply"
    r"|respond|answer)|reply|respond|answer)|\b(?:i|we) (?:still )?(?:owe|have to|need to|must"
    r"|should)"
    r" (?:an? )?(?:reply|respond|answer|response|get back)\b"
    r"|\b(?:need|needs|require|requires|requiring|needing|wants?|expects?|expecting) (?:an? |my )?"
    r"(?:reply|response|answer)\b",
    re.IGNORECASE,
)
_MANY_WITH = re.compile(
    r"\b(?:e-?mails|mails|messages|mail|anything|everything|newsletters)\b.*\b(?:with|have|having"
    r"|containing|has) (?:an? |any |some |large |big )*(?:attach|files?)"
    r"|\b(?:any|which|unread) (?:e-?mails|mail|mails)\b",
    re.IGNORECASE,
)
_KIND = r"(?:pdf|spreadsheet|excel|csv|document|doc|word|file|image|picture|photo|deck|slides?)"
_ATTACHED = re.compile(
    rf"\battach(?:ed|ments?)\b|^(?:open|read|show|summari[sz]e|what(?:'s| is)? in|what does|view"
    rf"|display|see)\b.*\w\.(?:xlsx?|csv"
    rf"|pdf|docx?|txt|pptx?|html?)\b|\b{_KIND}s? (?:in|from|of|on) (?:it|that|the)\b",
    re.IGNORECASE,
)
_THREAD = re.compile(
    r"\b(?:whole|full|entire|complete) (?:thread|conversation|exchange|discussion|chain|e-?mail"
    r" chain"
    r"|history|mail thread|e-?mail thread)\b|^(?:let me )?(?:show|open|read|display|see"
    r"|summari[sz]e|get"
    r"|give|pull"
    r" up|what(?:'s| is| was))\b.*\b(?:thread|conversation|e-?mail chain|back and forth)\b",
    re.IGNORECASE,
)


def order_in(command: str) -> MailOrder:
    """Tell what a tidy command wants of mail; "look" is finding and reading some."""
    plain = command.rstrip(" .?!")
    if _SENDING_DRAFT.fullmatch(command):
        return "send draft"
    if _DELIVERY.search(command) and not _WRITING.match(command):
        return "delivery"
    for order, pattern in _OPENINGS:
        if pattern.match(plain):
            return order
    if _WRITING.match(command) and not _ASKED_OF_ME.match(command):
        return "write"
    if _UNANSWERED.search(command):
        return "unanswered"
    if _ATTACHED.search(command) and _MANY_WITH.search(command) is None:
        return "attachments"
    return "thread" if _THREAD.search(command) else "look"


def without_courtesy(command: str) -> str:
    """Return an order without what it politely opens with."""
    return _COURTESY.sub("", command).strip()


_OPENINGS: tuple[tuple[MailOrder, re.Pattern[str]], ...] = (
    ("forward", _FORWARDING),
    ("reply", _REPLYING),
    ("change", _CHANGING),
    ("delete", _DELETING),
)
