import { expect, test } from "vitest";

import type { Sketch } from "../src/api/schema";
import { made, standing, timing } from "../src/chat/sketch";

const DRAFT: Sketch = {
  ...{ state: "gather", agent: "", name: "reporter", description: "", schedule: "" },
  ...{ steps: [], tools: [], hooks: [], missing: [], left_out: [] },
};

test.each<[Partial<Sketch>, string, boolean]>([
  [{ missing: ["when it runs"] }, "1 thing missing", false],
  [{ missing: ["which sheet", "when it runs"] }, "2 things missing", false],
  [{ state: "confirm" }, "Ready, if you agree", false],
  [{ state: "apply" }, "Being saved", false],
  [{ state: "done", agent: "reporter" }, "Saved", true],
  [{ state: "test", agent: "reporter" }, "Saved", true],
])("how far a draft is: %j", (change, said, there) => {
  expect(standing({ ...DRAFT, ...change })).toBe(said);
  expect(made({ ...DRAFT, ...change })).toBe(there);
});

test("a time that was not said is open for a new agent, and stays for one that is changed", () => {
  expect(timing(DRAFT)).toBe("Not said yet");
  expect(timing({ ...DRAFT, agent: "reporter" })).toBe("As it is now");
  expect(timing({ ...DRAFT, agent: "reporter", schedule: "Scheduled (Mondays at 9am)" })).toBe(
    "Scheduled (Mondays at 9am)",
  );
});
