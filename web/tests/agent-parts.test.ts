import { expect, test } from "vitest";

import { differences } from "../src/screens/differences";
import { ASKS, asking, asks, inWords, rulesOf, wanted, without } from "../src/screens/policies";
import { moved, stepsOf, withSteps } from "../src/screens/steps";

const WHOLE = "For Fridays.\n\n1. Read the sheet\n2. Post it\n\nBe brief.";

test("steps are the numbered lines, and what stands around them stays", () => {
  expect(stepsOf(WHOLE)).toEqual(["Read the sheet", "Post it"]);
  expect(withSteps(WHOLE, ["Look", " ", "Tell "])).toBe("For Fridays.\n\n1. Look\n2. Tell\n\nBe brief.");
  expect(withSteps("No list", ["Look"])).toBe("No list\n1. Look");
  expect(withSteps(WHOLE, stepsOf(WHOLE))).toBe(WHOLE);
});

test("a step moves within the list and not out of it", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

const AGENT = { name: "Report", description: "Reports", tools: ["a"], examples: [], hooks: [] };
const skill = (instructions: string) => [{ name: "Post", description: "", instructions }] as never;

test("what is different is told by part, line by line", () => {
  const before = { ...AGENT, skills: skill("1. Read\n2. Post") };
  const after = { ...AGENT, tools: ["a", "slack_post_message"], skills: skill("1. Read\n2. Send") };
  expect(differences(before, after)).toEqual([
    { label: "Post", gone: ["2. Post"], came: ["2. Send"] },
    { label: "Tools", gone: [], came: ["Slack: post message"] },
  ]);
  expect(differences(before, before)).toEqual([]);
  expect(differences({ ...before, tools: ["slack_post_message", "a"] }, after)).toContainEqual({
    label: "Tools, in another order",
    gone: ["Slack: post message", "A"],
    came: ["A", "Slack: post message"],
  });
});

test("asking before everything is one rule, and the others stay", () => {
  const few = { ...ASKS, matcher: "slack_*", require_approval: false, max_calls: 1 };
  const on = asking([few], true);
  expect(asks(on)).toBe(true);
  expect(asking(on, true)).toEqual(on);
  expect(asking(on, false)).toEqual([few]);
  expect(asking([{ ...ASKS, max_calls: 3 }], false)).toEqual([
    { ...ASKS, require_approval: false, max_calls: 3 },
  ]);
  expect(inWords(few)).toEqual(["At most 1 call of “Slack: *” in a run"]);
});

test("a rule is made of what a person picks and writes, and nothing of what makes none", () => {
  expect(wanted("asks", "slack_post_message", "")).toEqual({ ...ASKS, matcher: "slack_post_message" });
  const plain = { ...ASKS, require_approval: false };
  expect(wanted("most", "*", " 3 ")).toEqual({ ...plain, max_calls: 3 });
  expect(wanted("most", "*", "many")).toBeNull();
  expect(wanted("only", "*", "@acme.com, #team;bo@x.example")).toEqual({
    ...plain,
    recipients: ["@acme.com", "#team", "bo@x.example"],
  });
  expect(wanted("only", "*", " , ")).toBeNull();
  expect(wanted("redacts", "*", "card")).toEqual({ ...plain, event: "post", redact: ["card"] });
  expect(wanted("redacts", "*", "names")).toBeNull();
});

test("one rule is lifted, and what else its hook says stays", () => {
  const hooks = [{ ...ASKS, max_calls: 2 }, { ...ASKS, matcher: "undo" }];
  expect(rulesOf(hooks).map(({ place, kind }) => [place, kind])).toEqual([
    [0, "asks"],
    [0, "most"],
    [1, "asks"],
  ]);
  expect(without(hooks, { place: 0, kind: "asks" })).toEqual([
    { ...ASKS, require_approval: false, max_calls: 2 },
    hooks[1],
  ]);
  expect(without(hooks, { place: 1, kind: "asks" })).toEqual([hooks[0]]);
});

test("policies that differ are told in words", () => {
  const [before, after] = [[], [ASKS]].map((hooks) => ({ ...AGENT, skills: [], hooks }));
  expect(differences(before!, after!)).toEqual([
    { label: "Policies", gone: [], came: ["Asks before each call of any tool"] },
  ]);
});
