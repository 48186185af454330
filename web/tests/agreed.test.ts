import { expect, test } from "vitest";

import type { Agreement } from "../src/api/schema";
import { agreed } from "../src/screens/agreed";

test.each<[Agreement["how"], string, string]>([
  ["button", "", "you agreed by button"],
  ["button", "Eve Hart", "Eve Hart agreed by button"],
  ["words", "Eve Hart", "Eve Hart agreed in words"],
  ["standing leave", "", "by your standing leave"],
  ["standing leave", "Eve Hart", "by the standing leave of Eve Hart"],
  ["not needed", "", "a small private step"],
  ["", "", ""],
])("agreed by %s of %j", (how, name, said) => {
  expect(agreed({ how, who: "id", name })).toBe(said);
});
