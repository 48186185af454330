"""Reading what people say to the agent builder, and the journeys word for word."""

from datetime import UTC, datetime

import pytest

from shared.decisions import building, procedures
from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.agent import Agent, Skill
from shared.models.building import AgentDraft, BuildSession, DraftRequest, Known, Part
from shared.models.schedule import Recurrence
from shared.reasoning.embedded.drafting import read_draft, read_plainly
from shared.reasoning.embedded.reasoner import EmbeddedReasoner

KNOWN = Known(
    connected=("sheets", "slack", "pages", "email", "calendar"),
    names={
        "sheets": ("Weekly Metrics", "Finance"),
        "slack": ("weekly-updates", "team-updates"),
    },
    zone="Europe/Berlin",
    now=datetime(2026, 11, 22, 12, tzinfo=UTC),
)
REPORTER = Agent(
    id="notion-reporter",
    name="Notion Reporter",
    description="Weekly project status summaries from Notion",
    skills=(Skill(id="read", name="Notion reader", description="Reads project pages in Notion"),),
)
SHEET = Part(
    service="sheets", verb="read", slots=(("sheet", "Weekly Metrics"), ("data", "all rows"))
)
SLACK = Part(service="slack", verb="write", slots=(("channel", "#team-updates"),))
WHOLE = AgentDraft(parts=(SHEET, SLACK))


def read(text, session=None, known=KNOWN):
    session = session or BuildSession(asking="purpose")
    return read_draft(DraftRequest(text=text, today="2026-11-22", session=session, known=known))


def asked(asking, draft=WHOLE, offered=()):
    return BuildSession(draft=draft, asking=asking, offered=offered)


def talk(*lines, base=None):
    """Hold a conversation and return its last response, and all that was acted on."""
    session, acts = building.opening(lines[0], base, "e"), []
    response = building.begin(lines[0], base, "e", read(lines[0], session), KNOWN)
    for line in lines[1:]:
        response = building.respond(response.session, read(line, response.session), KNOWN)
        if response.act in {"create", "update"}:
            acts.append(building.agent_of(response.session, KNOWN, "maya"))
            response = building.applied(response.session, acts[-1])
    return response, acts


def test_journey_2_makes_the_agent_after_the_last_answer():
    response, (agent,) = talk(
        "I need an agent that extracts data from our Google Sheets and posts summaries to our "
        "#weekly-updates Slack channel",
        "It's called 'Weekly Metrics'",
        "Just the 'Status' and 'Owner' columns where Status is 'Completed'",
        "Every Monday at 9am",
    )
    assert agent.id == "sheets-to-slack-reporter"
    names = [skill.name for skill in agent.skills]
    assert names == ["Google Sheets reader", "Slack poster", "Data filtering"]
    assert procedures.procedure_of(agent) == (
        (
            'Read the sheet "Weekly Metrics", only the columns "Status" and "Owner", '
            'where "Status" is "Completed"'
        ),
        "Post the result to the Slack channel #weekly-updates",
    )
    run = building.respond(response.session, read("1", response.session), KNOWN)
    assert run.act == "run"


def test_journey_3_changes_the_agent_after_the_channel():
    _, (agent,) = talk(
        "I want my notion-reporter to also post summaries to Slack", "#team-updates", base=REPORTER
    )
    assert agent.skills[-1].name == "Slack poster"
    assert procedures.procedure_of(agent)[-1].endswith("#team-updates")


def test_journey_5_needs_only_agreement():
    _, (agent,) = talk("Send an email to my team about the project update", "Yes, create it")
    assert agent.skills[0].name == "Email sender"


def test_journey_7_asks_when_and_where():
    first, _ = talk("I want to set up a weekly report from Notion")
    assert first.session.asking == "schedule"
    _, (agent,) = talk(
        "I want to set up a weekly report from Notion", "Mondays at 9am", "Show it here", "yes"
    )
    assert procedures.procedure_of(agent) == ("Summarize my projects from the pages",)


def part(service, verb, **slots):
    return Part(service=service, verb=verb, slots=tuple(slots.items()))


