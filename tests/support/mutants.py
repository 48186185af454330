"""Small faults in what guards consent, routing and reading: each must fail a test.

`before` stands exactly once in the file at `path`; `after` takes its place, and then one of `tests`
has to fail.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """One fault, and the tests that notice it."""

    path: str
    before: str
    after: str
    tests: tuple[str, ...]


_DECISIONS = "tests/unit/shared/decisions"
_STANDING = ("tests/simulation/test_standing_approvals.py",)
_RUNS = (f"{_DECISIONS}/test_runs.py", f"{_DECISIONS}/test_hooks.py")
_HOOKS = (f"{_DECISIONS}/test_hooks.py",)
_RISK = (f"{_DECISIONS}/test_risk.py",)
_PROGRESS = (f"{_DECISIONS}/test_progress.py",)
_REPLIES = (f"{_DECISIONS}/test_replies.py",)
_BULK = (f"{_DECISIONS}/test_bulk.py",)
_ORIGINS = (f"{_DECISIONS}/test_origins.py",)
_QUOTING = (f"{_DECISIONS}/test_quoting.py",)
_INTERRUPTS = ("tests/unit/api/test_interrupts.py",)
_A2A = ("tests/unit/api/test_a2a.py",)
_EFFECTS = (f"{_DECISIONS}/test_effect_claims.py",)
_LENT = (
    "tests/unit/activities/test_lent_tools.py",
    "tests/unit/shared/tools/lent/test_tools.py",
    "tests/unit/shared/tools/lent/test_offers.py",
)
_SERVERS = ("tests/contract/test_tool_servers.py",)
_REMOTE = ("tests/unit/activities/test_remote_agents.py",)
_AGENTS = ("tests/contract/test_remote_agents.py",)
_FEED = ("tests/unit/shared/test_feed.py",)
_WIRE = ("tests/unit/shared/storage/test_wire.py",)
_READING = "tests/unit/shared/understanding"
_SPANS = (f"{_READING}/test_marking.py", f"{_READING}/test_reader.py")
_NAMES = (f"{_READING}/test_world.py",)
_KNOWN = (f"{_READING}/test_wellknown.py", f"{_READING}/test_linked.py")
_CLAUSES = (f"{_READING}/test_clauses.py",)
_FRAMES = (
    "tests/unit/shared/workspace/email/test_mail_looking.py",
    "tests/unit/shared/workspace/email/test_mail_sorting.py",
    "tests/unit/shared/workspace/email/test_mail_writing.py",
    "tests/unit/shared/workspace/email/test_mail_answering.py",
    "tests/unit/shared/workspace/calendar/test_calendar_looking.py",
    "tests/unit/shared/workspace/calendar/test_calendar_changing.py",
    "tests/unit/shared/workspace/calendar/test_calendar_making.py",
    "tests/unit/shared/reasoning/test_planning.py",
)
_LETTERS = (f"{_READING}/test_letters.py",)
_STYLE = (
    "tests/unit/shared/reasoning/test_style.py",
    "tests/unit/shared/workspace/email/test_own_mails.py",
    "tests/unit/shared/reasoning/test_openai_reasoner.py",
)
_AGREEMENT = (f"{_DECISIONS}/test_agreement.py",)
_ROUTING = (
    f"{_DECISIONS}/test_routing.py",
    f"{_DECISIONS}/test_routing_unsure.py",
    f"{_DECISIONS}/test_rounds.py",
)

MUTANTS = (
    # standing leave
    Mutant(
        "shared/agents/schedules/leave.py",
        "return not await _changed(services, opened, run)",
        "return True",
        _STANDING,
    ),
    Mutant(
        "shared/agents/schedules/leave.py",
        "if schedule is None or standing.barred(step, run.profile.policy):",
        "if schedule is None:",
        _STANDING,
    ),
    Mutant(
        "shared/agents/schedules/leave.py",
        "if not scheduling.approved(schedule, step.tool, argument_hash(step.tool, exact)):",
        "if not schedule.approvals:",
        _STANDING,
    ),
    Mutant(
        "shared/agents/schedules/leave.py",
        "if stored is not None and stored.value.owner == thread.owner else None",
        "if stored is not None else None",
        _STANDING,
    ),
    Mutant(
        "shared/agents/schedules/leave.py",
        "    if standing.barred(step, run.profile.policy):\n        return standing.BARRED\n",
        "",
        _STANDING,
    ),
    Mutant(
        "shared/agents/schedules/leave.py",
        "    if await _changed(services, opened, run):\n        return standing.CHANGED\n",
        "",
        _STANDING,
    ),
    Mutant(
        "shared/decisions/scheduling.py",
        "(one.exact, one.tool, one.action) == (True, tool, action)",
        "(one.tool, one.action) == (tool, action)",
        (f"{_DECISIONS}/test_scheduling.py",),
    ),
    Mutant(
        "shared/decisions/standing.py",
        'return step.tool in policy.confirmed or policy.approver != ""',
        'return policy.approver != ""',
        (*_STANDING, f"{_DECISIONS}/test_standing.py"),
    ),
    # an approval is for exactly what was shown
    Mutant(
        "shared/decisions/progress.py",
        "step.approved != argument_hash(step.tool, step.arguments)",
        "step.approved is None",
        _PROGRESS,
    ),
    Mutant(
        "shared/decisions/progress.py",
        'return step.risk != "low" and step.approved',
        'return step.risk == "high" and step.approved',
        _PROGRESS,
    ),
    Mutant(
        "shared/decisions/progress.py",
        'if step.wish or (step.card is None and step.risk != "low"):',
        'if step.card is None and step.risk != "low":',
        (*_PROGRESS, *_REPLIES),
    ),
    Mutant(
        "shared/decisions/runs.py",
        "approved = argument_hash(step.tool, step.arguments)",
        'approved = "yes"',
        _RUNS,
    ),
    Mutant(
        "shared/decisions/runs.py",
        "and not _changes(run, rules):",
        "and True:",
        _RUNS,
    ),
    Mutant(
        "shared/decisions/risk.py",
        "json.dumps([tool, arguments], sort_keys=True",
        "json.dumps([arguments], sort_keys=True",
        _RISK,
    ),
    Mutant(
        "shared/decisions/effects.py",
        "same = known.hash == wanted.hash",
        "same = True",
        _EFFECTS,
    ),
    # who may agree, and when
    Mutant(
        "shared/decisions/replies.py",
        'return may(roles, "agree") and not asked.role',
        "return True",
        _REPLIES,
    ),
    Mutant(
        "shared/decisions/replies.py",
        'return may(roles, "agree") and asked.role != "" and asked.role in roles',
        "return True",
        _REPLIES,
    ),
    Mutant(
        "shared/activity/approving.py",
        "if noted is not None and noted.asker == who.user:",
        "if noted is None and who.user:",
        ("tests/unit/api/test_questions_api.py",),
    ),
    Mutant(
        "shared/decisions/replies.py",
        'agreed = _agreed(asked, text, roles) if plain else {"action": "nearly"}',
        "agreed = _agreed(asked, text, roles)",
        _REPLIES,
    ),
    Mutant(
        "shared/decisions/replies.py",
        'role=run.profile.policy.approver if step.risk == "high" else "",',
        'role="",',
        _REPLIES,
    ),
    Mutant(
        "api/intake.py",
        'if answer.action == "accept" and not replies.may_accept(',
        'if answer.action == "reject" and not replies.may_accept(',
        _INTERRUPTS,
    ),
    Mutant(
        "api/intake.py",
        "await editing.check(services, caller.tenant, key, request.value, answer, within)",
        "pass",
        _INTERRUPTS,
    ),
    Mutant(
        "shared/decisions/lifecycle/inbox.py",
        "if now >= request.value.expires_at:",
        "if False:",
        _INTERRUPTS,
    ),
    Mutant(
        "shared/decisions/lifecycle/inbox.py",
        "if not request.value.takes_answers or thread.request != request.value.id:",
        "if False:",
        _INTERRUPTS,
    ),
    Mutant(
        "activities/take_reply.py",
        "if timed_out or now >= asked.value.expires_at:",
        "if timed_out:",
        ("tests/unit/activities/test_asking.py",),
    ),
    # policies and hooks
    Mutant(
        "shared/decisions/hooks.py",
        'return "medium" if asked and',
        'return "low" if asked and',
        _HOOKS,
    ),
    Mutant("shared/decisions/hooks.py", "if calls >= hook.max_calls:", "if False:", _HOOKS),
    Mutant(
        "shared/decisions/stepping.py",
        'if risk == "low" and (why := out_of_reach',
        "if False and (why := out_of_reach",
        _HOOKS,
    ),
    Mutant(
        "shared/decisions/runs.py",
        "if why := out_of_reach(run, tool, exact, rules):",
        'if why := "":',
        _HOOKS,
    ),
    Mutant(
        "shared/decisions/runs.py",
        "if stranger := not_allowed(exact, run.profile):",
        "if stranger := None:",
        _RUNS,
    ),
    Mutant(
        "shared/decisions/runs.py",
        "set(run.tools).intersection(rules).difference(run.profile.policy.refused)",
        "set(run.tools).intersection(rules)",
        _RUNS,
    ),
    Mutant(
        "shared/decisions/risk.py",
        'return "high" if tool in profile.policy.confirmed else risk',
        "return risk",
        _RISK,
    ),
    # a whole turn counts
    Mutant(
        "shared/decisions/stepping.py",
        "origins or bulk.too_many(run, counts, tool, rules):",
        "origins:",
        _BULK,
    ),
    Mutant(
        "shared/decisions/bulk.py",
        "joined((run.counted, own, *others))",
        "joined((own, *others))",
        _BULK,
    ),
    Mutant("shared/decisions/bulk.py", "bulk.most // run.share", "bulk.most", _BULK),
    Mutant("shared/decisions/commands.py", "counted=done,", "counted={},", _BULK),
    Mutant(
        "shared/decisions/delegating.py",
        '"counted": done,',
        '"counted": {},',
        _BULK,
    ),
    # what others wrote
    Mutant(
        "shared/decisions/stepping.py",
        "if run.steps[run.cursor].origins or bulk",
        "if bulk",
        _ORIGINS,
    ),
    Mutant(
        "shared/decisions/runs.py",
        "card=_telling(card, foreign),",
        "card=card,",
        _ORIGINS,
    ),
    Mutant(
        "shared/decisions/origins.py",
        "new = {name: one for name, one in arguments.items() if one != step.arguments.get(name)}",
        "new: dict[str, Json] = {}",
        _ORIGINS,
    ),
    Mutant(
        "shared/decisions/origins.py",
        'if part == "text" or not _names_something(pointer):',
        'if part == "text":',
        _ORIGINS,
    ),
    # how a person writes, and nothing that they wrote
    Mutant(
        "shared/reasoning/calls.py",
        '_NO_SOURCES = frozenset({"tools", "own_mails", "tables"})',
        '_NO_SOURCES = frozenset({"tools"})',
        _STYLE,
    ),
    Mutant(
        "shared/reasoning/calls.py",
        "for one in copied(unreferenced, known, self.samples):",
        "for one in ():",
        _STYLE,
    ),
    Mutant(
        "shared/reasoning/samples.py",
        "words = without_facts(body.replace(NAME, LEFT_OUT), LEFT_OUT).split()",
        "words = body.split()",
        _STYLE,
    ),
    Mutant(
        "shared/workspace/email/own_mails.py",
        "if own(mail.sender.email) and _readers(mail, own)",
        "if _readers(mail, own)",
        _STYLE,
    ),
    Mutant(
        "shared/workspace/email/own_mails.py",
        "if not _QUOTED.match(line):",
        "if True:",
        _STYLE,
    ),
    # what is typed is text
    Mutant("shared/decisions/stepping.py", "    if step.bound:\n        return run\n", "", _RUNS),
    Mutant(
        "shared/decisions/quoting.py",
        "    lost = written - kept\n",
        "    lost = frozenset()\n",
        _QUOTING,
    ),
    Mutant(
        "shared/decisions/binding.py",
        "meant.sub(lambda _: quote(text), found)",
        "meant.sub(lambda _: text, found)",
        _QUOTING,
    ),
    Mutant(
        "activities/plan_run.py",
        "known = quoting.plan_from(reasoned.value, request)",
        "known = reasoned.value",
        ("tests/simulation/test_template_syntax.py",),
    ),
    # other agents
    Mutant("api/a2a_taking.py", "anew=asked is None,", "", _A2A),
    Mutant("api/a2a_taking.py", "reply_to=asked,", "", _A2A),
    Mutant("api/a2a_taking.py", "        entry.interrupt_id,", '        "q-1-1",', _A2A),
    Mutant("api/a2a_input.py", "        if len(kinds) > 1:", "        if not kinds:", _A2A),
    Mutant(
        "api/a2a_input.py",
        'if where.task is not None and "data" in kinds:',
        'if where.task is not None and kinds == ["nothing"]:',
        _A2A,
    ),
    # a lent tool is what was accepted, and called once
    Mutant(
        "shared/connectors/mcp_servers.py",
        "if now == tool.digest:",
        "if now is not None:",
        _SERVERS,
    ),
    Mutant(
        "shared/connectors/mcp_servers.py",
        "failed = OutcomeUnknown(why) if called else",
        "failed = ToolFailed(why) if called else",
        _SERVERS,
    ),
    Mutant(
        "shared/tools/lent/tools.py",
        "        if desk.effect.again:",
        "        if False:",
        _LENT,
    ),
    Mutant(
        "shared/tools/lent/tools.py",
        "ACCEPTED: accepted(self.server, self.tool)}",
        'ACCEPTED: "yes"}',
        _LENT,
    ),
    Mutant(
        "shared/tools/lent/offers.py",
        "return fingerprint([server.id, server.url, *server.command, tool.digest])",
        "return _digest([server.id, server.url, *server.command, tool.name])",
        _LENT,
    ),
    Mutant(
        "shared/tools/lent/tools.py",
        "    if tool.hints.reads is True:",
        "    if not tool.hints.destroys:",
        _LENT,
    ),
    Mutant(
        "shared/connectors/outward.py",
        "if wrong or not found:",
        "if not found:",
        ("tests/unit/shared/connectors/test_outward.py",),
    ),
    # what waited may need a tool that is gone
    Mutant(
        "shared/agents/lending.py",
        "gone = {name: absent(name, _DROPPED) for name in steps - there.tools.keys()}",
        "gone = {}",
        ("tests/unit/activities/test_dropped_tools.py",),
    ),
    Mutant(
        "shared/tools/undoing/tools.py",
        "if name not in self.toolbox:",
        "if False:",
        ("tests/unit/shared/tools/test_undoing_tools.py",),
    ),
    Mutant(
        "shared/activity/undoing.py",
        'return "" if record.undo.tool in REVERSING else',
        'return "" if True else',
        ("tests/unit/api/test_effects_api.py",),
    ),
    # whose events a stream waits for
    Mutant(
        "shared/feed.py",
        "if self._found > self._told:  # what this process commits is told by now",
        "if self._found:",
        _FEED,
    ),
    Mutant(
        "shared/feed.py", "                    listener.wake()", "                    pass", _FEED
    ),
    Mutant("shared/feed.py", "self._closely = CLOSELY", "pass", _FEED),
    # what a message takes back
    Mutant(
        "shared/reasoning/embedded/planning/__init__.py",
        "if request.command and not command:",
        "if False:",
        (f"{_READING}/test_withdrawing.py",),
    ),
    # rows and transactions are written and read as text
    Mutant(
        "shared/storage/wire.py",
        "if status >= _FAILED:",
        "if False:",
        _WIRE,
    ),
    Mutant(
        "shared/storage/wire.py",
        'return decode(properties) if "body0" in properties else None',
        "return decode(properties)",
        _WIRE,
    ),
    Mutant(
        "shared/storage/wire.py",
        "if len(parts) == count else None",
        "if parts else None",
        _WIRE,
    ),
    Mutant(
        "shared/storage/wire.py",
        '"If-Match": write.etag or "*"',
        '"If-Match": "*"',
        _WIRE,
    ),
    # agents of other systems
    Mutant(
        "activities/take_reply.py",
        "if asked.relayed:",
        "if False:",
        _REMOTE,
    ),
    Mutant(
        "shared/decisions/chains.py",
        "if to in before:",
        "if False:",
        (f"{_DECISIONS}/test_chains.py",),
    ),
    Mutant(
        "shared/connectors/a2a_agents.py",
        "if letter.again and not looks and not agent.card.repeatable:",
        "if False:",
        _AGENTS,
    ),
    Mutant(
        "shared/connectors/a2a_agents.py",
        "if sent and so_far.sending and",
        "if False and",
        _AGENTS,
    ),
    Mutant(
        "shared/connectors/a2a_agents.py",
        'return f"remote-agent/{digest(tenant, agent.id, *where)}"',
        'return f"remote-agent/{digest(tenant, agent.id)}"',
        _AGENTS,
    ),
    Mutant(
        "shared/tools/remote.py",
        "            again=desk.effect.again,",
        "            again=False,",
        _REMOTE,
    ),
    Mutant(
        "shared/tools/remote.py",
        "said = inert(reply.text)[",
        "said = (reply.text)[",
        _REMOTE,
    ),
    Mutant(
        "shared/agents/remotes.py",
        "if card.digest != digest:",
        "if False:",
        ("tests/unit/api/test_remote_agents_api.py",),
    ),
    # what is read
    Mutant(
        "shared/understanding/marking.py",
        'if kind and best[0] == "I" and kind == open_kind:',
        "if kind and kind == open_kind:",
        _SPANS,
    ),
    Mutant(
        "shared/understanding/marking.py",
        '    if "body" in known:\n        runs = _said_plainly(runs, words)\n',
        "",
        _SPANS,
    ),
    Mutant(
        "shared/understanding/marking.py",
        "if likely < _EVEN\n",
        "if likely < 0\n",
        _SPANS,
    ),
    Mutant(
        "shared/understanding/marking.py",
        "if at in told or likely < _MAY_JOIN:",
        "if likely < _MAY_JOIN:",
        _SPANS,
    ),
    Mutant(
        "shared/understanding/marking.py",
        "    return last and words[at].text in _STOPS",
        "    return words[at].text in _STOPS",
        _SPANS,
    ),
    Mutant(
        "shared/understanding/world.py",
        "return meant[0] if len(meant) == 1 else key",
        "return meant[0] if meant else key",
        _NAMES,
    ),
    Mutant(
        "shared/understanding/world.py",
        "for one in named if not _NUMBERED.match(text, one.link.end)",
        "for one in named",
        _NAMES,
    ),
    Mutant(
        "shared/understanding/world.py",
        "if all(link.end <= other.start or other.end <= link.start for other in taken):",
        "if True:",
        _NAMES,
    ),
    Mutant(
        "shared/understanding/names.py",
        "if key in _DATES or self._goes_on(at)",
        "if self._goes_on(at)",
        _NAMES,
    ),
    Mutant(
        "shared/understanding/names.py",
        "            return 0 if self._new(first) else 2\n        joined",
        "            return 2\n        joined",
        _NAMES,
    ),
    Mutant(
        "shared/understanding/wellknown.py",
        "if not own or any(_plain(words[at]) for at in own):",
        "if not own:",
        _KNOWN,
    ),
    Mutant(
        "shared/understanding/linked.py",
        'of_agents = first in _OF_AGENTS and together >= _BARELY and "cal" in services',
        'of_agents = first in _OF_AGENTS and "cal" in services',
        _KNOWN,
    ),
    Mutant(
        "shared/understanding/clauses.py",
        "return plain and (likely or one.task != rest.task)",
        "return plain",
        _CLAUSES,
    ),
    Mutant(
        "shared/understanding/clauses.py",
        'return named and any(letter.isalpha() for letter in _FILLERS.sub("", said.rest))',
        "return named",
        _CLAUSES,
    ),
    Mutant(
        "shared/reasoning/embedded/planning/command.py",
        "unsure = said.sure < (_CLEAR if said.task in _AT_ONCE else _LIKELY)",
        "unsure = said.sure < _LIKELY",
        _FRAMES,
    ),
    Mutant(
        "shared/reasoning/embedded/planning/command.py",
        "    if len(proper) != 1:\n        return said\n    (name,) = proper\n",
        "    if not proper:\n        return said\n    name = proper[0]\n",
        _FRAMES,
    ),
    Mutant(
        "shared/understanding/letters.py",
        "    if not _GREETING.match(said):\n",
        "    if True:\n",
        _LETTERS,
    ),
    # what is agreed to, and who does it
    Mutant(
        "shared/decisions/agreement.py",
        "    if _HESITANT.search(text):\n        return False\n",
        "",
        _AGREEMENT,
    ),
    Mutant(
        "shared/decisions/agreement.py",
        "    return True in reached[-1]\n",
        "    return any(True in one for one in reached)\n",
        _AGREEMENT,
    ),
    Mutant(
        "shared/decisions/agreement.py",
        "            elif any(form.fullmatch(phrase) for form in beside):\n",
        "            else:\n",
        _AGREEMENT,
    ),
    Mutant(
        "shared/decisions/routing.py",
        "if found.failed:",
        "if False:",
        _ROUTING,
    ),
    Mutant(
        "shared/decisions/routing.py",
        'if decision.kind == "ask" and found.rounds >= MAX_ROUNDS:',
        "if False:",
        _ROUTING,
    ),
    Mutant(
        "shared/decisions/routing.py",
        "if best.score < HIGH_CONFIDENCE and not best.named and len(plausible) > 1:",
        "if False:",
        _ROUTING,
    ),
    Mutant(
        "shared/decisions/routing.py",
        "if preferred is not None:",
        "if False:",
        _ROUTING,
    ),
    Mutant(
        "shared/decisions/routing.py",
        "not (c.changes and analysis.reads)",
        "True",
        _ROUTING,
    ),
)
