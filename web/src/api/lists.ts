/** What a person has: questions, changes, schedules, accounts; and what operators look at. */

import { get, segment, send } from "./http";
import type {
  Connections,
  EffectPage,
  Gaps,
  Profile,
  Report,
  Schedule,
  UsageReport,
  Waiting,
} from "./types";

const schedule = (id: string) => `/schedules/${segment(id)}`;

export const lists = {
  questions: () => get<{ questions: Waiting[] }>("/questions"),

  /** Agree to what somebody else asked for, or turn it down. */
  decide: (approval: Waiting, action: "accept" | "reject") =>
    send<unknown>("POST", approval.links.answer.replace(/^\/api\/v1/, ""), { action }),

  effects: (after: string) =>
    get<EffectPage>(`/effects?${new URLSearchParams({ limit: "50", after })}`),

  /** Take a change back; `agree` is the word that a refusal gave for what it showed. */
  undo: (effect: string, agree: string) =>
    send<{ text: string }>("POST", `/effects/${segment(effect)}/undo`, agree ? { agree } : {}),

  schedules: async () => (await get<{ schedules: Schedule[] }>("/schedules")).schedules,

  changeSchedule: (id: string, change: { paused: boolean } | { withdraw: string[] }) =>
    send<Schedule>("PATCH", schedule(id), change),

  removeSchedule: (id: string) => send<unknown>("DELETE", schedule(id)),

  runSchedule: (id: string) => send<{ thread_id: string }>("POST", `${schedule(id)}/run`),

  connections: () => get<Connections>("/connections"),

  connect: (provider: string, account?: string) =>
    send<{ url: string }>(
      "POST",
      `/connections/${segment(provider)}/start`,
      account === undefined ? {} : { account },
    ),

  disconnect: (id: string) => send<unknown>("DELETE", `/connections/${segment(id)}`),

  profile: () => get<Profile>("/profile"),

  saveProfile: (preferred: Profile["preferred"]) => send<Profile>("PUT", "/profile", preferred),

  forgetChoices: () => send<unknown>("DELETE", "/preferences"),

  choices: () => get<{ preferences: { text: string; agent: string; at: string }[] }>("/preferences"),

  report: (days: number) => get<Report>(`/routing/report?days=${days}`),

  usage: (days: number) => get<UsageReport>(`/usage?days=${days}&of=organisation`),

  gaps: (days: number) => get<Gaps>(`/routing/gaps?days=${days}`),
};