@pytest.mark.parametrize(
    ("text", "parts", "schedule"),
    [
        (
            (
                "build an agent that summarizes my unread emails every weekday at 8am and "
                "emails me the summary"
            ),
            (part("email", "read"), part("email", "write", to="me")),
            "every weekday at 8am",
        ),
        (
            'an agent that posts "Stand up" to #general daily at 9:30',
            (part("slack", "write", channel="#general", text="Stand up"),),
            "daily at 9:30",
        ),
        (
            "log emails from boss@acme.com in the spreadsheet called Log every day at 6pm",
            (
                part("email", "read"),
                part("sheets", "write", sheet="Log"),
            ),
            "every day at 6pm",
        ),
        (
            "an agent which lists my meetings of today each morning and posts them to #general",
            (part("calendar", "read"), part("slack", "write", channel="#general")),
            "each morning",
        ),
        (
            "agent for me, mon-fri 8am, unread mails from the school, name School Run",
            (part("email", "read"),),
            "mon-fri 8am",
        ),
        (
            "email a summary of the Finance sheet to bob@acme.com with the subject 'Numbers'",
            (
                part("email", "write", to="bob@acme.com", subject="Numbers"),
                part("sheets", "read", sheet="Finance"),
            ),
            "",
        ),
        (
            "summarize the notion page 'Roadmap' and share it in the leads channel on Slack",
            (
                part("pages", "read", pages="the page Roadmap"),
                part("slack", "write", channel="#leads"),
            ),
            "",
        ),
        (
            "a weekly summary of our goals from Notion",
            (part("pages", "read"),),
            "weekly",
        ),
        ("an agent that looks up contacts", (part("contacts", "read"),), ""),
        ("create calendar events for me", (part("calendar", "write"),), ""),
        ("post messages to #weekly-news", (part("slack", "write", channel="#weekly-news"),), ""),
        ("build me a bot", (), ""),
    ],
)
def test_what_an_agent_shall_do_is_read_from_one_message(text, parts, schedule):
    found = read(text)
    assert found.parts == parts
    assert found.schedule == schedule
    assert (found.confidence > 0.6) == bool(parts)


def test_a_whole_specification_is_read_at_once():
    found = read(
        "Create an agent called status-bot that reads the sheet 'Weekly Metrics', only the Status "
        "and Owner columns where Status is Completed, and posts it to #team-updates every Monday "
        "at 9am"
    )
    assert [p.service for p in found.parts] == ["sheets", "slack"]
    assert found.parts[0].slot("sheet") == "Weekly Metrics"
    assert (found.name, found.schedule) == ("status-bot", "every Monday at 9am")


@pytest.mark.parametrize(
    "lead", ["an agent called Mail Clerk", "I lose track. An agent for that, called Mail Clerk"]
)
def test_its_name_may_be_followed_by_what_it_does(lead):
    assert read(f"{lead}: it reads my mail").name == "Mail Clerk"


@pytest.mark.parametrize(
    ("asking", "text", "slots"),
    [
        ("0.sheet", "It's called 'Weekly Metrics'", (("0.sheet", "Weekly Metrics"),)),
        ("0.sheet", "the Finance sheet", (("0.sheet", "Finance"),)),
        ("0.sheet", "Sales and Marketing", (("0.sheet", "Sales and Marketing"),)),
        ("0.sheet", "what do you mean by that?", ()),
        ("0.sheet", "I was thinking about it for quite a long time and am still not there", ()),
        ("0.data", "everything", (("0.data", "everything"),)),
        ("0.data", "Status and Owner", (("0.data", "Status and Owner"),)),
        ("0.data", "#general", (("1.channel", "#general"),)),
        ("0.sheet", "please post it to #general", (("1.channel", "#general"),)),
        ("0.data", "the column # of seats", (("0.data", "column # of seats"),)),
        ("1.channel", "#general", (("1.channel", "#general"),)),
        ("1.channel", "the general channel", (("1.channel", "#general"),)),
        ("1.channel", "general", (("1.channel", "general"),)),
        ("1.text", "It should say 'Hello'", (("1.text", "Hello"),)),
        (
            "1.text",
            "Please update the sheet every Friday",
            (("1.text", "update the sheet every Friday"),),
        ),
        ("confirm", "change the channel to #general", (("1.channel", "#general"),)),
        ("confirm", "post it to #general instead", (("1.channel", "#general"),)),
        ("confirm", "only the Owner column", (("0.data", "only the Owner column"),)),
        ("confirm", "remove the filter", (("0.data", "all rows"),)),
        ("deliver", "just show it here", (("deliver", "here"),)),
    ],
)
def test_an_answer_is_read_in_the_light_of_the_question(asking, text, slots):
    assert read(text, asked(asking)).slots == slots


