/** What whoever is signed in may do. */

import { useQuery } from "@tanstack/react-query";

import { lists } from "./lists";
import type { ProfileView } from "./schema";

/** Whether a person may do something; undefined as long as that is not known. */
export function useMay(what: ProfileView["may"][number]): boolean | undefined {
  const profile = useQuery({ queryKey: ["profile"], queryFn: lists.profile, staleTime: 300_000 });
  return profile.data?.may.includes(what);
}
