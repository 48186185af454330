/** What of a step's arguments a person can change in a form, and back into arguments. Pure. */

import type { JsonObject } from "../api/http";

interface Common {
  name: string;
  label: string;
  /** What may stand there, where nothing does yet. */
  hint: string;
}

export type Field = Common &
  (
    | { kind: "text" | "long"; value: string }
    | { kind: "number"; value: string; least?: number; most?: number }
    | { kind: "moment"; value: string; whole: boolean }
    | { kind: "people" | "list"; value: string }
    | { kind: "choice"; value: string; options: string[] }
    | { kind: "flag"; value: boolean }
    /** Files that go along; `value` are the places of those that stay. */
    | { kind: "files"; value: number[]; files: Attachment[] }
    /** Cells of a table, each under the name of its column. */
    | { kind: "cells"; value: string[]; columns: string[] }
  );

export type Attachment = { name: string; size: number };

const LONG = 80;
const STAYS = "Stays as it is";
/** A number as a cell holds it: what begins with a nought is a text, and so is a very long one. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/;
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/;

/** The fields of a form: what the schema of an answer describes, but for what is settled. */
export function fieldsOf(given: JsonObject, schema: JsonObject): Field[] {
  const edited = part(part(schema, "properties"), "editedArgs");
  return Object.entries(part(edited, "properties")).flatMap(([name, described]) => {
    const value = given[name] ?? null;
    return field(name, value, alone(described as JsonObject, value !== null), given);
  });
}

