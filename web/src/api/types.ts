/** What the API answers, as far as the client reads it. Times are ISO 8601 with an offset. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export type Phase = "parked" | "running" | "waiting";
export type Risk = "low" | "medium" | "high";

/** What will happen, as a person is to see it before it does. */
export interface Card {
  title: string;
  fields: [label: string, value: string][];
  body: string;
  differences: { label: string; before: string; after: string }[];
  warnings: string[];
}

export interface Choice {
  id: string;
  label: string;
  description: string;
}

export interface Question {
  id: string;
  kind: "clarification" | "approval";
  question: string;
  options: Choice[];
  free_text: boolean;
  arguments: JsonObject | null;
  card: Card | null;
  risk: Risk;
  role: string;
  message_id: string;
  response_schema: JsonObject;
  expires_at: string;
}

/** What waits; with `asked_by` it is somebody else's, whose conversation stays theirs. */
export interface Waiting {
  thread_id: string | null;
  told: string;
  question: Question;
  asked_by: { id: string; name: string } | null;
  links: { thread: string | null; answer: string };
}

export interface Thread {
  id: string;
  title: string;
  phase: Phase;
  question: Question | null;
  counts: { messages: number; queued: number; turns: number; events: number };
}

export interface ThreadSummary {
  id: string;
  title: string;
  last: { role: "user" | "assistant"; text: string; at: string } | null;
  phase: Phase;
  question: Question | null;
  said_at: string;
}

export interface ThreadPage {
  threads: ThreadSummary[];
  next: string;
  previous: string;
}

/** A file that was brought into a conversation. */
export interface Upload {
  id: string;
  name: string;
  type: string;
  size: number;
  links: { content: string };
}

/** A call that was made for an answer. */
export interface ToolCall {
  id: string;
  tool: string;
  status: "done" | "failed";
  text: string;
}

export interface Message {
  position: number;
  id: string;
  role: "user" | "assistant";
  text: string;
  turn: number;
  run_id: string;
  at: string;
  agent: string;
  request: string | null;
  files: Upload[];
  tool_calls: ToolCall[];
}

export interface MessagePage {
  messages: Message[];
  next: number;
  queued: { id: string; text: string; run_id: string; at: string }[];
}

export interface Accepted {
  thread_id: string;
  run_id: string;
  message_id: string | null;
}

/** One entry of a conversation's event log; the ids have no gaps. */
export interface Logged {
  id: number;
  event: { type: string; [field: string]: unknown };
}

export interface Handoff {
  id: string;
  target: string;
  state: string;
  reason: string;
}

export interface Usage {
  calls: number;
  input_tokens: number;
  output_tokens: number;
  model: string;
}

export interface Candidate {
  agent: string;
  name: string;
  description: string;
  score: number;
  reasons: string[];
  available: boolean;
}

export interface TurnStep {
  tool: string;
  reason: string;
  risk: Risk;
  status: string;
  text: string;
  milliseconds: number;
  error: { message?: string } | null;
}

export interface Turn {
  number: number;
  text: string;
  status: "open" | "closed";
  outcome: string | null;
  intent: {
    action: string;
    primary_intent: string;
    confidence: number;
    ambiguous: boolean;
    commands: { agent: string | null; command: string }[];
  } | null;
  decision: {
    kind: string;
    agent: string | null;
    note: string;
    candidates: Candidate[];
    reasons: string[];
  } | null;
  clarified: { question: string; answer: string }[];
  trace: { name: string; at: string; milliseconds: number; usage: Usage; detail: JsonObject }[];
  usage: Usage;
  run_usage: Usage;
  opened_at: string;
  closed_at: string | null;
  agent_run: { agent: string; status: string; steps: TurnStep[] } | null;
}

export interface Effect {
  id: string;
  at: string;
  told: string;
  tool: string;
  agent: string;
  thread_id: string;
  turn: number | null;
  approved_by: { how: string; who: string } | null;
  state: "underway" | "done" | "failed" | "unknown" | "undone";
  message: string;
  undoes: string | null;
  undone_at: string | null;
  undo: { possible: true; told: string } | { possible: false; why: string };
}

export interface EffectPage {
  effects: Effect[];
  next: string;
}

export interface AgentBrief {
  id: string;
  name: string;
  description: string;
  domain: string;
  tags: string[];
  enabled: boolean;
  owner: string;
  version: number;
  kind: "own" | "workspace";
}

export interface Agent extends AgentBrief {
  skills: { id: string; name: string; description: string; instructions: string }[];
  tools: string[];
  examples: string[];
}

export interface AgentVersion {
  version: number;
  name: string;
  description: string;
  updated_at: string | null;
}

export interface Statistics {
  runs: number;
  succeeded: number;
  failed: number;
  success_rate: number | null;
  average_milliseconds: number | null;
}

export interface ScheduledRun {
  planned: string;
  state: string;
  reason: string;
  thread_id: string | null;
  result: { state: string; why: string } | null;
}

export interface Schedule {
  id: string;
  agent: string;
  request: string;
  told: string;
  paused: boolean;
  next_at: string | null;
  last_run: ScheduledRun | null;
  failures: number;
  thread_id: string;
  approvals: { action: string; told: string; exact: boolean }[];
}

export interface Profile {
  name: string;
  accounts: { id: string; provider: string; email: string; domains: string[] }[];
  domains: string[];
  preferred: {
    time_zone: string;
    working_hours: { start: string; end: string; days: number[] };
    vips: string[];
    brief: boolean;
  };
}

export interface Connections {
  connections: {
    id: string;
    provider: string;
    email: string;
    name: string;
    domains: string[];
    state: "connected" | "needs_reauth";
    reconnect?: string;
  }[];
  providers: { id: string; name: string; domains: string[]; start: string }[];
}

export interface Report {
  days: number;
  turns: number;
  clarification_rate: number | null;
  first_try_success: number | null;
  override_rate: number | null;
  wrong_agent_rate: number | null;
  outcomes: { success: number; failure: number; open: number };
  questions: Record<string, number>;
  agents: { agent: string; turns: number; wrong: number }[];
}

export interface UsageFigures {
  turns: number;
  runs: number;
  tool_calls: number;
  model_calls: number;
  input_tokens: number;
  output_tokens: number;
}

export interface UsageReport {
  days: number;
  total: UsageFigures;
  agents: (UsageFigures & { agent: string })[];
  by_day: (UsageFigures & { day: string })[];
}

export interface Gaps {
  requests: number;
  gaps: { text: string; count: number; domain: string; nearest: string; last_at: string }[];
}
