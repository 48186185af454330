/** Times, names and figures as people say them. */

const SERVICES: Record<string, string> = {
  gmail: "Mail",
  mail: "Mail",
  calendar: "Calendar",
  contacts: "Contacts",
  slack: "Slack",
  sheets: "Sheets",
  pages: "Pages",
  notion: "Pages",
};

/** What the names of tools begin with that are of others: servers that lend them, and agents. */
const [LENT, REMOTE] = ["mcp", "a2a"];

export const NO_SERVICE = "Others";

/** A tool's name in words: `gmail_search_messages` is "Mail: search messages". */
export function toolInWords(tool: string): string {
  const [service, does] = named(tool);
  return service === "" || does === "" ? capital(tool.replaceAll("_", " ")) : `${service}: ${does}`;
}

/** Whose a tool is: "Mail", the server that lends it, or an agent of another system; else "Others". */
export function serviceOf(tool: string): string {
  return named(tool)[0] || NO_SERVICE;
}

/** What a tool does, where it is told whose it is: "Search messages". */
export function doesInWords(tool: string): string {
  return capital(named(tool)[1] || tool);
}

function named(tool: string): [service: string, does: string] {
  const [first = "", ...rest] = tool.split("_");
  const [whose = "", ...does] = rest;
  if (first === LENT) return [agentInWords(whose), does.join(" ")];
  if (first === REMOTE) return ["Agents of others", `ask ${rest.join(" ")}`];
  return [SERVICES[first] ?? "", rest.join(" ")];
}

/** An agent's id as a name: `weekly-report` is "Weekly report". */
export function agentInWords(id: string): string {
  return capital(id.replaceAll("-", " "));
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** "14:05" today, "Tue 14:05" this week, "3 Nov" before or after. */
export function when(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const days = Math.abs(startOfDay(at) - startOfDay(now)) / 86_400_000;
  const time = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (days < 1) return time;
  if (days < 7) return `${at.toLocaleDateString([], { weekday: "short" })} ${time}`;
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return at.toLocaleDateString([], { day: "numeric", month: "short", ...year });
}

export function fully(iso: string): string {
  return new Date(iso).toLocaleString([], { dateStyle: "full", timeStyle: "short" });
}

export function dayOf(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return at.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
}

export function took(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export function percent(rate: number | null): string {
  return rate === null ? "–" : `${Math.round(rate * 100)} %`;
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

/** "22 bytes", "120 KB", "2 MB". */
export function inBytes(size: number): string {
  if (size >= 1_000_000) return `${Math.round(size / 1_000_000)} MB`;
  return size >= 1_000 ? `${Math.round(size / 1_000)} KB` : plural(size, "byte");
}
