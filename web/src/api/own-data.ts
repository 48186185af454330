/** What is kept of whoever is signed in. */

import { call, reach } from "./http";

export const ownData = {
  /** Return all of it: an object a line. */
  copy: async () => (await reach("/me/data")).blob(),

  erase: () => call("delete", "/api/v1/me/data", { query: { confirm: "everything" } }),

  erasure: (erasure: string) => call("get", "/api/v1/erasures/{erasure}", { path: { erasure } }),
};
