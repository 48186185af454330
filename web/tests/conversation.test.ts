import { expect, test, vi } from "vitest";

import { Refused } from "../src/api/http";
import type { HandoffView, LoggedView, Sketch } from "../src/api/schema";
import { Conversation } from "../src/conversation/conversation";

type Server = ConstructorParameters<typeof Conversation>[1];

const THREAD = { thread: "/t", messages: "/t/messages", events: "/t/events" };
const RUN = { ...THREAD, cancel: "/t/runs/r/cancel" };
const AT = "2026-11-23T09:00:00Z";

/** A server that takes the first message when it is told to; its log stays open and quiet. */
function server() {
  let take: () => void = () => undefined;
  const streams: AbortSignal[] = [];
  const taken = new Promise<void>((resolve) => (take = resolve));
  const made: Server = {
    get: () =>
      Promise.resolve({
        id: "t",
        title: "",
        phase: "running" as const,
        question: null,
        handoff: null,
        counts: { messages: 0, queued: 0, turns: 0, events: 0 },
        created_at: AT,
        updated_at: AT,
        links: THREAD,
      }),
    messages: () => Promise.resolve({ messages: [], next: 0, queued: [] }),
    events: () => Promise.resolve([]),
    handoff: () => Promise.resolve(null),
    stream: (_id, _last, signal) => {
      streams.push(signal);
      return new Promise<Response>(() => undefined);
    },
    say: () => taken.then(() => ({ thread_id: "t", run_id: "r", message_id: "m", links: RUN })),
    answer: () => Promise.reject(new Error("not asked")),
    cancel: () => Promise.reject(new Error("not asked")),
  };
  return { made, streams, take: () => take() };
}

test("nothing is asked of the server before the first message", async () => {
  const { made, streams } = server();
  const conversation = new Conversation("t", made, undefined, true);

  conversation.watch();

  await Promise.resolve();
  expect(streams).toEqual([]);
  expect(conversation.view().phase).toBe("new");
});

test("who begins to look while the first message is being taken in still follows it", async () => {
  const { made, streams, take } = server();
  const conversation = new Conversation("t", made, undefined, true);
  const leave = conversation.watch();
  const said = conversation.say("hello");

  take();
  await said;
  leave(); // the page of the new conversation gives way to the conversation's own
  conversation.watch();

  await vi.waitFor(() => expect(streams.filter(({ aborted }) => !aborted)).toHaveLength(1));
});

test("a stop is told as certain only when the server has noted it", async () => {
  const { made } = server();
  let note: () => void = () => undefined;
  made.events = () =>
    Promise.resolve([
      { id: 1, event: { type: "RUN_STARTED", threadId: "t", runId: "r", metadata: { run: "r" } } },
    ] as unknown as LoggedView[]);
  made.cancel = () => new Promise((resolve) => 
      (note = () => resolve({ thread_id: "t", run_id: "r", state: "running", links: RUN })));
  const conversation = new Conversation("t", made);
  conversation.watch();
  await vi.waitFor(() => expect(conversation.view().phase).toBe("open"));

  const stopped = conversation.stop();

  expect(conversation.view().stopping).toBe("asked");
  note();
  await stopped;
  expect(conversation.view().stopping).toBe("noted");
});

const HANDED = { type: "CUSTOM", name: "handoff", metadata: { run: "r" } };
const DRAFT: Sketch = {
  ...{ state: "gather", agent: "", name: "reporter", description: "", schedule: "" },
  ...{ steps: [], tools: [], hooks: [], missing: ["when it runs"], left_out: [] },
};

function sent(id: number, event: object): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}

