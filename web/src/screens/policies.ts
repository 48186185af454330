/** What holds for an agent's tool calls, in words, and one rule that is switched on and off. */

import type { HookOutput } from "../api/schema";
import { toolInWords } from "../ui/words";

export const ASKS: HookOutput = {
  event: "pre",
  matcher: "*",
  require_approval: true,
  recipients: [],
  max_calls: null,
  redact: [],
};

export function inWords(hook: HookOutput): string[] {
  const which = hook.matcher === "*" ? "any tool" : `“${toolInWords(hook.matcher)}”`;
  return [
    ...(hook.require_approval ? [`Asks before each call of ${which}`] : []),
    ...(hook.recipients.length > 0 ? [`${which} reaches only ${hook.recipients.join(", ")}`] : []),
    ...(hook.max_calls === null ? [] : [`At most ${hook.max_calls} calls of ${which} in a run`]),
    ...(hook.redact.length > 0 ? [`From what ${which} gives, ${hook.redact.join("s and ")}s are taken out`] : []),
  ];
}

export function asks(hooks: HookOutput[]): boolean {
  return hooks.some((hook) => hook.matcher === "*" && hook.require_approval);
}

/** The rules with, or without, the one that asks before everything; its other parts stay. */
export function asking(hooks: HookOutput[], on: boolean): HookOutput[] {
  if (on) return asks(hooks) ? hooks : [...hooks, ASKS];
  return hooks
    .map((hook) => (hook.matcher === "*" ? { ...hook, require_approval: false } : hook))
    .filter((hook) => hook.matcher !== "*" || inWords(hook).length > 0);
}
