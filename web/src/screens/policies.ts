/** What holds for an agent's tool calls: as rules in words, and rules that are added and removed. */

import type { HookOutput } from "../api/schema";
import { plural, toolInWords } from "../ui/words";

/** What a rule is about; a hook may have several. */
export type Kind = "asks" | "only" | "most" | "redacts";

/** One rule in words, and where it stands. */
export interface Rule {
  place: number;
  kind: Kind;
  text: string;
}

export const ASKS: HookOutput = {
  event: "pre",
  matcher: "*",
  require_approval: true,
  recipients: [],
  max_calls: null,
  redact: [],
};

const NONE: HookOutput = { ...ASKS, require_approval: false };

/** A hook without what a rule is about. */
const LIFTED: Record<Kind, Partial<HookOutput>> = {
  asks: { require_approval: false },
  only: { recipients: [] },
  most: { max_calls: null },
  redacts: { redact: [] },
};

export const REDACTIONS = ["email", "card", "secret"] as const;

export function rulesOf(hooks: HookOutput[]): Rule[] {
  return hooks.flatMap((hook, place) => told(hook).map(([kind, text]) => ({ place, kind, text })));
}

export function inWords(hook: HookOutput): string[] {
  return told(hook).map(([, text]) => text);
}

function told(hook: HookOutput): [Kind, string][] {
  const which = hook.matcher === "*" ? "any tool" : `“${toolInWords(hook.matcher)}”`;
  const found: [Kind, string][] = [];
  if (hook.require_approval) found.push(["asks", `Asks before each call of ${which}`]);
  if (hook.recipients.length > 0) {
    found.push(["only", `${which} reaches only ${hook.recipients.join(", ")}`]);
  }
  if (hook.max_calls !== null) {
    found.push(["most", `At most ${plural(hook.max_calls, "call")} of ${which} in a run`]);
  }
  if (hook.redact.length > 0) {
    const gone = `${hook.redact.join("s and ")}s`;
    found.push(["redacts", `From what ${which} gives, ${gone} are taken out`]);
  }
  return found;
}

/** The hooks without one of their rules; one that says nothing any more goes. */
export function without(hooks: HookOutput[], { place, kind }: Pick<Rule, "place" | "kind">): HookOutput[] {
  return hooks
    .map((hook, at) => (at === place ? { ...hook, ...LIFTED[kind] } : hook))
    .filter((hook, at) => at !== place || told(hook).length > 0);
}

/** The rule that a person wants, as a hook; null while what they wrote makes none. */
export function wanted(kind: Kind, matcher: string, value: string): HookOutput | null {
  const rule = { ...NONE, matcher };
  const said = value.trim();
  switch (kind) {
    case "asks":
      return { ...rule, require_approval: true };
    case "most":
      return /^\d{1,3}$/.test(said) ? { ...rule, max_calls: Number(said) } : null;
    case "only": {
      const recipients = said.split(/[\s,;]+/).filter(Boolean);
      return recipients.length > 0 ? { ...rule, recipients } : null;
    }
    case "redacts": {
      const redact = REDACTIONS.filter((one) => one === said);
      return redact.length > 0 ? { ...rule, event: "post", redact } : null;
    }
  }
}

export function asks(hooks: HookOutput[]): boolean {
  return hooks.some((hook) => hook.matcher === "*" && hook.require_approval);
}

/** The rules with, or without, the one that asks before everything; its other parts stay. */
export function asking(hooks: HookOutput[], on: boolean): HookOutput[] {
  if (on) return asks(hooks) ? hooks : [...hooks, ASKS];
  return hooks
    .map((hook) => (hook.matcher === "*" ? { ...hook, require_approval: false } : hook))
    .filter((hook) => hook.matcher !== "*" || told(hook).length > 0);
}
