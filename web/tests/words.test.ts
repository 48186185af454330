import { expect, test } from "vitest";

import { shortened } from "../src/screens/registering";
import { doesInWords, serviceOf, toolInWords } from "../src/ui/words";

test.each([
  ["gmail_search_messages", "Mail: search messages", "Mail", "Search messages"],
  ["mcp_issue-tracker_open_issue", "Issue tracker: open issue", "Issue tracker", "Open issue"],
  ["a2a_travel", "Agents of others: ask travel", "Agents of others", "Ask travel"],
  ["changes_made", "Changes made", "Others", "Made"],
  ["undo", "Undo", "Others", "Undo"],
])("a tool is told in words: %s", (tool, whole, service, does) => {
  expect(toolInWords(tool)).toBe(whole);
  expect(serviceOf(tool)).toBe(service);
  expect(doesInWords(tool)).toBe(does);
});

test.each([
  ["Issue Tracker", "issue-tracker"],
  ["  Über Café!", "uber-cafe"],
  ["A name that is far too long", "a-name-that-is-far-t"],
  ["Exactly twenty chars and", "exactly-twenty-chars"],
  ["…", ""],
])("%j has a short name", (name, short) => {
  expect(shortened(name)).toBe(short);
});
