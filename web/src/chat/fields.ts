/** What of a step's arguments a person can change in a form, and back into arguments. Pure. */

import type { JsonObject } from "../api/http";

interface Common {
  name: string;
  label: string;
}

export type Field = Common &
  (
    | { kind: "text" | "long" | "number" | "moment"; value: string }
    | { kind: "people" | "list"; value: string }
    | { kind: "choice"; value: string; options: string[] }
    | { kind: "flag"; value: boolean }
  );

const LONG = 80;
const INNER = /(^|_)id$|^place$|^quoted$/;

/** The fields of a form. Where the schema names properties, those; else whatever can be typed. */
export function fieldsOf(given: JsonObject, schema: JsonObject): Field[] {
  const properties = described(schema);
  const names = properties ? Object.keys(properties) : Object.keys(given).filter(isOuter);
  return names.flatMap((name) => field(name, given[name] ?? null, properties?.[name] ?? {}));
}

/** The arguments that were changed, as the API takes them; people by their address or name. */
export function changes(given: JsonObject, fields: Field[], now: Field[]): JsonObject {
  const changed = now.filter((field, place) => field.value !== fields[place]?.value);
  return Object.fromEntries(changed.map((field) => [field.name, back(field, given[field.name])]));
}

function described(schema: JsonObject): Record<string, JsonObject> | null {
  const properties = (schema["properties"] as JsonObject | undefined) ?? {};
  const inner = (properties["arguments"] as JsonObject | undefined)?.["properties"];
  return inner && Object.keys(inner).length > 0 ? (inner as Record<string, JsonObject>) : null;
}

function isOuter(name: string): boolean {
  return !INNER.test(name);
}

function field(name: string, value: unknown, schema: JsonObject): Field[] {
  if (schema["readOnly"] === true) return [];
  const label = typeof schema["title"] === "string" ? schema["title"] : inWords(name);
  const common = { name, label };
  const options = schema["enum"];
  if (Array.isArray(options) && options.every((one) => typeof one === "string")) {
    return [{ ...common, kind: "choice", value: String(value ?? ""), options }];
  }
  const type = schema["type"];
  if (typeof value === "boolean" || type === "boolean") {
    return [{ ...common, kind: "flag", value: value === true }];
  }
  if (typeof value === "number") return [{ ...common, kind: "number", value: String(value) }];
  if (Array.isArray(value)) {
    if (value.every(isPerson)) {
      // An empty list may be of anything; those that take people are known by their names.
      if (value.length === 0 && !/^(to|cc|bcc|attendees|optional)$/.test(name)) return [];
      return [{ ...common, kind: "people", value: value.map(personInWords).join(", ") }];
    }
    if (value.every((one) => typeof one === "string")) {
      return [{ ...common, kind: "list", value: value.join(", ") }];
    }
    return [];
  }
  if (typeof value === "string") {
    const long = value.includes("\n") || value.length > LONG || /^(body|text)$/.test(name);
    return [{ ...common, kind: long ? "long" : "text", value }];
  }
  return [];
}

function back(field: Field, was: unknown | undefined): unknown {
  if (field.kind === "flag") return field.value;
  if (field.kind === "number") return Number(field.value);
  const parts = () => field.value.split(",").map((part) => part.trim()).filter(Boolean);
  if (field.kind === "list") return parts();
  if (field.kind !== "people") return field.value;
  const known = Array.isArray(was) ? was.filter(isPerson) : [];
  return parts().map((part) => known.find((one) => personInWords(one) === part) ?? address(part));
}

type Person = { email: string; name: string };

function isPerson(value: unknown): value is Person {
  return typeof value === "object" && value !== null && "email" in value && "name" in value;
}

function personInWords({ email, name }: Person): string {
  return name ? `${name} <${email}>` : email;
}

/** "Ann <ann@a.example>" by its address; anything else as it is, which the server looks up. */
function address(part: string): string {
  return /<([^<>]+)>$/.exec(part)?.[1] ?? part;
}

function inWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
