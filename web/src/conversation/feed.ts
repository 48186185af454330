/** Following a conversation's log for as long as somebody looks: each event once, in order. */

import { createParser, type EventSourceMessage } from "eventsource-parser";

import { Refused } from "../api/http";
import type { LoggedView } from "../api/schema";

export type Link = "connecting" | "live" | "offline";

/** Opens the log after an event. */
export type Open = (last: number, signal: AbortSignal) => Promise<Response>;

/** How long to wait before the next attempt; ends early when there is reason to hope. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The server fills silence every 15 seconds; after this many a connection counts as dead. */
const SILENCE_MS = 40_000;
const SHORTEST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * Yield what is logged after an event, across whatever breaks in between. Ends when `signal` does;
 * throws what the server refuses for good.
 */
export async function* follow(
  open: Open,
  last: number,
  signal: AbortSignal,
  tell: (link: Link) => void,
  pause: Pause = untilHope,
): AsyncGenerator<LoggedView> {
  let seen = last;
  for (let failures = 0; !signal.aborted; ) {
    const attempt = new Attempt(signal);
    try {
      const response = await open(seen, attempt.signal);
      tell("live");
      failures = 0;
      for await (const entry of entries(response, attempt)) {
        if (entry.id <= seen) continue;
        if (entry.id > seen + 1) break; // something is missing: ask again from where it stood
        seen = entry.id;
        yield entry;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused && error.status < 500) throw error;
      failures += 1;
      tell("offline");
    } finally {
      attempt.end();
    }
    await pause(Math.min(SHORTEST_MS * 2 ** failures, LONGEST_MS), signal);
  }
}

async function* entries(response: Response, attempt: Attempt): AsyncGenerator<LoggedView> {
  for await (const frame of frames(response, () => attempt.heard())) {
    if (frame.id === undefined) continue;
    yield { id: Number(frame.id), event: JSON.parse(frame.data) as LoggedView["event"] };
  }
}

async function* frames(response: Response, heard: () => void): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => arrived.push(message) });
  const decoder = new TextDecoder();
  const reader = response.body!.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** One connection, which ends with the whole or when nothing was heard of it for too long. */
class Attempt {
  readonly #controller = new AbortController();
  readonly #stop = () => this.#controller.abort();
  #timer = setTimeout(this.#stop, SILENCE_MS);

  constructor(private readonly whole: AbortSignal) {
    whole.addEventListener("abort", this.#stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#stop, SILENCE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.whole.removeEventListener("abort", this.#stop);
    this.#controller.abort();
  }
}

/** Wait; a network that comes back ends it, and while nobody looks at the page it goes on. */
export async function untilHope(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
  if (document.visibilityState === "visible" || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      if (document.visibilityState !== "visible" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    document.addEventListener("visibilitychange", done);
    signal.addEventListener("abort", done);
  });
}
