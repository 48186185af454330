/** The event log of a conversation, folded into what can be shown. Pure: the same log, the same view. */

import { EventType, type AGUIEvent } from "@ag-ui/client";

import type { LoggedView } from "../api/schema";

export type RunState = "running" | "finished" | "asked" | "stopped" | "failed";

/** A tool that was called, and whether it has answered. */
export interface Step {
  id: string;
  tool: string;
  done: boolean;
}

/** One of several agents that were asked at once. */
export interface Branch {
  id: string;
  agent: string;
  command: string;
  state: "started" | "completed" | "failed" | "late" | "needs_person";
}

export interface Run {
  id: string;
  turn: number | null;
  state: RunState;
  steps: Step[];
  branches: Branch[];
  /** What finished calls found while others go on, in words. */
  found: { id: string; agent: string; text: string }[];
  problem: string;
  /** What is being worked on where that takes long; "" where nothing is. */
  doing: string;
  /** What the language model thought over the answer, as far as it gave that. */
  thoughts: string;
  /** Whose thoughts these are: an answer that is begun anew is thought over anew. */
  thinker: string;
}

/** Something the assistant says; `open` while words are still to come. */
export interface Text {
  id: string;
  run: string;
  text: string;
  open: boolean;
}

export interface Log {
  /** The number of the last event taken in. */
  last: number;
  runs: Run[];
  texts: Text[];
  /** Messages that go on from the latest answer. */
  suggestions: string[];
  /** Questions that are closed, and how: answered, expired, superseded, cancelled. */
  closed: Record<string, string>;
  /** The agent that has the conversation, as far as the log tells; undefined: not told. */
  agent: string | null | undefined;
}

export function emptyLog(last = 0): Log {
  return { last, runs: [], texts: [], suggestions: [], closed: {}, agent: undefined };
}

/** The log with one more event. One that was seen before changes nothing. */
export function take(log: Log, entry: LoggedView): Log {
  if (entry.id <= log.last) return log;
  const next = { ...log, last: entry.id };
  const event = entry.event as unknown as AGUIEvent;
  const meta = (entry.event["metadata"] ?? {}) as { run?: string; turn?: number; replaces?: string };
  const run = meta.run ?? "";
  switch (event.type) {
    case EventType.RUN_STARTED:
      return { ...next, suggestions: [], runs: started(next.runs, event.runId, meta.turn ?? null) };
    case EventType.RUN_FINISHED:
      return {
        ...next,
        texts: next.texts.map((text) => (text.run === run ? { ...text, open: false } : text)),
        runs: withRun(next.runs, event.runId, (one) => ({ ...one, state: ending(entry) })),
      };
    case EventType.RUN_ERROR:
      return {
        ...next,
        runs: withRun(next.runs, run, (one) => ({
          ...one,
          state: "failed",
          problem: event.message,
        })),
      };
    case EventType.TEXT_MESSAGE_START:
      return {
        ...next,
        texts: [
          ...next.texts.filter(({ id }) => id !== meta.replaces && id !== event.messageId),
          { id: event.messageId, run, text: "", open: true },
        ],
      };
    case EventType.TEXT_MESSAGE_CONTENT:
      return {
        ...next,
        texts: withText(next.texts, event.messageId, (text) => ({
          ...text,
          text: text.text + event.delta,
        })),
      };
    case EventType.TEXT_MESSAGE_END:
      return {
        ...next,
        texts: withText(next.texts, event.messageId, (text) => ({ ...text, open: false })),
      };
    case EventType.MESSAGES_SNAPSHOT: {
      const kept = new Set(event.messages.map(({ id }) => id));
      return { ...next, texts: next.texts.filter(({ id }) => kept.has(id)) };
    }
    case EventType.STEP_STARTED:
      return { ...next, runs: withRun(next.runs, run, (one) => ({ ...one, doing: event.stepName })) };
    case EventType.STEP_FINISHED:
      return { ...next, runs: withRun(next.runs, run, (one) => ({ ...one, doing: "" })) };
    case EventType.REASONING_MESSAGE_CHUNK:
      return {
        ...next,
        runs: withRun(next.runs, run, (one) => thinking(one, event.messageId ?? "", event.delta ?? "")),
      };
    case EventType.TOOL_CALL_START: {
      const step = { id: event.toolCallId, tool: event.toolCallName, done: false };
      return {
        ...next,
        runs: withRun(next.runs, run, (one) => ({
          ...one,
          steps: [...one.steps.filter(({ id }) => id !== step.id), step],
        })),
      };
    }
    case EventType.TOOL_CALL_RESULT:
      return { ...next, runs: next.runs.map((one) => answered(one, event.toolCallId)) };
    case EventType.CUSTOM:
      return custom(next, run, event.name, event.value as Record<string, unknown>);
    default:
      return next;
  }
}

/** The run that is going on, if one is. */
export function current(log: Log): Run | undefined {
  return log.runs.findLast(({ state }) => state === "running");
}

function custom(log: Log, run: string, name: string, value: Record<string, unknown>): Log {
  const text = (field: string) => String(value[field] ?? "");
  switch (name) {
    case "suggested_actions":
      return { ...log, suggestions: (value as unknown as string[]).map(String) };
    case "interrupt_closed":
      return { ...log, closed: { ...log.closed, [text("id")]: text("status") } };
    case "handoff":
      return { ...log, agent: holder(log.agent, text("state"), text("target")) };
    case "partial_result": {
      const found = { id: text("toolCallId"), agent: text("agent"), text: text("text") };
      return {
        ...log,
        runs: withRun(log.runs, run, (one) => ({ ...one, found: [...one.found, found] })),
      };
    }
    case "delegation": {
      const branch: Branch = {
        id: text("branch"),
        agent: text("agent"),
        command: text("command"),
        state: text("state") as Branch["state"],
      };
      const placed = (all: Branch[]) =>
        all.some(({ id }) => id === branch.id)
          ? all.map((one) => (one.id === branch.id ? { ...one, state: branch.state } : one))
          : [...all, branch];
      return {
        ...log,
        runs: withRun(log.runs, run, (one) => ({ ...one, branches: placed(one.branches) })),
      };
    }
    default:
      return log;
  }
}

function holder(now: Log["agent"], state: string, target: string): Log["agent"] {
  if (state === "active") return target;
  return ["completed", "cancelled", "error", "paused"].includes(state) ? null : now;
}

function ending(entry: LoggedView): RunState {
  const outcome = entry.event["outcome"] as { type?: string } | undefined;
  if (outcome?.type === "interrupt") return "asked";
  return outcome?.type === "cancelled" ? "stopped" : "finished";
}

function started(runs: Run[], id: string, turn: number | null): Run[] {
  const fresh: Run = {
    ...{ id, turn, state: "running", problem: "", doing: "", thoughts: "", thinker: "" },
    ...{ steps: [], branches: [], found: [] },
  };
  return [...runs.filter((one) => one.id !== id), fresh];
}

function thinking(run: Run, thinker: string, more: string): Run {
  const before = run.thinker === thinker ? run.thoughts : "";
  return { ...run, thinker, thoughts: before + more };
}

function withRun(runs: Run[], id: string, change: (run: Run) => Run): Run[] {
  return runs.map((run) => (run.id === id ? change(run) : run));
}

function withText(texts: Text[], id: string, change: (text: Text) => Text): Text[] {
  return texts.map((text) => (text.id === id ? change(text) : text));
}

function answered(run: Run, call: string): Run {
  const steps = run.steps.map((step) => (step.id === call ? { ...step, done: true } : step));
  return { ...run, steps };
}
