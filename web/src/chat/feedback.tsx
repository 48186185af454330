/** Was that the right agent? What is said counts for everyone in the organisation. */

import { useQuery } from "@tanstack/react-query";
import { Popover } from "radix-ui";
import { useState } from "react";

import { agents } from "../api/agents";
import { sentence } from "../api/http";
import { threads } from "../api/threads";
import { agentInWords } from "../ui/words";

export function Feedback({ thread, turn, agent }: { thread: string; turn: number; agent: string }) {
  const [told, setTold] = useState("");
  const [choosing, setChoosing] = useState(false);

  async function tell(wrong: string | null) {
    setChoosing(false);
    try {
      await threads.feedback(thread, turn, wrong);
      setTold(wrong === null ? "Thank you." : `Noted: ${agentInWords(wrong)} was meant.`);
    } catch (error) {
      setTold(sentence(error));
    }
  }

  if (told) {
    return (
      <span className="quiet small" role="status">
        {told}
      </span>
    );
  }
  return (
    <span className="feedback">
      <button type="button" className="link small" onClick={() => void tell(null)}>
        Right agent
      </button>
      <Popover.Root open={choosing} onOpenChange={setChoosing}>
        <Popover.Trigger className="link small">Wrong agent</Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className="popover" align="start" sideOffset={6} collisionPadding={12}>
            <Others agent={agent} pick={(meant) => void tell(meant)} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </span>
  );
}

function Others({ agent, pick }: { agent: string; pick: (agent: string) => void }) {
  const query = useQuery({ queryKey: ["agents", ""], queryFn: () => agents.list("") });
  const others = query.data?.agents.filter((one) => one.id !== agent && one.enabled) ?? [];
  return (
    <>
      <p className="small">Which agent was meant?</p>
      {query.isError && <p role="alert">{sentence(query.error)}</p>}
      <ul className="menu">
        {others.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => pick(one.id)}>
              {one.name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
