import { expect, test } from "vitest";

import type { LoggedView } from "../src/api/schema";
import { current, emptyLog, take } from "../src/conversation/log";

const meta = { run: "r1", turn: 1 };

function logged(...events: Record<string, unknown>[]): LoggedView[] {
  return events.map((event, place) => ({
    id: place + 1,
    event: { metadata: meta, ...event } as unknown as LoggedView["event"],
  }));
}

const RUN = { type: "RUN_STARTED", threadId: "t", runId: "r1" };
const start = (messageId: string, replaces?: string) => ({
  type: "TEXT_MESSAGE_START",
  messageId,
  role: "assistant",
  metadata: { ...meta, ...(replaces ? { replaces } : {}) },
});
const words = (messageId: string, delta: string) => ({
  type: "TEXT_MESSAGE_CONTENT",
  messageId,
  delta,
});
const end = (outcome: object) => ({ type: "RUN_FINISHED", threadId: "t", runId: "r1", outcome });

test("what arrives twice is said once", () => {
  const events = logged(RUN, start("m"), words("m", "Good "), words("m", "morning"));

  const log = [...events, ...events, events[3]!].reduce(take, emptyLog());

  expect(log.texts).toEqual([{ id: "m", run: "r1", text: "Good morning", open: true }]);
  expect(log.last).toBe(4);
});

test("a message that broke off gives way to the one that replaces it", () => {
  const log = logged(
    RUN,
    start("m1"),
    words("m1", "I was about"),
    { type: "MESSAGES_SNAPSHOT", messages: [{ id: "q", role: "user", content: "?" }] },
    start("m2", "m1"),
    words("m2", "From the start."),
  ).reduce(take, emptyLog());

  expect(log.texts.map(({ text }) => text)).toEqual(["From the start."]);
});

test.each([
  [{ type: "success" }, "finished"],
  [{ type: "cancelled" }, "stopped"],
  [{ type: "interrupt", interrupts: [{ id: "q", reason: "confirmation" }] }, "asked"],
])("a run that ends with %j is %s", (outcome, state) => {
  const events = logged(RUN, start("m"), end(outcome));

  expect(current(events.slice(0, 2).reduce(take, emptyLog()))?.id).toBe("r1");
  const log = events.reduce(take, emptyLog());
  expect(current(log)).toBeUndefined();
  expect(log.runs[0]?.state).toBe(state);
  expect(log.texts[0]?.open).toBe(false);
});

test("a tool is under way until it has answered", () => {
  const events = logged(
    RUN,
    { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "gmail_search_messages" },
    { type: "TOOL_CALL_RESULT", toolCallId: "c", messageId: "r", content: "{}", role: "tool" },
  );

  expect(events.slice(0, 2).reduce(take, emptyLog()).runs[0]?.steps[0]?.done).toBe(false);
  expect(events.reduce(take, emptyLog()).runs[0]?.steps[0]?.done).toBe(true);
});

test("agents that are asked at once are told apart, and a hand-over names who has it", () => {
  const asked = (branch: string, state: string) => ({
    type: "CUSTOM",
    name: "delegation",
    value: { branch, agent: branch, command: "?", state },
  });
  const handoff = (state: string) => ({
    type: "CUSTOM",
    name: "handoff",
    value: { state, target: "agent-builder" },
  });
  const events = logged(
    RUN,
    asked("a", "started"),
    asked("b", "started"),
    asked("a", "completed"),
    handoff("requested"),
    handoff("active"),
    handoff("returning"),
    handoff("completed"),
  );

  expect(events.reduce(take, emptyLog()).runs[0]?.branches.map(({ state }) => state)).toEqual([
    "completed",
    "started",
  ]);
  expect(events.map((_, n) => events.slice(0, n + 1).reduce(take, emptyLog()).agent)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    "agent-builder",
    "agent-builder",
    null,
  ]);
});

test("an event this client does not know is passed over, not lost count of", () => {
  const log = logged(RUN, { type: "SOMETHING_NEW", of: "tomorrow" }, start("m")).reduce(
    take,
    emptyLog(),
  );

  expect(log.last).toBe(3);
  expect(log.texts).toHaveLength(1);
});

test("what a slow model is at work on is told until it is done", () => {
  const step = (type: string) => ({ type, stepName: "planning" });
  const events = logged(RUN, step("STEP_STARTED"), step("STEP_FINISHED"));

  const doing = (count: number) => current(events.slice(0, count).reduce(take, emptyLog()))?.doing;

  expect([doing(1), doing(2), doing(3)]).toEqual(["", "planning", ""]);
});

test("what a model thinks is kept apart from what it says, and begun anew with another writer", () => {
  const thought = (messageId: string, delta: string) => ({
    type: "REASONING_MESSAGE_CHUNK",
    messageId,
    delta,
  });
  const events = logged(
    RUN,
    thought("a", "Let me "),
    thought("a", "see."),
    thought("b", "Again."),
    start("m"),
    words("m", "Blue."),
  );

  const after = (count: number) => events.slice(0, count).reduce(take, emptyLog());

  expect([1, 2, 3, 4].map((count) => after(count).runs[0]?.thoughts)).toEqual([
    "",
    "Let me ",
    "Let me see.",
    "Again.",
  ]);
  expect(after(6).texts.map(({ text }) => text)).toEqual(["Blue."]);
});
