/** The conversations this page has open, and following one while it is shown. */

import { useEffect, useSyncExternalStore } from "react";

import { threads } from "../api/threads";
import { listsChanged } from "../query";
import { Conversation, type View } from "./conversation";

const opened = new Map<string, Conversation>();

/** The conversation with an id: the same object as long as the page lives. */
function conversation(id: string, fresh: boolean): Conversation {
  let found = opened.get(id);
  if (found === undefined) {
    found = new Conversation(id, threads, listsChanged, fresh);
    opened.set(id, found);
  }
  return found;
}

export function forget(id: string): void {
  opened.delete(id);
}

export function useConversation(id: string, fresh = false): [Conversation, View] {
  const one = conversation(id, fresh);
  const view = useSyncExternalStore(one.subscribe, one.view);
  useEffect(one.watch, [one]);
  return [one, view];
}
