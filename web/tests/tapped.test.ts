import { expect, test } from "vitest";

import type { Reference } from "../src/api/schema";
import { tapped } from "../src/chat/tapped";

const LISTED: Reference[] = [
  { kind: "email", id: "a", label: "Budget", ordinal: 2, who: "", text: "", told: false },
  { kind: "event", id: "b", label: "Stand-up", ordinal: 1, who: "", text: "", told: false },
  { kind: "email", id: "c", label: "Read just now", ordinal: 0, who: "", text: "", told: false },
];

test.each([
  ["Budget", { say: "Show me number 2" }],
  ["Stand-up", { write: "“Stand-up”" }],
  ["Read just now", undefined],
  ["Bold words", undefined],
])("tapping %s", (words, what) => {
  expect(tapped(LISTED, words)).toEqual(what);
});
