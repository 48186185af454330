import { expect, test } from "vitest";

import { stepInWords } from "../src/screens/trace-names";

test.each([
  ["reply", { characters: 12, attempt: 1 }, "Wrote the answer"],
  ["reply", { option: "1" }, "Read your reply"],
  ["tool", { tool: "slack_post_message" }, "Called a tool"],
  ["something_new", {}, "Something new"],
])("the step %s with %j", (name, detail, said) => {
  expect(stepInWords({ name, detail })).toBe(said);
});