def test_two_things_are_answered_at_once():
    draft = AgentDraft(parts=(Part(service="sheets", verb="read"), SLACK))
    found = read(
        "Weekly Metrics, just the Status column, every Friday at 5pm", asked("0.sheet", draft)
    )
    assert dict(found.slots)["0.sheet"] == "Weekly Metrics"
    assert "Status" in dict(found.slots)["0.data"]
    assert found.schedule == "every Friday at 5pm"
    other = read("all rows, and post it to #general", asked("0.data", draft))
    assert dict(other.slots) == {"0.data": "all rows", "1.channel": "#general"}


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("Every Monday at 9am", "Every Monday at 9am"),
        ("Monday at 9", "every Monday at 9"),
        ("only when I ask", "never"),
        ("no timetable, please", "never"),
        ("only when I whistle for it, no clock on it", "never"),
        ("it has no fixed time, I will call it when I need it", "never"),
        ("only when I get a letter", ""),
        (
            "twice a week, Tuesday and Thursday, at eleven",
            "twice a week, Tuesday and Thursday, at eleven",
        ),
        ("At 6.30 pm from Sunday to Thursday", "At 6.30 pm from Sunday to Thursday"),
        ("on the 1st of every month at 9am", "on the 1st of every month at 9am"),
        ("0 9 * * 1", "0 9 * * 1"),
        ("banana", ""),
    ],
)
def test_when_it_runs_is_read(text, schedule):
    assert read(text, asked("schedule")).schedule == schedule


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("change the schedule to Fridays", "Fridays"),
        ("make it 10am", "10am"),
        ("run it at 8:30", "8:30"),
        ("make it post to Slack", ""),
        ("my unread mails too, I never get to look", ""),
        ("Amend that to 08:00, otherwise unchanged.", "08:00"),
        ("Every day is too much. Only Friday at 18:00 is good.", "every Friday at 18:00"),
        ("no, the one about the 08:00 train that I take every now and then when it is late", ""),
    ],
)
def test_another_time_is_read_at_any_moment(text, schedule):
    assert read(text, asked("confirm")).schedule == schedule


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("call it weekly-digest", "weekly-digest"),
        ("rename it to 'Status Bot'", "Status Bot"),
        ("its name should be Bob", "Bob"),
        ("an agent for my invoices. Name: Bob. It reads my mail", "Bob"),
        ("the name: Bob", "Bob"),
        ("call Bob", ""),
        ("name it Late Bus it should read my mail", "Late Bus"),
        ("an agent for my post, called Mail Clerk", "Mail Clerk"),
        ("make an agent by the name of Mail Clerk", "Mail Clerk"),
        ("the agent's name's Clerk", "Clerk"),
        ("an agent that reads my mail. Name's Late Bus.", "Late Bus"),
        (
            "make us an agent, Friday Bus it's called. Fridays at four it reads my mail",
            "Friday Bus",
        ),
        ("an agent for my post. Its name is to be Late Bus.", "Late Bus"),
        ("the name could be Late Bus", "Late Bus"),
        ("name? uhh Late Bus", "Late Bus"),
        ("Late Bus is its name.", "Late Bus"),
        ("Designation: Late Bus.", "Late Bus"),
        ("I did not give the name, it is Clerk.", "Clerk"),
        ("And the name, better Clerk.", "Clerk"),
        ("make agent Late Bus, it reads my mail", "Late Bus"),
        ("call it Late Bus no schedule on it I'll start it myself", "Late Bus"),
        ("it lists the sender's name, Subject and date", ""),
        ("I call it when I need it", ""),
        ("an agent for my post. name: mail-clerk. weekdays 8am", "mail-clerk"),
        ("make me one called late bus. it reads my mail", "late bus"),
        ("make me an agent called Friday wrap: it lists my mail", "Friday wrap"),
        ("make me an agent called Friday that reads my mail", ""),
        ("Hm, call it Late Bus instead.", "Late Bus"),
        ("Fridays are better", ""),
        ("an agent that reads the sheet called Log", ""),
        ('a bot "Late Bus", fridays 5pm, reads my mail', "Late Bus"),
        ('that depresses me. "Late Bus"', "Late Bus"),
        ("The name is no good, nobody gets it. Say Late Bus.", "Late Bus"),
        ("Make me one agent, Bus, without hours, it reads my mail", "Bus"),
        ("Late Bus we'll call it, like at home", "Late Bus"),
        ("an agent that reads my mail at eight. Late Bus, call it.", "Late Bus"),
        ("an agent that reads my mail. Late Bus, name it please", "Late Bus"),
        ("tell Sarah, call it Late Bus", "Late Bus"),
        ("an agent, to be known as Clerk of the Bus. It reads my mail", "Clerk of the Bus"),
        ("The name is no good", ""),
        ("Only Weekly Metrics.", ""),
        ("it tells me the names and Phone numbers", ""),
    ],
)
def test_a_name_is_read(text, name):
    assert read(text, asked("confirm")).name == name


