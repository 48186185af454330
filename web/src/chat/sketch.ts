/** What the draft of an agent says of itself. */

import type { Sketch } from "../api/schema";
import { plural } from "../ui/words";

/** Whether the agent is there: what is shown is no draft any more. */
export function made(draft: Sketch): boolean {
  return draft.state === "done" || draft.state === "test";
}

/** How far it is, in a few words. */
export function standing(draft: Sketch): string {
  if (made(draft)) return "Saved";
  if (draft.missing.length > 0) return `${plural(draft.missing.length, "thing")} missing`;
  return draft.state === "apply" ? "Being saved" : "Ready, if you agree";
}

/** When it runs; where nothing was said that differs for a new agent and one that is changed. */
export function timing(draft: Sketch): string {
  if (draft.schedule) return draft.schedule;
  return draft.agent ? "As it is now" : "Not said yet";
}
