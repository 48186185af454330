/** Who is signed in here, and how somebody signs in, as the server wants it. */

import { useSyncExternalStore } from "react";

import { bring, call, type Refused } from "../api/http";

export type Standing =
  | { at: "coming" }
  | { at: "failed"; error: unknown }
  | { at: "closed"; missing: string[] }
  /** Signed in; `name` is "" and `leave` null where everybody on this machine is the developer. */
  | { at: "in"; name: string; leave: (() => Promise<void>) | null }
  /** To sign in: with an account, or with the secret that whoever runs the server knows. */
  | { at: "out"; with: "account" | "secret"; why: string; enter: (secret: string) => Promise<void> };

let standing: Standing = { at: "coming" };
const listeners = new Set<() => void>();

export function tell(now: Standing): void {
  standing = now;
  for (const listener of listeners) listener();
}

export function useStanding(): Standing {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => standing,
  );
}

/** Find out who is here; asked again after a failure. */
export async function begin(): Promise<void> {
  tell({ at: "coming" });
  try {
    const way = await call("get", "/api/v1/sign-in", {});
    if (way.mode === "open") tell({ at: "in", name: "", leave: null });
    else if (way.mode === "closed") tell({ at: "closed", missing: way.missing });
    else if (way.mode === "secret") askForSecret("");
    else await (await import("./entra")).begin(way);
  } catch (error) {
    tell({ at: "failed", error });
  }
}

/** The secret stays in this page's memory: a page that is loaded anew asks for it again. */
function askForSecret(why: string): void {
  const enter = (secret: string): Promise<void> => {
    const again = (refused: Refused) => askForSecret(refused.message);
    bring({ token: () => Promise.resolve(secret), refused: again });
    tell({ at: "in", name: "", leave: null });
    return Promise.resolve();
  };
  tell({ at: "out", with: "secret", why, enter });
}
