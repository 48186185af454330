/** Requests to the API of this origin, and what its refusals say. */

import type { Card, JsonObject } from "./types";

const BASE = "/api/v1";
const PLAIN_ID = /^[A-Za-z0-9_-]+$/;

/** A refusal: `code` is stable, the message is a sentence for the person. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: { field: string; message: string }[] = [],
    /** Of a change that others would notice: what will happen, and the word that agrees to it. */
    readonly card: Card | null = null,
    readonly agree: string = "",
  ) {
    super(message);
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {
  constructor() {
    super("The server cannot be reached. Check your connection; nothing was lost.");
  }
}

/** Write an id as a part of a path. */
export function segment(id: string): string {
  if (PLAIN_ID.test(id)) return id;
  const bytes = new TextEncoder().encode(id);
  const base64 = btoa(String.fromCharCode(...bytes));
  return `~${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Fetch, with what cannot be reached told apart from what is refused. */
export async function reach(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(BASE + path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable();
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await reach(path, signal ? { signal } : {});
  return (await response.json()) as T;
}

export async function send<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const json = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await reach(path, {
    method,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** What to tell a person about any failure. */
export function sentence(error: unknown): string {
  if (error instanceof Refused && error.fields.length > 0) {
    return error.fields.map(({ field, message }) => `${field}: ${message}`).join("; ");
  }
  return error instanceof Error ? error.message : "Something went wrong. Try again.";
}

async function refusal(response: Response): Promise<Refused> {
  const problem = (await response.json().catch(() => ({}))) as JsonObject;
  const text = (name: string) => (typeof problem[name] === "string" ? problem[name] : "");
  const detail = text("detail") || `The server answered ${response.status}. Try again in a moment.`;
  return new Refused(
    response.status,
    text("code"),
    detail,
    Array.isArray(problem["errors"]) ? (problem["errors"] as never) : [],
    (problem["card"] as unknown as Card | undefined) ?? null,
    text("agree"),
  );
}
