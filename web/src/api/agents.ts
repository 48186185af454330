/** Agents and what may be done with them. */

import { get, reach, segment, send } from "./http";
import type { Agent, AgentBrief, AgentVersion, Statistics } from "./types";

const at = (id: string) => `/agents/${segment(id)}`;

/** An agent, and the mark of its version that a change has to name. */
export interface Tagged {
  agent: Agent;
  etag: string;
}

export const agents = {
  list: (q: string) =>
    get<{ agents: AgentBrief[] }>(q ? `/agents?${new URLSearchParams({ q })}` : "/agents?limit=200"),

  async get(id: string): Promise<Tagged> {
    const response = await reach(at(id));
    return { agent: (await response.json()) as Agent, etag: response.headers.get("ETag") ?? "" };
  },

  statistics: (id: string) => get<Statistics>(`${at(id)}/statistics`),

  versions: async (id: string) =>
    (await get<{ versions: AgentVersion[] }>(`${at(id)}/versions`)).versions,

  switch: (id: string, enabled: boolean, etag: string) =>
    send<Agent>("PATCH", at(id), { enabled }, { "If-Match": etag }),

  rollback: (id: string, version: number, etag: string) =>
    send<Agent>("POST", `${at(id)}/rollback`, { version }, { "If-Match": etag }),

  remove: (id: string, etag: string) =>
    send<{ restorable_until: string }>("DELETE", at(id), undefined, { "If-Match": etag }),

  restore: (id: string) => send<Agent>("POST", `${at(id)}/restore`),

  run: (id: string) => send<{ thread_id: string }>("POST", `${at(id)}/run`, {}),

  exported: (id: string) => `/api/v1${at(id)}/export`,
};
