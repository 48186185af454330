/** Agents and what may be done with them. */

import { call, reach, segment, tagged } from "./http";
import type { AgentTaken, AgentView } from "./schema";

const AGENT = "/api/v1/agents/{agent}";

/** An agent, and the mark of its version that a change has to name. */
export interface Tagged {
  agent: AgentView;
  etag: string;
}

/** What of an agent may be changed here; what is left out stays. */
export type AgentChange = Partial<
  Pick<AgentView, "name" | "description" | "enabled" | "examples" | "skills" | "tools" | "hooks" | "users" | "public">
>;

export const agents = {
  list: (q: string) => call("get", "/api/v1/agents", { query: q ? { q } : { limit: "200" } }),

  async get(agent: string): Promise<Tagged> {
    const { answer, etag } = await tagged("get", AGENT, { path: { agent } });
    return { agent: answer, etag };
  },

  statistics: (agent: string) => call("get", `${AGENT}/statistics`, { path: { agent } }),

  versions: async (agent: string) =>
    (await call("get", `${AGENT}/versions`, { path: { agent } })).versions,

  version: (agent: string, version: number) =>
    call("get", `${AGENT}/versions/{version}`, { path: { agent, version: String(version) } }),

  change: (agent: string, body: AgentChange, etag: string) =>
    call("patch", AGENT, { path: { agent }, body, headers: { "If-Match": etag } }),

  rollback: (agent: string, version: number, etag: string) =>
    call("post", `${AGENT}/rollback`, {
      path: { agent },
      body: { version },
      headers: { "If-Match": etag },
    }),

  remove: (agent: string, etag: string) =>
    call("delete", AGENT, { path: { agent }, headers: { "If-Match": etag } }),

  restore: (agent: string) => call("post", `${AGENT}/restore`, { path: { agent } }),

  run: (agent: string) => call("post", `${AGENT}/run`, { path: { agent }, body: {} }),

  /** The agent's files, as an archive. */
  exported: async (agent: string): Promise<Blob> => {
    const headers = { Accept: "application/zip" };
    return (await reach(`/agents/${segment(agent)}/export`, { headers })).blob();
  },

  /** Make an agent of files: an archive, a folder as JSON, or a single SKILL.md or AGENT.md. */
  async imported(file: File): Promise<AgentTaken> {
    const zipped = file.name.toLowerCase().endsWith(".zip");
    const single = file.name.toLowerCase().endsWith(".md");
    const body = single ? JSON.stringify({ files: { [file.name]: await file.text() } }) : file;
    const type = { "Content-Type": zipped ? "application/zip" : "application/json" };
    const made = await reach("/agents/import", { method: "POST", headers: type, body });
    return (await made.json()) as AgentTaken;
  },
};
