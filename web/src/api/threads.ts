/** Conversations: reading one, speaking in it, answering its questions. */

import { Refused, get, reach, segment, send } from "./http";
import type {
  Accepted,
  Handoff,
  JsonObject,
  Logged,
  Message,
  MessagePage,
  Thread,
  ThreadPage,
  Turn,
  Upload,
} from "./types";

const MESSAGES_AT_ONCE = 100;

/** What a person does with a question; which fields go with it depends on the action. */
export type Answer =
  | { action: "accept" | "reject" }
  | { action: "respond"; text: string }
  | { action: "respond"; option: string }
  | { action: "edit"; arguments: JsonObject };

const at = (id: string) => `/threads/${segment(id)}`;

export const threads = {
  list: (q: string, after: string) =>
    get<ThreadPage>(`/threads?${new URLSearchParams({ q, after, limit: "30" })}`),

  get: (id: string) => get<Thread>(at(id)),

  rename: (id: string, title: string) => send<unknown>("PATCH", at(id), { title }),

  remove: (id: string) => send<unknown>("DELETE", at(id)),

  /** All that was said after a position, and what still waits in line. */
  async messages(id: string, after: number): Promise<MessagePage> {
    const messages: Message[] = [];
    for (let next = after; ; ) {
      const page = await get<MessagePage>(
        `${at(id)}/messages?after=${next}&limit=${MESSAGES_AT_ONCE}`,
      );
      messages.push(...page.messages);
      next = page.next;
      if (page.messages.length < MESSAGES_AT_ONCE) return { ...page, messages };
    }
  },

  /** At most 100 events after a number. */
  async events(id: string, after: number): Promise<Logged[]> {
    return (await get<{ events: Logged[] }>(`${at(id)}/events?after=${after}`)).events;
  },

  /** The event log as it grows, after the last event that was seen. */
  stream: (id: string, last: number, signal: AbortSignal) =>
    reach(`${at(id)}/events`, {
      headers: { Accept: "text/event-stream", "Last-Event-ID": String(last) },
      signal,
      cache: "no-store",
    }),

  /** Bring a file into a conversation; the same one again is the same. */
  bring: async (id: string, file: File, signal: AbortSignal): Promise<Upload> => {
    const name = new URLSearchParams({ name: file.name });
    const type = { "Content-Type": "application/octet-stream" };
    const init = { method: "POST", headers: type, body: file, signal };
    return (await (await reach(`${at(id)}/files?${name}`, init)).json()) as Upload;
  },

  /** Say something. `answers` names the question it answers; a repeat with the same id is harmless. */
  say: (
    id: string,
    message: string,
    messageId: string,
    { answers, instead, files }: { answers: string | null; instead: boolean; files: Upload[] },
  ) =>
    send<Accepted>(
      "POST",
      `${at(id)}/messages`,
      {
        message,
        message_id: messageId,
        ...(answers === null ? {} : { reply_to: answers }),
        ...(files.length > 0 ? { files: files.map((file) => file.id) } : {}),
        ...(instead ? { on_busy: "interrupt", anew: true } : {}),
      },
      { "X-Time-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone },
    ),

  answer: (id: string, question: string, answer: Answer) =>
    send<Accepted>("POST", `${at(id)}/interrupts/${segment(question)}`, answer),

  cancel: (id: string, run: string) =>
    send<unknown>("POST", `${at(id)}/runs/${segment(run)}/cancel`),

  turn: (id: string, turn: number) => get<Turn>(`${at(id)}/turns/${turn}`),

  feedback: (id: string, turn: number, wrong: string | null) =>
    send<unknown>(
      "POST",
      `${at(id)}/turns/${turn}/feedback`,
      wrong === null ? { verdict: "good" } : { verdict: "wrong_agent", agent: wrong },
    ),

  /** Which agent has the conversation; null when it is the assistant's. */
  async handoff(id: string): Promise<Handoff | null> {
    try {
      const found = await get<Handoff>(`${at(id)}/handoff`);
      return found.state === "active" ? found : null;
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return null;
      throw error;
    }
  },
};