@pytest.mark.parametrize("text", ["Nah forget it", "no, forget it", "oh never mind", "Cancel it"])
def test_it_is_called_off(text):
    assert read(text, asked("unread")).wish == "cancel"


def test_another_hour_is_of_the_part_of_the_day_said_before():
    evening = WHOLE.model_copy(update={"recurrence_said": "weekdays at six in the evening"})
    text = "no, six is too late, make it five"
    assert read(text, asked("confirm", evening)).schedule == "at 5 in the evening"
    assert read(text, asked("confirm")).schedule == ""


@pytest.mark.parametrize(
    ("before", "said", "hour"),
    [
        ("every evening at six", "And at seven, not six, we are always late.", 19),
        ("each morning at seven", "Let him begin his round at half past six instead.", 6),
        ("Fridays at 3pm", "Perhaps at four, dear, at three I am at church.", 16),
        ("weekdays 07:30", "07:00 instead", 7),
        ("weekdays at 5pm", "make that half past five im never out by five", 17),
        ("Fridays at 3pm", "at 9 in the morning", 9),
    ],
)
def test_an_hour_that_is_said_later_is_of_the_same_half_of_the_day(before, said, hour):
    first = f"Make an agent that sends me my unread mails, {before}"
    response, _ = talk(first, said)
    assert f"BYHOUR={hour};" in response.session.draft.recurrence.rrule


def test_a_name_or_an_hour_answers_no_other_question():
    told = read("Ah no, nobody can say that. Call it Late Bus.", asked("0.data"))
    assert (told.name, told.slots) == ("Late Bus", ())


def test_of_several_sentences_the_last_tells_when():
    text = "wait, Fridays are full. Thursdays same time"
    assert read(text, asked("confirm")).schedule == "Thursdays"