test("the draft of an agent follows each run for as long as the builder has the conversation", async () => {
  const { made } = server();
  let tell: (frames: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (log) => {
      tell = (frames) => log.enqueue(new TextEncoder().encode(frames));
    },
  });
  made.stream = () => Promise.resolve(new Response(body));
  let draft: Sketch | null = null;
  const asked = vi.fn(() =>
    Promise.resolve(draft && ({ target: "agent-builder", draft } as HandoffView)),
  );
  made.handoff = asked;
  const conversation = new Conversation("t", made);
  conversation.watch();
  await vi.waitFor(() => expect(conversation.view().link).toBe("live"));
  expect(conversation.view().draft).toBeNull();

  draft = DRAFT;
  const state = (now: string) => ({ ...HANDED, value: { state: now, target: "agent-builder" } });
  const over = { type: "RUN_FINISHED", threadId: "t", runId: "r", metadata: { run: "r" } };
  tell(sent(1, state("active")) + sent(2, over));
  await vi.waitFor(() => expect(conversation.view().draft?.missing).toEqual(["when it runs"]));

  draft = { ...DRAFT, missing: [] };
  tell(sent(3, over));
  await vi.waitFor(() => expect(conversation.view().draft?.missing).toEqual([]));

  const times = asked.mock.calls.length;
  tell(sent(4, state("completed")) + sent(5, over));
  await vi.waitFor(() => expect(conversation.view().log.last).toBe(5));
  expect(conversation.view().draft).toBeNull();
  expect(asked.mock.calls.length).toBe(times);
});

test("who has a conversation is asked only where it was handed over", async () => {
  const { made } = server();
  const asked = vi.fn(() => Promise.resolve({ target: "agent-builder", draft: DRAFT } as HandoffView));
  made.handoff = asked;
  const plain = new Conversation("t", made);
  plain.watch();
  await vi.waitFor(() => expect(plain.view().phase).toBe("open"));
  expect(asked).not.toHaveBeenCalled();
  expect(plain.view().agent).toBeNull();

  const get = made.get;
  made.get = async (id) => ({ ...(await get(id)), handoff: "h-1" });
  const handed = new Conversation("t", made);
  handed.watch();
  await vi.waitFor(() => expect(handed.view().agent).toBe("agent-builder"));
});

test("what is handed over while the conversation is read is seen, too", async () => {
  const { made } = server();
  made.handoff = () => Promise.resolve({ target: "agent-builder", draft: DRAFT } as HandoffView);
  const state = { ...HANDED, value: { state: "active", target: "agent-builder" } };
  const begun = { type: "RUN_STARTED", threadId: "t", runId: "r", metadata: { run: "r" } };
  const log = [begun, state].map((event, place) => ({ id: place + 1, event }));
  made.events = () => Promise.resolve(log as unknown as LoggedView[]);
  const conversation = new Conversation("t", made);

  conversation.watch();

  await vi.waitFor(() => expect(conversation.view().phase).toBe("open"));
  expect(conversation.view().agent).toBe("agent-builder");
  expect(conversation.view().draft).toEqual(DRAFT);
});

test("a conversation that is not there is told as such, and is not begun by its address", async () => {
  const { made, streams } = server();
  made.get = () => Promise.reject(new Refused(404, "not_found", "There is no such conversation."));
  const conversation = new Conversation("t", made);

  conversation.watch();

  await vi.waitFor(() => expect(conversation.view().phase).toBe("gone"));
  expect(conversation.view().problem).toBe("There is no such conversation.");
  expect(streams).toEqual([]);
});

test("that a question was answered elsewhere is still told when the question is gone", async () => {
  const { made } = server();
  made.answer = () => Promise.reject(new Refused(409, "interrupt_closed", "This question is closed."));
  made.say = () => new Promise(() => undefined);
  const conversation = new Conversation("t", made);
  conversation.watch();
  await vi.waitFor(() => expect(conversation.view().phase).toBe("open"));

  await expect(conversation.answer("q-1", { action: "accept" })).rejects.toThrow();

  expect(conversation.view().question).toBeNull();
  expect(conversation.view().problem).toBe("This was answered elsewhere.");
  void conversation.say("All right");
  expect(conversation.view().problem).toBe("");
});
