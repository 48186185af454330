/** What is different between two versions of an agent, in the words of the page. */

import type { AgentView } from "../api/schema";
import { toolInWords } from "../ui/words";
import { inWords } from "./policies";

type Compared = Pick<AgentView, "name" | "description" | "skills" | "tools" | "examples" | "hooks">;

export interface Changed {
  label: string;
  gone: string[];
  came: string[];
}

/** What a version had that the other has not, and the other way round; "" is told nowhere. */
export function differences(before: Compared, after: Compared): Changed[] {
  const [was, is] = [parts(before), parts(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((label) => {
    const [old, now] = [was.get(label) ?? [], is.get(label) ?? []];
    const gone = old.filter((line) => line !== "" && !now.includes(line));
    const came = now.filter((line) => line !== "" && !old.includes(line));
    const order = gone.length + came.length === 0 && old.join("\n") !== now.join("\n");
    if (order) return [{ label: `${label}, in another order`, gone: old, came: now }];
    return gone.length + came.length > 0 ? [{ label, gone, came }] : [];
  });
}

function parts(agent: Compared): Map<string, string[]> {
  return new Map([
    ["Name", [agent.name]],
    ["Description", [agent.description]],
    ...agent.skills.map(
      (skill): [string, string[]] => [skill.name, [skill.description, ...skill.instructions.split("\n")]],
    ),
    ["Tools", agent.tools.map(toolInWords)],
    ["Examples", agent.examples],
    ["Policies", agent.hooks.flatMap(inWords)],
  ]);
}