@pytest.mark.parametrize(
    ("text", "service", "job"),
    [
        (
            "an agent called Desk that tells me each Monday at 8 which interviews I have this week",
            "calendar",
            "Tell me which interviews I have this week",
        ),
        (
            "a bot that looks every day at 9 for invitations I have not answered and tells me",
            "calendar",
            "Look for invitations I have not answered",
        ),
        (
            "an agent that shows me who I'm meeting today",
            "calendar",
            "Show me who I'm meeting today",
        ),
        (
            "An agent named Till. Each weekday at 7 it lays out what's on my calendar that day.",
            "calendar",
            "Lay out what's on my calendar today",
        ),
        (
            "I require a bot; Mondays at 7:30 it is to list unread mails containing an invoice",
            "email",
            "List unread mails containing an invoice",
        ),
        (
            "an agent, daily at 18:00 it summarizes what Omar wrote in the project-alpha channel",
            "slack",
            "Summarize what Omar wrote in the project-alpha channel",
        ),
        (
            "an agent which goes through what Ann mailed me every Friday and gives me a summary",
            "email",
            "Go through what Ann mailed me",
        ),
        (
            "an agent: Mondays, no, Fridays at 3pm, overview of what Ann wrote me. Call it Ann",
            "email",
            "Overview of what Ann wrote me",
        ),
        (
            "an agent that watches my mailbox for complaints every day at 9",
            "email",
            "List my mailbox for complaints",
        ),
        (
            "a bot, on Fridays it reads the ops channel and lists the broken lifts",
            "slack",
            "Read the ops channel and list the broken lifts",
        ),
        (
            "I lose count. A bot, Fridays at 3: it lists which mails from Ann I haven't answered",
            "email",
            "List which mails from Ann I haven't answered",
        ),
        ("an agent that tells me the lottery numbers", "", ""),
        ("an agent that archives old letters", "", ""),
    ],
)
async def test_what_an_agent_is_to_tell_may_be_asked_as_somebody_would(text, service, job):
    reasoner = EmbeddedReasoner(MiniLM(), Spelling())
    session = building.opening(text, None, "")
    request = DraftRequest(text=text, today="2026-11-22", session=session, known=KNOWN)

    found = (await reasoner.draft_agent(request)).value

    assert found.parts == ((part(service, "read", job=job),) if service else ())
    if service:
        made = building.begin(text, None, "", found, KNOWN)
        assert f"1. {job}" in made.text or made.session.asking == "schedule"
        agent = building.agent_of(made.session, KNOWN, "maya")
        assert "contacts_search" in agent.tools, "it may name somebody"


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("remove the Slack part", (1,)),
        ("don't post to Slack", (1,)),
        ("no slack please", (1,)),
        ("remove the whales", ()),
    ],
)
def test_what_is_not_wanted_any_more_is_read(text, dropped):
    assert read(text, asked("confirm")).dropped == dropped


def test_one_of_two_channels_is_dropped_by_its_name():
    draft = WHOLE.model_copy(update={"parts": (*WHOLE.parts, SLACK.filled("channel", "#general"))})
    assert read("remove the channel #general", asked("confirm", draft)).dropped == (2,)


def test_more_of_the_same_is_a_new_part_and_what_is_kept_is_not_read_again():
    added = read("also post it to #general", asked("confirm"))
    assert added.parts == (SLACK.filled("channel", "#general"),)
    kept = building.opening("", REPORTER, "e").draft
    told = read("post my Notion summaries to Slack too", asked("purpose", kept))
    assert [p.service for p in told.parts] == ["slack"]
    poster = Part(service="slack", verb="write", slots=(("skill", "post"),))
    again = read("post to #general", asked("purpose", AgentDraft(parts=(poster,))))
    assert again.parts[0].slot("channel") == "#general"


def test_an_address_is_meant_for_the_mail_there_is():
    mail = AgentDraft(parts=(SHEET, Part(service="email", verb="write")))
    assert read("bob@acme.com", asked("1.to", mail)).slots == (("1.to", "bob@acme.com"),)
    assert read("make that ann@acme.com", asked("confirm", mail)).slots == (
        ("1.to", "ann@acme.com"),
    )


@pytest.mark.parametrize("text", ["2", "the second one", "option 2", "Finance", "2."])
def test_a_listed_answer_is_chosen(text):
    session = asked("0.sheet", offered=("Weekly Metrics", "Finance"))
    assert read(text, session).slots == (("0.sheet", "Finance"),)
    assert read("3", session).slots == (("0.sheet", "3"),)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("back", "back"),
        ("Go back, please", "back"),
        ("start over", "start_over"),
        ("cancel", "cancel"),
        ("never mind", "cancel"),
        ("skip this question", "skip"),
        ("I don't care", "skip"),
        ("what is missing?", "missing"),
        ("help", "help"),
        ("Yes, create it", "yes"),
        ("looks good!", "yes"),
        ("use #general anyway", "yes"),
        ("no", "no"),
        ("Run it now to test", "run"),
        ("See the agent details", "details"),
        ("Show me how to edit it later", "edit"),
        ("that's all", "leave"),
        ("hm, that would only depress me. no, leave it", "cancel"),
        ("no, forget it, I'd rather not", "cancel"),
        ("oh, drop it, Grace does that now", "cancel"),
        ("forget it, to Bo instead", ""),
        ("yes, but on Fridays", ""),
        ("Weekly Metrics", ""),
    ],
)
def test_what_is_wished_of_the_conversation_is_read(text, wish):
    assert read(text, asked("confirm")).wish == wish


