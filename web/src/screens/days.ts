/** The days of a period, with those on which nothing was. Days are the server's: UTC. */

import type { UsageReport } from "../api/schema";

export type Day = UsageReport["by_day"][number];

const DAY_MS = 86_400_000;
const NOTHING: Omit<Day, "day"> = {
  ...{ turns: 0, runs: 0, tool_calls: 0, model_calls: 0 },
  ...{ input_tokens: 0, output_tokens: 0, milliseconds: 0 },
};

/** Every day up to today, oldest first. */
export function everyDay(found: Day[], days: number, now = new Date()): Day[] {
  const known = new Map(found.map((one) => [one.day, one]));
  return Array.from({ length: days }, (_, place) => {
    const day = new Date(now.getTime() - (days - 1 - place) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { ...NOTHING, day };
  });
}

/** "3 Nov", whatever zone this browser is in. */
export function onDay(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return at.toLocaleDateString([], { day: "numeric", month: "short", timeZone: "UTC" });
}
