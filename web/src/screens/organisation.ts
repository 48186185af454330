/** An organisation's policy on tools, as one list; and the domains that somebody writes. */

import type { PolicyOutput } from "../api/schema";

export type Hold = "confirmed" | "refused";

export interface ToolRule {
  tool: string;
  hold: Hold;
}

/** The tools that something holds for, by name; what is never used need not be confirmed. */
export function toolRules(policy: PolicyOutput): ToolRule[] {
  const confirmed = policy.confirmed.filter((tool) => !policy.refused.includes(tool));
  return [
    ...policy.refused.map((tool): ToolRule => ({ tool, hold: "refused" })),
    ...confirmed.map((tool): ToolRule => ({ tool, hold: "confirmed" })),
  ].sort((one, other) => one.tool.localeCompare(other.tool));
}

/** The policy with something that holds for a tool, or with nothing (null). */
export function held(policy: PolicyOutput, tool: string, hold: Hold | null): PolicyOutput {
  const others = (tools: string[], mine: boolean) => [
    ...tools.filter((one) => one !== tool),
    ...(mine ? [tool] : []),
  ];
  return {
    ...policy,
    refused: others(policy.refused, hold === "refused"),
    confirmed: others(policy.confirmed, hold === "confirmed"),
  };
}

/** The domains in what somebody wrote, however they set them apart. */
export function domainsIn(text: string): string[] {
  const written = text.split(/[\s,;]+/).map((one) => one.replace(/^.*@/, "").toLowerCase());
  return [...new Set(written.filter(Boolean))];
}