def test_only_what_needs_no_interpretation_is_read_plainly():
    session = asked("0.sheet", offered=("Weekly Metrics",))

    def plainly(text):
        return read_plainly(DraftRequest(text=text, today="", session=session, known=KNOWN))

    assert plainly("1").slots == (("0.sheet", "Weekly Metrics"),)
    assert plainly("back").wish == "back"
    assert plainly("It's called Log") is None


@pytest.mark.parametrize(
    ("text", "asking", "wish"),
    [
        (
            "I don't think anybody would look at it, honestly. So don't set it up",
            "purpose",
            "cancel",
        ),
        ("on second thoughts we'd never read it, let's not", "purpose", "cancel"),
        ("it should never run by itself", "schedule", ""),
        ("nobody needs to be told about it", "deliver", ""),
        ("no, not there", "purpose", ""),
        ("post the open rows of Weekly Metrics to #team-updates", "purpose", ""),
        ("on second thoughts we'd never read it, let's not", "", ""),
    ],
)
async def test_an_agent_is_called_off_in_other_words(text, asking, wish):
    reasoner = EmbeddedReasoner(MiniLM(), Spelling())
    session = BuildSession(asking=asking)
    request = DraftRequest(text=text, today="2026-11-22", session=session, known=KNOWN)

    assert (await reasoner.draft_agent(request)).value.wish == wish


@pytest.mark.parametrize(
    ("text", "name", "schedule", "parts"),
    [
        (
            "ok so bot: weekdays 8am sharp, sets out mails from Acme n Nordhaus. name = Post",
            "Post",
            "weekdays 8am sharp",
            (("email", "read", {"job": "List mails from Acme n Nordhaus"}),),
        ),
        (
            (
                "No schedule, I will start it myself: an agent which looks at my meetings for the "
                "day, and for each one it finds the last mail from who attends. It bears the name "
                "Round."
            ),
            "Round",
            "never",
            (
                ("calendar", "read", {"job": "Look at my meetings for today"}),
                (
                    "email",
                    "read",
                    {"job": "For each one find the last mail from who attends"},
                ),
            ),
        ),
        (
            (
                "An agent: ev Mon 8am, take the open rows from Weekly Metrics, mail them to Ann Lee"
                " and to bo@acme.com, sorted by owner"
            ),
            "",
            "ev Mon 8am",
            (
                (
                    "sheets",
                    "read",
                    {"job": "Take the open rows from Weekly Metrics, sorted by owner"},
                ),
                ("email", "write", {"to": "Ann Lee, bo@acme.com"}),
            ),
        ),
        (
            (
                "an agent that on Fridays at four boils down what was said in #ops and sticks it in"
                " team updates"
            ),
            "",
            "on Fridays at four",
            (
                ("slack", "read", {"job": "Boil down what was said in #ops"}),
                ("slack", "write", {"channel": "#team-updates"}),
            ),
        ),
        (
            (
                "an agent to write to Ann Lee on Mondays at ten, a direct message, with all "
                "meetings I have not answered"
            ),
            "",
            "on Mondays at ten",
            (
                ("calendar", "read", {"job": "List all meetings I have not answered"}),
                ("slack", "write", {"channel": "@Ann Lee"}),
            ),
        ),
    ],
)
async def test_what_an_agent_is_to_do_is_kept_word_for_word(text, name, schedule, parts):
    reasoner = EmbeddedReasoner(MiniLM(), Spelling())
    session = building.opening(text, None, "")
    known = KNOWN.model_copy(update={"names": {**KNOWN.names, "email": ("Ann Lee",)}})
    request = DraftRequest(text=text, today="2026-11-22", session=session, known=known)

    found = (await reasoner.draft_agent(request)).value

    assert (found.name, found.schedule) == (name, schedule)
    assert [(one.service, one.verb, dict(one.slots)) for one in found.parts] == list(parts)
    assert building.begin(text, None, "", found, known).session.asking == "confirm"


