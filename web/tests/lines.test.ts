import { expect, test } from "vitest";

import { breakLines, type Node } from "../src/ui/lines";

const text = (value: string): Node => ({ type: "text", value });

test("lines of words stay lines, also right after what stands out, and code stays as it is", () => {
  const code = { type: "inlineCode", value: "a\nb" };
  const strong = { type: "strong", children: [text("Budget")] };
  const tree: Node = {
    type: "root",
    children: [{ type: "paragraph", children: [strong, text("\nFrom: Ann\nTo: Bo"), code] }],
  };

  breakLines(tree);

  expect(tree.children?.[0]?.children).toEqual([
    strong,
    { type: "break" },
    text("From: Ann"),
    { type: "break" },
    text("To: Bo"),
    code,
  ]);
});

test("a text of one line is what it was", () => {
  const tree: Node = { type: "root", children: [text("Good morning")] };
  breakLines(tree);
  expect(tree.children).toEqual([text("Good morning")]);
});
