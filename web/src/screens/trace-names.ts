/** The steps of a turn's trace in words. */

import type { TraceEntry, TurnView } from "../api/schema";
import { capital } from "../ui/words";

const NAMES: Record<string, string> = {
  intent: "Understood the message",
  decision: "Decided where it goes",
  plan: "Planned the steps",
  revise: "Changed a step as you wished",
  tool: "Called a tool",
  reassess: "Looked at what came back",
  reply: "Read your reply",
  approval: "Noted what you decided",
  draft: "Read what the agent is to do",
  apply: "Saved the agent",
  fault: "Something broke",
};

export function stepInWords({ name, detail }: Pick<TraceEntry, "name" | "detail">): string {
  // both what a person replied and what is replied to them are called so; only an answer has a length
  if (name === "reply" && "characters" in detail) return "Wrote the answer";
  return NAMES[name] ?? capital(name.replaceAll("_", " "));
}

type Sent = {
  decision: Pick<NonNullable<TurnView["decision"]>, "agent"> | null;
  agent_run: {
    agent: string;
    earlier: Pick<NonNullable<TurnView["agent_run"]>["earlier"][number], "agent">[];
  } | null;
};

/** The agents that a message went to: one, or several where it had parts or several were asked. */
export function agentsOf({ decision, agent_run: run }: Sent): Set<string> {
  const worked = run === null ? [] : [run.agent, ...run.earlier.map(({ agent }) => agent)];
  return new Set([decision?.agent ?? "", ...worked].filter(Boolean));
}

/** The beginning of what was said, without its marks. */
export function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/[*_`#>]/g, "");
}
