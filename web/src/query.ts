/** Lists that are read from the server, kept while they are looked at, and read anew when news comes. */

import { QueryClient } from "@tanstack/react-query";

import { Refused } from "./api/http";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What is refused will be refused again; what could not be reached may come back.
      retry: (failures, error) => !(error instanceof Refused && error.status < 500) && failures < 3,
    },
  },
});

const TOGETHER_MS = 400;
let soon: ReturnType<typeof setTimeout> | undefined;

/** Let lists show what a conversation has just changed; what comes close together counts as one. */
export function listsChanged(): void {
  clearTimeout(soon);
  soon = setTimeout(() => {
    for (const list of ["threads", "questions", "effects", "schedules"]) {
      void queries.invalidateQueries({ queryKey: [list] });
    }
  }, TOGETHER_MS);
}