/** The arguments that were changed, as the API takes them; people by their address or name. */
export function changes(given: JsonObject, fields: Field[], now: Field[]): JsonObject {
  const changed = now.filter((field, place) => !same(field.value, fields[place]?.value));
  return Object.fromEntries(changed.map((field) => [field.name, back(field, given[field.name])]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function part(schema: JsonObject, name: string): JsonObject {
  return (schema[name] as JsonObject | undefined) ?? {};
}

/** A description without the choice of saying nothing, which leaves things as they are. */
function alone(schema: JsonObject, said: boolean): JsonObject {
  const ways = (schema["anyOf"] as JsonObject[] | undefined)?.filter(({ type }) => type !== "null");
  if (ways?.length !== 1) return schema;
  return { ...schema, ...ways[0], ...(said ? {} : { description: STAYS }) };
}

function field(name: string, value: unknown, schema: JsonObject, given: JsonObject): Field[] {
  if (schema["readOnly"] === true) return [];
  const common = { name, label: labelOf(name, schema["title"]), hint: String(schema["description"] ?? "") };
  const text = value === null ? String(schema["default"] ?? "") : String(value);
  const options = schema["enum"];
  if (Array.isArray(options) && options.every((one) => typeof one === "string")) {
    return [{ ...common, kind: "choice", value: text, options }];
  }
  switch (schema["type"]) {
    case "boolean":
      return [{ ...common, kind: "flag", value: (value ?? schema["default"]) === true }];
    case "integer":
    case "number":
      return [{ ...common, kind: "number", value: text, ...within(schema) }];
    case "array":
      return several(common, Array.isArray(value) ? value : [], part(schema, "items"), given);
    case "string":
      if (MOMENT.test(text)) return [{ ...common, kind: "moment", value: text, whole: !text.includes("T") }];
      return [{ ...common, kind: isLong(name, text) ? "long" : "text", value: text }];
    default:
      return [];
  }
}

function several(common: Common, value: unknown[], items: JsonObject, given: JsonObject): Field[] {
  if (refers(items, "Person")) {
    return [{ ...common, kind: "people", value: value.map(personInWords).join(", ") }];
  }
  if (refers(items, "WantedFile")) {
    const files = value as Attachment[];
    return files.length > 0 ? [{ ...common, kind: "files", value: files.map((_, place) => place), files }] : [];
  }
  if (items["type"] === "string") return [{ ...common, kind: "list", value: value.join(", ") }];
  if (value.length === 0) return [];
  if (refers(items, "ColumnValue")) {
    const pairs = value as ColumnValue[];
    const columns = pairs.map(({ column }) => column);
    return [{ ...common, kind: "cells", value: pairs.map((one) => cellInWords(one.value)), columns }];
  }
  if (isCell(items)) {
    const heads = Array.isArray(given["columns"]) ? given["columns"] : [];
    const columns = value.map((_, place) => String(heads[place] ?? `Column ${letters(place + 1)}`));
    return [{ ...common, kind: "cells", value: value.map(cellInWords), columns }];
  }
  return [];
}

/** Whether something may be a text as well as a number. */
function isCell({ anyOf: ways }: JsonObject): boolean {
  const types = Array.isArray(ways) ? (ways as JsonObject[]).map(({ type }) => type) : [];
  return types.includes("string") && types.includes("number");
}

/** Whether something is, or may be, what goes by a name in the schema. */
function refers(schema: JsonObject, name: string): boolean {
  const ways = (schema["anyOf"] as JsonObject[] | undefined) ?? [schema];
  return ways.some((one) => one["$ref"] === `#/$defs/${name}`);
}

function within({ minimum, maximum }: JsonObject): { least?: number; most?: number } {
  return {
    ...(typeof minimum === "number" ? { least: minimum } : {}),
    ...(typeof maximum === "number" ? { most: maximum } : {}),
  };
}

function isLong(name: string, text: string): boolean {
  return text.includes("\n") || text.length > LONG || /^(body|text|notes?)$/.test(name);
}

function back(field: Field, was: unknown): unknown {
  const parts = () => String(field.value).split(",").map((one) => one.trim()).filter(Boolean);
  switch (field.kind) {
    case "number":
      return field.value.trim() === "" ? null : Number(field.value);
    case "list":
      return parts();
    case "people": {
      const known = Array.isArray(was) ? was.filter(isPerson) : [];
      return parts().map((one) => known.find((person) => personInWords(person) === one) ?? address(one));
    }
    case "files":
      return field.value.map((place) => field.files[place]);
    case "cells": {
      const before = Array.isArray(was) ? (was as unknown[]) : [];
      return field.value.map((words, place) => {
        const one = before[place];
        return isPair(one) ? { ...one, value: cell(words, one.value) } : cell(words, one);
      });
    }
    default:
      return field.value;
  }
}

type ColumnValue = { column: string; value: unknown };

function isPair(value: unknown): value is ColumnValue {
  return typeof value === "object" && value !== null && "column" in value;
}

function cellInWords(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

/** What a cell is to hold: as it was where its words are the same, a number where they are one. */
function cell(words: string, was: unknown): unknown {
  const said = words.trim();
  if (words === cellInWords(was)) return was;
  if (said === "") return null;
  if (typeof was === "boolean" && /^(true|false)$/i.test(said)) return said.toLowerCase() === "true";
  return NUMBER.test(said) ? Number(said) : said;
}

/** The letters of a column: 1 is A, 27 is AA. */
function letters(column: number): string {
  if (column < 1) return "";
  const before = Math.floor((column - 1) / 26);
  return letters(before) + String.fromCharCode(65 + ((column - 1) % 26));
}

type Person = { email: string; name: string };

function isPerson(value: unknown): value is Person {
  return typeof value === "object" && value !== null && "email" in value && "name" in value;
}

function personInWords(person: unknown): string {
  if (!isPerson(person)) return String(person);
  return person.name ? `${person.name} <${person.email}>` : person.email;
}

/** "Ann <ann@a.example>" by its address; anything else as it is, which the server looks up. */
function address(part: string): string {
  return /<([^<>]+)>$/.exec(part)?.[1] ?? part;
}

/** What a field is called: by its title where that says more than its name does. */
function labelOf(name: string, title: unknown): string {
  const words = name.replaceAll("_", " ");
  if (typeof title === "string" && title.toLowerCase() !== words.toLowerCase()) return title;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
