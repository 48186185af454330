/** An answer in which what it lists can be tapped: a mail is opened, of the rest its name is written. */

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { threads } from "../api/threads";
import { Said, tappable } from "../ui/markdown";
import { tapped, type Tapped } from "./tapped";

export function Answer({
  text,
  thread,
  turn,
  tap,
}: {
  text: string;
  thread: string;
  turn: number;
  tap: (what: Tapped) => void;
}) {
  const query = useQuery({
    queryKey: ["references", thread, turn],
    queryFn: async () => (await threads.turn(thread, turn)).references,
    staleTime: Infinity,
    enabled: turn > 0,
  });
  const references = query.data;
  const components = useMemo(
    () =>
      tappable((words) => {
        const found = tapped(references ?? [], words);
        return found && (() => tap(found));
      }),
    [references, tap],
  );
  return <Said text={text} components={components} />;
}
