/**
 * One conversation as the page knows it: the transcript, what is being said right now, the open
 * question, and the messages that are on their way. The server's log is the only source of what
 * happens, so several tabs, schedules and this page's own messages all arrive the same way.
 */

import { Refused, Unreachable, answeredElsewhere, sentence } from "../api/http";
import { threads, type Answer } from "../api/threads";
import type { FileView, LoggedView, MessageView, QuestionView, Sketch } from "../api/schema";
import { follow, untilHope, type Link } from "./feed";
import { current, emptyLog, take, type Log } from "./log";

/** A message of this page that the transcript does not have yet. */
export interface Sent {
  id: string;
  text: string;
  answers: string | null;
  instead: boolean;
  files: FileView[];
  run: string | null;
  /** Why it could not be sent; "" while it is on its way or in line. */
  problem: string;
}

export interface View {
  phase: "loading" | "new" | "open" | "gone" | "failed";
  problem: string;
  title: string;
  said: MessageView[];
  sent: Sent[];
  log: Log;
  question: QuestionView | null;
  /** The agent that has the conversation; null when it is the assistant's. */
  agent: string | null;
  /** The agent that is being made or changed here, as far as it is known. */
  draft: Sketch | null;
  link: Link;
  /** Whether a stop was asked for, and whether the server has noted it. */
  stopping: "no" | "asked" | "noted";
  /** The run that an answer by button opens, until the log tells of it. */
  awaited: string | null;
}

type Threads = Omit<typeof threads, "list" | "rename" | "remove" | "turn" | "feedback" | "bring">;

/** The agent that makes others. */
export const BUILDER = "agent-builder";
const PAGE = 100;
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

