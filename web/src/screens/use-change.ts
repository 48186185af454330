/** Changing an agent on its page. */

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { agents, type AgentChange, type Tagged } from "../api/agents";

/** Change an agent, and read it anew however that ends. */
export function useChange({ agent, etag }: Tagged, done: () => void = () => undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: AgentChange) => agents.change(agent.id, change, etag),
    onSuccess: done,
    onSettled: () => cache.invalidateQueries({ queryKey: ["agent", agent.id] }),
  });
}
