/** What tapping something in an answer comes to. */

import type { Reference } from "../api/schema";

export type Tapped = { say: string } | { write: string };

/**
 * What becomes of words of an answer that name something it lists; undefined for other words. A mail
 * is shown. What else there is to do with things differs, so their name goes where the person writes.
 */
export function tapped(references: Reference[], words: string): Tapped | undefined {
  const found = references.find(({ label, ordinal }) => ordinal > 0 && label === words);
  if (found === undefined) return undefined;
  if (found.kind === "email") return { say: `Show me number ${found.ordinal}` };
  return { write: `“${found.label}”` };
}
