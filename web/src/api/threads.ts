/** Conversations: reading one, speaking in it, answering its questions. */

import { BASE, HERE, Refused, call, reach, segment, type JsonObject } from "./http";
import type { FileView, HandoffView, LoggedView, MessagePage, MessageView } from "./schema";

const MESSAGES_AT_ONCE = 100;
const THREAD = "/api/v1/threads/{thread_id}";

/** What a person does with a question; which fields go with it depends on the action. */
export type Answer =
  | { action: "accept" | "reject" }
  | { action: "respond"; text: string }
  | { action: "respond"; option: string }
  | { action: "edit"; arguments: JsonObject };

const at = (id: string) => `/threads/${segment(id)}`;

/** What is in a file of a conversation. */
export const contentOf = async (file: FileView): Promise<Blob> =>
  (await reach(file.links.content.slice(BASE.length))).blob();

export const threads = {
  list: (q: string, after: string) =>
    call("get", "/api/v1/threads", { query: { q, after, limit: "30" } }),

  get: (thread_id: string) => call("get", THREAD, { path: { thread_id } }),

  rename: (thread_id: string, title: string) =>
    call("patch", THREAD, { path: { thread_id }, body: { title } }),

  remove: (thread_id: string) => call("delete", THREAD, { path: { thread_id } }),

  /** All that was said after a position, and what still waits in line. */
  async messages(thread_id: string, after: number): Promise<MessagePage> {
    const messages: MessageView[] = [];
    for (let next = after; ; ) {
      const page = await call("get", `${THREAD}/messages`, {
        path: { thread_id },
        query: { after: String(next), limit: String(MESSAGES_AT_ONCE) },
      });
      messages.push(...page.messages);
      next = page.next;
      if (page.messages.length < MESSAGES_AT_ONCE) return { ...page, messages };
    }
  },

  /** At most 100 events after a number. */
  async events(thread_id: string, after: number): Promise<LoggedView[]> {
    const query = { after: String(after) };
    return (await call("get", `${THREAD}/events`, { path: { thread_id }, query })).events;
  },

  /** The event log as it grows, after the last event that was seen. */
  stream: (id: string, last: number, signal: AbortSignal) =>
    reach(`${at(id)}/events`, {
      headers: { Accept: "text/event-stream", "Last-Event-ID": String(last) },
      signal,
      cache: "no-store",
    }),

  /** Bring a file into a conversation; the same one again is the same. */
  bring: async (id: string, file: File, signal: AbortSignal): Promise<FileView> => {
    const name = new URLSearchParams({ name: file.name });
    const type = { "Content-Type": "application/octet-stream" };
    const init = { method: "POST", headers: type, body: file, signal };
    return (await (await reach(`${at(id)}/files?${name}`, init)).json()) as FileView;
  },

  /** Say something. `answers` names the question it answers; a repeat with the same id is harmless. */
  say: (
    thread_id: string,
    message: string,
    messageId: string,
    { answers, instead, files }: { answers: string | null; instead: boolean; files: FileView[] },
  ) =>
    call("post", `${THREAD}/messages`, {
      path: { thread_id },
      body: {
        message,
        message_id: messageId,
        ...(answers === null ? {} : { reply_to: answers }),
        ...(files.length > 0 ? { files: files.map((file) => file.id) } : {}),
        ...(instead ? { on_busy: "interrupt" as const, anew: true } : {}),
      },
      headers: HERE,
    }),

  answer: (thread_id: string, interrupt_id: string, body: Answer) =>
    call("post", `${THREAD}/interrupts/{interrupt_id}`, {
      path: { thread_id, interrupt_id },
      body,
    }),

  cancel: (thread_id: string, run_id: string) =>
    call("post", `${THREAD}/runs/{run_id}/cancel`, { path: { thread_id, run_id } }),

  turn: (thread_id: string, turn: number) =>
    call("get", `${THREAD}/turns/{turn}`, { path: { thread_id, turn: String(turn) } }),

  feedback: (thread_id: string, turn: number, wrong: string | null) =>
    call("post", `${THREAD}/turns/{turn}/feedback`, {
      path: { thread_id, turn: String(turn) },
      body: wrong === null ? { verdict: "good" } : { verdict: "wrong_agent", agent: wrong },
    }),

  /** Which agent has the conversation; null when it is the assistant's. */
  async handoff(thread_id: string): Promise<HandoffView | null> {
    try {
      const found = await call("get", `${THREAD}/handoff`, { path: { thread_id } });
      return found.state === "active" ? found : null;
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return null;
      throw error;
    }
  },
};
