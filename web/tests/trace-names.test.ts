import { expect, test } from "vitest";

import { agentsOf, firstLine, stepInWords } from "../src/screens/trace-names";

test.each([
  ["reply", { characters: 12, attempt: 1 }, "Wrote the answer"],
  ["reply", { option: "1" }, "Read your reply"],
  ["tool", { tool: "slack_post_message" }, "Called a tool"],
  ["something_new", {}, "Something new"],
])("the step %s with %j", (name, detail, said) => {
  expect(stepInWords({ name, detail })).toBe(said);
});

test("a message went to its agent, or to all that had a part of it", () => {
  const parts = { agent: "calendar", earlier: [{ agent: "email" }] };

  expect([...agentsOf({ decision: { agent: "email" }, agent_run: null })]).toEqual(["email"]);
  expect([...agentsOf({ decision: { agent: "email" }, agent_run: parts })]).toEqual(["email", "calendar"]);
  // several that are asked side by side, whose answers are then joined by nobody
  const joined = { agent: "", earlier: [{ agent: "slack" }, { agent: "email" }] };
  expect([...agentsOf({ decision: { agent: null }, agent_run: joined })]).toEqual(["slack", "email"]);
  expect([...agentsOf({ decision: null, agent_run: null })]).toEqual([]);
});

test("of what was said, its first line is told plainly", () => {
  expect(firstLine("I found **5** emails:\n1. One")).toBe("I found 5 emails:");
});
