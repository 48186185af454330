/** What a person has: questions, changes, schedules, accounts; and what operators look at. */

import { HERE, Refused, call, reach } from "./http";
import type { ChangesBody, PolicyOutput, PreferredInput, ProviderView, WaitingView } from "./schema";

const SCHEDULE = "/api/v1/schedules/{schedule}";

export const lists = {
  questions: () => call("get", "/api/v1/questions", {}),

  /** Agree to what somebody else asked for, or turn it down. */
  decide: (approval: WaitingView, action: "accept" | "reject") =>
    reach(approval.links.answer.replace(/^\/api\/v1/, ""), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ action }),
    }),

  effects: (after: string) => call("get", "/api/v1/effects", { query: { limit: "50", after } }),

  /** Take a change back; `agree` is the word that a refusal gave for what it showed. */
  undo: (effect: string, agree: string) =>
    call("post", "/api/v1/effects/{effect}/undo", { path: { effect }, body: { agree } }),

  schedules: async () => (await call("get", "/api/v1/schedules", {})).schedules,

  changeSchedule: (schedule: string, body: ChangesBody) =>
    call("patch", SCHEDULE, { path: { schedule }, body }),

  removeSchedule: (schedule: string) => call("delete", SCHEDULE, { path: { schedule } }),

  runSchedule: (schedule: string) =>
    call("post", `${SCHEDULE}/run`, { path: { schedule }, body: {} }),

  connections: () => call("get", "/api/v1/connections", {}),

  /** Connect an account, by the token of whoever is signed in if that will do; else return where. */
  async connect({ id: provider, by_token }: ProviderView): Promise<string | null> {
    if (by_token) {
      try {
        await call("post", "/api/v1/connections/{provider}/on-behalf-of", {
          path: { provider },
          body: {},
        });
        return null;
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== "consent_required") throw error;
      }
    }
    return lists.reconnect(provider);
  },

  /** Return where to sign in to a provider, anew if an account is named. */
  reconnect: async (provider: string, account?: string): Promise<string> => {
    const body = account === undefined ? {} : { account };
    return (await call("post", "/api/v1/connections/{provider}/start", { path: { provider }, body }))
      .url;
  },

  disconnect: (connection: string) =>
    call("delete", "/api/v1/connections/{connection}", { path: { connection } }),

  profile: () => call("get", "/api/v1/profile", { headers: HERE }),

  saveProfile: (body: PreferredInput) => call("put", "/api/v1/profile", { body }),

  policy: () => call("get", "/api/v1/policy", {}),

  savePolicy: (body: PolicyOutput) => call("put", "/api/v1/policy", { body }),

  tools: async () => (await call("get", "/api/v1/tools", {})).tools,

  forgetChoices: () => call("delete", "/api/v1/preferences", {}),

  choices: () => call("get", "/api/v1/preferences", {}),

  report: (days: number) => call("get", "/api/v1/routing/report", { query: { days: String(days) } }),

  usage: (days: number) =>
    call("get", "/api/v1/usage", { query: { days: String(days), of: "organisation" } }),

  gaps: (days: number) => call("get", "/api/v1/routing/gaps", { query: { days: String(days) } }),
};
