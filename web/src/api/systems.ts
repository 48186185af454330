/** What an organisation registered of other systems: servers that lend tools, and agents. */

import { call } from "./http";
import type { RemoteAgentBody, ToolServerBody } from "./schema";

const SERVER = "/api/v1/tool-servers/{server}";
const REMOTE = "/api/v1/remote-agents/{remote}";

export const servers = {
  list: async () => (await call("get", "/api/v1/tool-servers", {})).servers,

  /** A server as it was accepted and, for who may accept it, how it differs by now. */
  get: (server: string) => call("get", SERVER, { path: { server } }),

  add: (body: ToolServerBody) => call("post", "/api/v1/tool-servers", { body }),

  accept: (server: string, offer: string) =>
    call("post", `${SERVER}/accept`, { path: { server }, body: { offer } }),

  remove: (server: string) => call("delete", SERVER, { path: { server } }),
};

export const remotes = {
  list: async () => (await call("get", "/api/v1/remote-agents", {})).agents,

  /** An agent as its card was accepted and, for who may accept it, whether that is another by now. */
  get: (remote: string) => call("get", REMOTE, { path: { remote } }),

  add: (body: RemoteAgentBody) => call("post", "/api/v1/remote-agents", { body }),

  accept: (remote: string, offer: string) =>
    call("post", `${REMOTE}/accept`, { path: { remote }, body: { offer } }),

  remove: (remote: string) => call("delete", REMOTE, { path: { remote } }),
};