@pytest.mark.parametrize(
    ("text", "slots", "schedule", "wish"),
    [
        ("Not Ann only, Bo Ek also should get it.", {"1.to": "Ann Lee, Bo Ek"}, "", ""),
        ("It should go to Bo Ek, not to Ann.", {"1.to": "Bo Ek"}, "", ""),
        ("10 %, not 5.", {"0.job": "List the lines more than 10 % over plan"}, "", ""),
        (
            "ten percent rather than 5 %, please",
            {"0.job": "List the lines more than ten percent over plan"},
            "",
            "",
        ),
        (
            "Point-wise with the date of each line, please. The rest is fine.",
            {
                "0.job": "List the lines more than 5 % over plan, point-wise with the date of each "
                "line"
            },
            "",
            "",
        ),
        ("And better on Wednesday, same hour.", {}, "every Wednesday", ""),
        ("I want it on Thursday, Friday is opening night.", {}, "every Thursday", ""),
        ("13:40 is wrong, 13:20 is right.", {}, "13:20", ""),
        ("make it Monday instead, at 8.30", {}, "every Monday at 8.30", ""),
        ("lol actually nvm, she's gonna hate me. dont make it", {}, "", "cancel"),
        ("aye that's it", {}, "", "yes"),
        ("no I don't fancy it then, scrap the whole idea", {}, "", "cancel"),
        ("what does it cost?", {}, "", ""),
    ],
)
async def test_an_agent_that_is_shown_is_changed_in_words(text, slots, schedule, wish):
    reasoner = EmbeddedReasoner(MiniLM(), Spelling())
    job = part("sheets", "read", job="List the lines more than 5 % over plan")
    fridays = "RRULE:FREQ=WEEKLY;BYDAY=FR;BYHOUR=9;BYMINUTE=0"
    draft = AgentDraft(
        parts=(job, part("email", "write", to="Ann Lee")),
        recurrence=Recurrence(rrule=fridays, zone="UTC"),
        recurrence_said="every Friday at 9:00",
        scheduled=True,
    )
    known = KNOWN.model_copy(update={"names": {"email": ("Ann Lee", "Bo Ek")}})
    session = BuildSession(state="confirm", draft=draft, asking="confirm")
    request = DraftRequest(text=text, today="2026-11-22", session=session, known=known)

    found = (await reasoner.draft_agent(request)).value

    assert (dict(found.slots), found.schedule, found.wish) == (slots, schedule, wish)


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("ooh n unread slack msgs too pls, same thing, same time", "Unread slack msgs"),
        ("oh and what was said in #team-updates as well", "What was said in #team-updates"),
        ("which unread messages do I have in Slack?", ""),
    ],
)
async def test_what_is_to_be_looked_up_besides_is_added_to_what_is_shown(text, added):
    reasoner = EmbeddedReasoner(MiniLM(), Spelling())
    draft = AgentDraft(parts=(part("calendar", "read", job="List my meetings for today"),))
    session = BuildSession(state="confirm", draft=draft, asking="confirm")
    request = DraftRequest(text=text, today="2026-11-22", session=session, known=KNOWN)

    found = (await reasoner.draft_agent(request)).value

    assert [one.slot("job") for one in found.parts if one.verb == "read"] == [added] * bool(added)


@pytest.mark.parametrize(
    ("text", "job"),
    [
        ("Daily at 6pm. Skip the newsletters.", "Read the mails from Ann, skip the newsletters"),
        (
            "every weekday at seven. It should only list those without an answer",
            "Read the mails from Ann, only list those without an answer",
        ),
        ("Fridays. That's when I have a minute.", None),
        ("Every Monday at 9am", None),
    ],
)
async def test_what_is_said_besides_when_it_runs_is_kept_as_what_it_does(text, job):
    reasoner = EmbeddedReasoner(MiniLM(), Spelling())
    draft = AgentDraft(parts=(part("email", "read", job="Read the mails from Ann"),))
    session = BuildSession(state="gather", draft=draft, asking="schedule")
    request = DraftRequest(text=text, today="2026-11-22", session=session, known=KNOWN)

    found = (await reasoner.draft_agent(request)).value

    assert found.schedule
    assert dict(found.slots).get("0.job") == job
