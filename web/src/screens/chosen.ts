/** What of a profile a person chose, and what is found out for them. Pure. */

import type { PreferredInput, PreferredOutput, ProfileView } from "../api/schema";

export type Chosen = ProfileView["chosen"][number];

/** What is kept of a profile: whatever nobody chose stays out, so that it is found out anew. */
export function asChosen(
  { time_zone, working_hours, ...rest }: PreferredOutput,
  chosen: readonly Chosen[],
): PreferredInput {
  const zone = chosen.includes("time_zone") && time_zone.trim() !== "";
  return {
    ...rest,
    ...(zone ? { time_zone: time_zone.trim() } : {}),
    ...(chosen.includes("working_hours") ? { working_hours } : {}),
  };
}
