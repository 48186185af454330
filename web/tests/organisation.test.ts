import { expect, test } from "vitest";

import type { PolicyOutput } from "../src/api/schema";
import { domainsIn, held, toolRules } from "../src/screens/organisation";

const POLICY: PolicyOutput = {
  ...{ refused: ["undo", "pages_create"], confirmed: ["gmail_archive", "undo"] },
  ...{ at_least: "low", recipients: [], approver: "" },
};

test("what is never used need not be confirmed", () => {
  expect(toolRules(POLICY)).toEqual([
    { tool: "gmail_archive", hold: "confirmed" },
    { tool: "pages_create", hold: "refused" },
    { tool: "undo", hold: "refused" },
  ]);
});

test("one thing holds for a tool at a time, and the rest of the policy stays", () => {
  const changed = held(POLICY, "undo", "confirmed");
  expect(changed.refused).toEqual(["pages_create"]);
  expect(changed.confirmed).toEqual(["gmail_archive", "undo"]);
  expect(toolRules(held(changed, "undo", null)).map(({ tool }) => tool)).toEqual([
    "gmail_archive",
    "pages_create",
  ]);
  expect(held({ ...POLICY, approver: "admin" }, "x", "refused").approver).toBe("admin");
});

test("domains are read however they are set apart", () => {
  expect(domainsIn("acme.com, @Partner.example;bo@acme.com\n")).toEqual(["acme.com", "partner.example"]);
  expect(domainsIn(" , ")).toEqual([]);
});
