import { expect, test } from "vitest";

import { asked } from "../src/chat/asked";

const OPTIONS = ["Weekly Metrics", "Finance"].map((label, place) => ({ id: String(place + 1), label, description: "" }));

test("options that are buttons are not listed as well", () => {
  const question = "- **Source**: which sheet?\n\nWhat is it called?\n\n1. Weekly Metrics\n2. **Finance**";
  expect(asked({ question, options: OPTIONS })).toBe("- **Source**: which sheet?\n\nWhat is it called?");
});

test.each([
  ["a list that has not all of them", "Which one?\n\n1. Finance"],
  ["no list", "Which one?"],
  ["a list that says more than their names", "Which one?\n\n1. Weekly Metrics, of May\n2. Finance"],
])("%s stays", (_, question) => {
  expect(asked({ question, options: OPTIONS })).toBe(question);
});

test("a question without options is as it was put", () => {
  expect(asked({ question: "1. What?", options: [] })).toBe("1. What?");
});
