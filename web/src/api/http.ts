/** Requests to the API of this origin, typed by its own description, and what its refusals say. */

import type { Card, FieldProblem, paths } from "./schema";

export const BASE = "/api/v1";
const PLAIN_ID = /^[A-Za-z0-9_-]+$/;
const PARAMETER = /\{(\w+)\}/g;

/** Where the browser is, for whoever has not said or connected a calendar that does. */
export const HERE = { "X-Time-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone };

export type JsonObject = { [key: string]: unknown };
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that are answered with a method. */
type Answering<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [method in M]: object } ? P : never;
}[keyof paths];

type Values<Parameters, Place extends string> = Parameters extends { [place in Place]?: infer Given }
  ? [NonNullable<Given>] extends [never]
    ? object
    : { [place in Place]: NonNullable<Given> }
  : object;

type Sent<Operation> = Operation extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? { body: Body }
  : Operation extends { requestBody?: { content: { "application/json": infer Body } } }
    ? { body?: Body }
    : object;

/** What a request takes: what stands in its path, its parameters, its body. */
type Asked<Operation> = Operation extends { parameters: infer Parameters }
  ? Values<Parameters, "path"> &
      Partial<Values<Parameters, "query">> &
      Sent<Operation> & { headers?: Record<string, string>; signal?: AbortSignal }
  : never;

type Content<Responses, Status extends number> = Responses extends {
  [status in Status]: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** What a request is answered with when it succeeds. */
type Answered<Operation> = Operation extends { responses: infer Responses }
  ? Content<Responses, 200> | Content<Responses, 201> | Content<Responses, 202>
  : never;

/** A refusal: `code` is stable, the message is a sentence for the person. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldProblem[] = [],
    /** Of a change that others would notice: what will happen, and the word that agrees to it. */
    readonly card: Card | null = null,
    readonly agree: string = "",
    /** What a token has to say besides, where that is what it lacks. */
    readonly claims: string = "",
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

/** What says for a request who is asking. */
export interface Pass {
  /** What a request brings; "" where nothing is wanted. `anew`: what it said so far did not do. */
  token(anew?: Refused): Promise<string>;
  /** Told when what was just renewed is refused all the same. */
  refused(why: Refused): void;
}

let pass: Pass = { token: () => Promise.resolve(""), refused: () => undefined };

/** Let requests bring a pass from now on. */
export function bring(another: Pass): void {
  pass = another;
}

/**
 * Fetch a path below the API's, with what cannot be reached told apart from what is refused. What
 * a pass no longer does for is asked for once more with a new one.
 */
export async function reach(path: string, init: RequestInit = {}): Promise<Response> {
  const token = await pass.token();
  try {
    return await once(path, init, token);
  } catch (error) {
    if (token === "" || !(error instanceof Refused) || error.status !== 401) throw error;
    const renewed = await pass.token(error);
    return await once(path, init, renewed).catch((again: unknown) => {
      if (again instanceof Refused && again.status === 401) pass.refused(again);
      throw again;
    });
  }
}

async function once(path: string, init: RequestInit, token: string): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token !== "") headers.set("Authorization", `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(BASE + path, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable();
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Make a request of the API; return what it answers, and the mark of its version. */
export async function tagged<M extends Method, P extends Answering<M>>(
  method: M,
  path: P,
  asked: Asked<paths[P][M]>,
): Promise<{ answer: Answered<paths[P][M]>; etag: string }> {
  const { path: inPath, query, body, headers, signal } = asked as {
    path?: Record<string, string | number>;
    query?: Record<string, string>;
    body?: unknown;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };
  const filled = path.replace(PARAMETER, (_, name: string) => segment(String(inPath?.[name])));
  const parameters = new URLSearchParams(query).toString();
  const json = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await reach(
    `${filled.slice(BASE.length)}${parameters && `?${parameters}`}`,
    {
      method: method.toUpperCase(),
      headers: { Accept: "application/json", ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    },
  );
  const answer = response.status === 204 ? undefined : await response.json();
  return { answer: answer as never, etag: response.headers.get("ETag") ?? "" };
}

/** Make a request of the API; return what it answers. */
export async function call<M extends Method, P extends Answering<M>>(
  method: M,
  path: P,
  asked: Asked<paths[P][M]>,
): Promise<Answered<paths[P][M]>> {
  return (await tagged(method, path, asked)).answer;
}

/** Whether a question was closed by somebody, or in a window, that was faster. */
export function answeredElsewhere(error: unknown): boolean {
  return error instanceof Refused && error.code === "interrupt_closed";
}

/** What to tell a person about any failure; `names` are what the fields are called where they are. */
export function sentence(error: unknown, names: Record<string, string> = {}): string {
  if (answeredElsewhere(error)) return "This was answered elsewhere.";
  if (error instanceof Refused && error.fields.length > 0) {
    return error.fields.map(({ field, message }) => `${names[field] ?? field}: ${message}`).join("; ");
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
    Array.isArray(problem["errors"]) ? (problem["errors"] as FieldProblem[]) : [],
    (problem["card"] as Card | undefined) ?? null,
    text("agree"),
    text("claims"),
  );
}
