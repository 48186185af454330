/** An agent's procedure: the numbered list in a skill's instructions, as a list and back. */

const NUMBERED = /^\s*\d+\.\s+/;

/** The steps, without their numbers. */
export function stepsOf(instructions: string): string[] {
  return instructions
    .split("\n")
    .filter((line) => NUMBERED.test(line))
    .map((line) => line.replace(NUMBERED, ""));
}

/** The instructions with other steps in the place of theirs; what stands around them stays. */
export function withSteps(instructions: string, steps: string[]): string {
  const lines = instructions.split("\n");
  const numbered = lines.flatMap((line, place) => (NUMBERED.test(line) ? [place] : []));
  const first = numbered[0] ?? lines.length;
  const around = (from: number, to?: number) =>
    lines.slice(from, to).filter((line) => !NUMBERED.test(line));
  const list = steps
    .map((step) => step.trim())
    .filter(Boolean)
    .map((step, place) => `${place + 1}. ${step}`);
  return [...around(0, first), ...list, ...around(first)].join("\n");
}

/** The steps with one of them a place further up or down. */
export function moved(steps: string[], place: number, by: -1 | 1): string[] {
  const other = place + by;
  if (other < 0 || other >= steps.length) return steps;
  return steps.map((step, at) => steps[at === place ? other : at === other ? place : at] ?? step);
}