export class Conversation {
  #view: View = {
    phase: "loading",
    problem: "",
    title: "",
    said: [],
    sent: [],
    log: emptyLog(),
    question: null,
    agent: null,
    draft: null,
    link: "connecting",
    stopping: "no",
    awaited: null,
  };
  #listeners = new Set<() => void>();
  #watching: AbortController | null = null;
  #watchers = 0;
  #refreshing: Promise<void> | null = null;
  #stale = false;
  /** Whether the server knows the conversation. */
  #exists: boolean;

  constructor(
    readonly id: string,
    private readonly server: Threads,
    /** Told when lists of conversations and questions have changed. */
    private readonly changed: () => void = () => undefined,
    /** Whether it begins here: nothing is asked of the server before the first message. */
    fresh = false,
  ) {
    this.#exists = !fresh;
    if (fresh) this.#set({ phase: "new", link: "live" });
  }

  readonly view = (): View => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Keep up with the server until the function returned is called. */
  readonly watch = (): (() => void) => {
    this.#watchers += 1;
    if (this.#watchers === 1 && this.#exists) this.#begin();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#watching?.abort();
    };
  };

  /** Say something: as the answer to the question that is open, or instead of one. */
  async say(
    text: string,
    answers: string | null = null,
    instead = false,
    files: FileView[] = [],
  ): Promise<void> {
    const sent = { id: crypto.randomUUID(), text, answers, instead, files, run: null, problem: "" };
    this.#set({ sent: [...this.#view.sent, sent], problem: "" });
    await this.#post(sent);
  }

  /** Send a message again that could not be sent; it is taken in once, however often it is sent. */
  async again(id: string): Promise<void> {
    const sent = this.#view.sent.find((one) => one.id === id);
    if (sent === undefined) return;
    this.#mark(id, { problem: "" });
    await this.#post({ ...sent, problem: "" });
  }

  /** Drop a message that could not be sent. */
  drop(id: string): void {
    this.#set({ sent: this.#view.sent.filter((one) => one.id !== id) });
  }

  /** Answer the open question by a button; throws what the server refuses. */
  async answer(question: string, answer: Answer): Promise<void> {
    this.#set({ problem: "" });
    try {
      const taken = await this.server.answer(this.id, question, answer);
      const told = this.#view.log.runs.some(({ id }) => id === taken.run_id);
      if (!told) this.#set({ awaited: taken.run_id });
      if (this.#view.question?.id === question) this.#set({ question: null });
    } catch (error) {
      // the question is about to go; what became of the answer is still to be seen then
      if (answeredElsewhere(error)) this.#set({ problem: sentence(error) });
      throw error;
    } finally {
      this.changed();
      void this.#refresh();
    }
  }

  /** Stop what is going on, at its next step. */
  async stop(): Promise<void> {
    const run = current(this.#view.log);
    if (run === undefined) return;
    this.#set({ stopping: "asked" });
    try {
      await this.server.cancel(this.id, run.id);
      if (this.#view.stopping === "asked") this.#set({ stopping: "noted" });
    } catch (error) {
      this.#set({ stopping: "no", problem: sentence(error) });
    }
  }

  async #post(sent: Sent): Promise<void> {
    try {
      const taken = await this.server.say(this.id, sent.text, sent.id, sent);
      this.#mark(sent.id, { run: taken.run_id });
      if (!this.#exists) {
        this.#exists = true;
        this.#begin();
      }
      this.changed();
    } catch (error) {
      this.#mark(sent.id, { problem: sentence(error) });
      if (answeredElsewhere(error)) void this.#refresh();
    }
  }

  #mark(id: string, change: Partial<Sent>): void {
    this.#set({ sent: this.#view.sent.map((one) => (one.id === id ? { ...one, ...change } : one)) });
  }

  #begin(): void {
    this.#watching?.abort();
    if (this.#watchers === 0) return;
    this.#watching = new AbortController();
    void this.#keepUp(this.#watching.signal);
  }

  async #keepUp(signal: AbortSignal): Promise<void> {
    for (let wait = RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      try {
        await this.#load();
        const open = (last: number, inner: AbortSignal) => this.server.stream(this.id, last, inner);
        const tell = (link: Link) => signal.aborted || this.#set({ link });
        for await (const entry of follow(open, this.#view.log.last, signal, tell)) {
          this.#take(entry);
        }
        return;
      } catch (error) {
        if (signal.aborted || this.#ended(error)) return;
        this.#set({ link: "offline" });
        await untilHope(wait, signal);
      }
    }
  }

  /** Settle what can only be told, not tried again. */
  #ended(error: unknown): boolean {
    if (error instanceof Unreachable || !(error instanceof Refused) || error.status >= 500) {
      if (!(error instanceof Error)) return false;
      this.#set({ problem: this.#view.phase === "loading" ? sentence(error) : "" });
      return false;
    }
    if (error.status === 404 || error.status === 410) this.#set({ phase: "gone", problem: sentence(error) });
    else this.#set({ phase: "failed", problem: sentence(error) });
    return true;
  }

  /** Read how it stands: the log from where the latest run began, unless that is known already. */
  async #load(): Promise<void> {
    const thread = await this.server.get(this.id);
    const known = this.#view.log.last;
    if (known === 0) this.#set({ log: await this.#tail(thread.counts.events) });
    // the log was read after the thread, and may tell of a handoff that began or ended since
    const told = this.#view.log.agent;
    const handoff = told === undefined && thread.handoff !== null ? await this.server.handoff(this.id) : null;
    this.#set({ agent: told === undefined ? (handoff?.target ?? null) : told });
    await this.#read();
    this.#set({ phase: "open", problem: "" });
  }

  async #tail(events: number): Promise<Log> {
    const found: LoggedView[] = [];
    for (let from = Math.max(0, events - PAGE); ; from = Math.max(0, from - PAGE)) {
      const page = await this.server.events(this.id, from);
      const known = found[0]?.id ?? Infinity;
      found.unshift(...page.filter(({ id }) => id < known));
      const latest = found.at(-1)?.event["metadata"] as { run?: string } | undefined;
      const whole = found.some(
        ({ event }) => event.type === "RUN_STARTED" && event["runId"] === latest?.run,
      );
      if (whole || from === 0) break;
    }
    return found.reduce(take, emptyLog((found[0]?.id ?? 1) - 1));
  }

  #take(entry: LoggedView): void {
    const log = take(this.#view.log, entry);
    const question = this.#view.question;
    const agent = log.agent === undefined ? this.#view.agent : log.agent;
    this.#set({
      log,
      agent,
      draft: agent === BUILDER ? this.#view.draft : null,
      awaited: log.runs.some(({ id }) => id === this.#view.awaited) ? null : this.#view.awaited,
      question: question !== null && log.closed[question.id] !== undefined ? null : question,
    });
    if (["RUN_STARTED", "RUN_FINISHED", "RUN_ERROR"].includes(entry.event.type)) {
      if (entry.event.type !== "RUN_STARTED") this.#set({ stopping: "no" });
      void this.#refresh();
    }
  }

  /** Read anew what the log only hints at, one reading at a time. */
  #refresh(): Promise<void> {
    this.#stale = true;
    this.#refreshing ??= (async () => {
      while (this.#stale) {
        this.#stale = false;
        await this.#read().catch(() => undefined); // the next event, or loading again, makes up for it
      }
      this.#refreshing = null;
      this.changed();
    })();
    return this.#refreshing;
  }

  async #read(): Promise<void> {
    const after = this.#view.said.at(-1)?.position ?? 0;
    const building = this.#view.agent === BUILDER;
    const [thread, page, handoff] = await Promise.all([
      this.server.get(this.id),
      this.server.messages(this.id, after),
      building ? this.server.handoff(this.id) : null,
    ]);
    const old = this.#view.said;
    const last = old.at(-1)?.position ?? 0;
    const said = [...old, ...page.messages.filter(({ position }) => position > last)];
    const there = new Set(said.map(({ id }) => id));
    const inLine = page.queued.map((one) => ({
      id: one.id,
      text: one.text,
      answers: null,
      instead: false,
      files: [],
      run: one.run_id,
      problem: "",
    }));
    const mine = this.#view.sent.filter(({ id }) => !there.has(id));
    const others = inLine.filter(
      ({ id }) => !there.has(id) && !mine.some((one) => one.id === id),
    );
    this.#set({
      title: thread.title,
      said,
      sent: [...mine, ...others],
      question: thread.question,
      draft: this.#view.agent === BUILDER ? (handoff?.draft ?? null) : null,
    });
  }

  #set(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
