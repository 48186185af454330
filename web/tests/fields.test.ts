import { expect, test } from "vitest";

import { changes, fieldsOf, type Field } from "../src/chat/fields";

const MAIL = {
  to: [{ email: "ann@a.example", name: "Ann" }],
  cc: [],
  subject: "Budget",
  body: "Hi,\n\nIt is approved.",
  attachments: [],
  message_id: "m-1",
  quoted: "> earlier",
  place: { thread_id: "t" },
  reply_all: false,
};

function edited(fields: Field[], values: Record<string, string | boolean>): Field[] {
  return fields.map((field) => ({ ...field, value: values[field.name] ?? field.value }) as Field);
}

test("what can be typed becomes a field; what belongs to the step itself does not", () => {
  expect(fieldsOf(MAIL, {}).map(({ name, kind, value }) => [name, kind, value])).toEqual([
    ["to", "people", "Ann <ann@a.example>"],
    ["cc", "people", ""],
    ["subject", "text", "Budget"],
    ["body", "long", "Hi,\n\nIt is approved."],
    ["reply_all", "flag", false],
  ]);
});

test("only what was changed is sent, people as they were known or by their address", () => {
  const fields = fieldsOf(MAIL, {});
  const now = edited(fields, {
    to: "Ann <ann@a.example>, Bob <bob@b.example>, Carol",
    subject: "Q4 budget",
  });

  expect(changes(MAIL, fields, fields)).toEqual({});
  expect(changes(MAIL, fields, now)).toEqual({
    to: [{ email: "ann@a.example", name: "Ann" }, "bob@b.example", "Carol"],
    subject: "Q4 budget",
  });
});

test("a schema says which fields there are, and what they take", () => {
  const schema = {
    properties: {
      arguments: {
        properties: {
          subject: { type: "string", title: "Subject line" },
          importance: { enum: ["low", "high"] },
          message_id: { type: "string", readOnly: true },
        },
      },
    },
  };

  expect(fieldsOf({ ...MAIL, importance: "low" }, schema)).toEqual([
    { name: "subject", label: "Subject line", kind: "text", value: "Budget" },
    {
      name: "importance",
      label: "Importance",
      kind: "choice",
      value: "low",
      options: ["low", "high"],
    },
  ]);
});
