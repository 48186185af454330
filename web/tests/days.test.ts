import { expect, test } from "vitest";

import { everyDay, onDay, type Day } from "../src/screens/days";

const BUSY: Day = {
  ...{ day: "2026-11-22", turns: 3, runs: 2, tool_calls: 4, model_calls: 0 },
  ...{ input_tokens: 0, output_tokens: 0, milliseconds: 9 },
};

test("a period has all its days, with those on which nothing was", () => {
  const days = everyDay([BUSY], 3, new Date("2026-11-23T00:30:00Z"));
  expect(days.map(({ day, turns }) => [day, turns])).toEqual([
    ["2026-11-21", 0],
    ["2026-11-22", 3],
    ["2026-11-23", 0],
  ]);
});

test("a day is the same day in every zone", () => {
  expect(onDay("2026-11-03")).toMatch(/3/);
  expect(onDay("2026-11-03")).not.toMatch(/2|4/);
});
