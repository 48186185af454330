import { expect, test } from "vitest";

import { changes, fieldsOf, type Field } from "../src/chat/fields";

const PEOPLE = { type: "array", items: { anyOf: [{ type: "string" }, { $ref: "#/$defs/Person" }] } };
const FILES = { type: "array", items: { $ref: "#/$defs/WantedFile" } };
const PLAN = { kind: "upload", file_id: "f-1", name: "plan.csv", size: 22 };
const NOTES = { kind: "upload", file_id: "f-2", name: "notes.txt", size: 7 };

const MAIL = {
  to: [{ email: "ann@a.example", name: "Ann" }],
  subject: "Budget",
  body: "Hi,\n\nIt is approved.",
  attachments: [PLAN, NOTES],
  message_id: "m-1",
  quoted: "> earlier",
  account: "me@a.example",
  reply_all: false,
};
const OF_MAIL = answering({
  message_id: { type: "string", readOnly: true },
  to: { anyOf: [PEOPLE, { type: "null" }], default: null },
  cc: { ...PEOPLE, description: "Addresses or names" },
  subject: { anyOf: [{ type: "string" }, { type: "null" }] },
  body: { type: "string" },
  reply_all: { type: "boolean", title: "Reply All" },
  quoted: { type: "string", readOnly: true },
  attachments: FILES,
});

/** The schema of an answer whose arguments are described so. */
function answering(properties: object) {
  return { properties: { approved: { type: "boolean" }, editedArgs: { properties } } };
}

function edited(fields: Field[], values: Record<string, string | boolean | number[]>): Field[] {
  return fields.map((field) => ({ ...field, value: values[field.name] ?? field.value }) as Field);
}

test("the schema says which fields there are; what is settled, and what it does not have, is none", () => {
  expect(fieldsOf(MAIL, OF_MAIL).map(({ name, label, kind, value }) => [name, label, kind, value])).toEqual([
    ["to", "To", "people", "Ann <ann@a.example>"],
    ["cc", "Cc", "people", ""],
    ["subject", "Subject", "text", "Budget"],
    ["body", "Body", "long", "Hi,\n\nIt is approved."],
    ["reply_all", "Reply all", "flag", false],
    ["attachments", "Attachments", "files", [0, 1]],
  ]);
  expect(fieldsOf(MAIL, { properties: { approved: { type: "boolean" } } })).toEqual([]);
});

test("only what was changed is sent, people as they were known or by their address", () => {
  const fields = fieldsOf(MAIL, OF_MAIL);
  const now = edited(fields, {
    to: "Ann <ann@a.example>, Bob <bob@b.example>, Carol",
    subject: "Q4 budget",
    attachments: [1],
  });

  expect(changes(MAIL, fields, fields)).toEqual({});
  expect(changes(MAIL, fields, now)).toEqual({
    to: [{ email: "ann@a.example", name: "Ann" }, "bob@b.example", "Carol"],
    subject: "Q4 budget",
    attachments: [NOTES],
  });
});

test("a meeting is changed where it was said, not in the form it is made with", () => {
  const meeting = {
    starts_at: "2026-12-01T05:00:00Z",
    start: "2026-12-01T14:00",
    end: "",
    minutes: 30,
    scope: "this",
  };
  const schema = answering({
    start: { type: "string" },
    end: { type: "string", default: "", description: "Or give minutes" },
    until: { type: "string", default: "2026-12-24" },
    minutes: { type: "integer", minimum: 1, maximum: 600 },
    scope: { enum: ["this", "series"], title: "Which of them" },
    places: { type: "array", items: { type: "string" } },
    location: { anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }], default: null },
    rows: { type: "array", items: { $ref: "#/$defs/Row" } },
  });

  const fields = fieldsOf(meeting, schema);

  expect(fields).toEqual([
    { name: "start", label: "Start", hint: "", kind: "moment", value: "2026-12-01T14:00", whole: false },
    { name: "end", label: "End", hint: "Or give minutes", kind: "text", value: "" },
    { name: "until", label: "Until", hint: "", kind: "moment", value: "2026-12-24", whole: true },
    { name: "minutes", label: "Minutes", hint: "", kind: "number", value: "30", least: 1, most: 600 },
    { name: "scope", label: "Which of them", hint: "", kind: "choice", value: "this", options: ["this", "series"] },
    { name: "places", label: "Places", hint: "", kind: "list", value: "" },
    { name: "location", label: "Location", hint: "Stays as it is", kind: "text", value: "" },
  ]);
  const now = edited(fields, { start: "2026-12-01T16:00", minutes: "45", places: "Thames, Room 2" });
  expect(changes(meeting, fields, now)).toEqual({
    start: "2026-12-01T16:00",
    minutes: 45,
    places: ["Thames", "Room 2"],
  });
  expect(changes(meeting, fields, edited(fields, { minutes: "" }))).toEqual({ minutes: null });
});

const CELL = { anyOf: ["string", "integer", "number", "boolean", "null"].map((type) => ({ type })) };
const OF_SHEET = answering({
  sheet: { type: "string", readOnly: true },
  values: { type: "array", items: { $ref: "#/$defs/ColumnValue" } },
  row: { type: "array", items: CELL },
  columns: { type: "array", items: { type: "string" }, readOnly: true },
});

test("a new row is changed cell by cell, each under its column, and numbers stay numbers", () => {
  const row = { sheet: "s-1", row: ["Tests", 12, true, null, "007"], columns: ["Task", "Users", "Done", "Note"] };

  const [field, ...others] = fieldsOf(row, OF_SHEET);

  expect(others).toEqual([]);
  expect(field).toMatchObject({
    kind: "cells",
    value: ["Tests", "12", "true", "", "007"],
    columns: ["Task", "Users", "Done", "Note", "Column E"],
  });
  const now = [{ ...field, value: ["Tests, more", "12.5", "false", "", "007"] } as Field];
  expect(changes(row, [field!], now)).toEqual({ row: ["Tests, more", 12.5, false, null, "007"] });
  const other = [{ ...field, value: ["", "many", "true", "089 1", "007"] } as Field];
  expect(changes(row, [field!], other)).toEqual({ row: [null, "many", true, "089 1", "007"] });
});

test("of a changed row, what the cells are to say", () => {
  const change = { sheet: "s-1", row: "Pilot guide", values: [{ column: "Status", value: "Done" }] };
  const schema = answering({
    values: { type: "array", items: { $ref: "#/$defs/ColumnValue" } },
    row: { type: "string", readOnly: true },
  });

  const fields = fieldsOf(change, schema);

  expect(fields).toEqual([
    { name: "values", label: "Values", hint: "", kind: "cells", value: ["Done"], columns: ["Status"] },
  ]);
  const now = [{ ...fields[0], value: ["Blocked"] } as Field];
  expect(changes(change, fields, fields)).toEqual({});
  expect(changes(change, fields, now)).toEqual({ values: [{ column: "Status", value: "Blocked" }] });
});
