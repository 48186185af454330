/** What is being done for a message: tools that were called, agents that were asked side by side. */

import type { View } from "../conversation/conversation";
import type { Branch, Run, Step } from "../conversation/log";
import { Icon } from "../ui/icon";
import { Said } from "../ui/markdown";
import { agentInWords, plural, toolInWords } from "../ui/words";

const STATES: Record<Branch["state"], string> = {
  started: "is working",
  completed: "has answered",
  failed: "could not answer",
  late: "was too slow",
  needs_person: "needs you",
};

const WORKING = "Working on it";
const THINKING = "Thinking about the answer";

/** What a language model takes its time over, by the name of the step. */
const SLOW: Record<string, string> = {
  understanding: "Reading your message",
  planning: "Working out what to do",
  reassessing: "Looking at what was found",
  revising: "Changing it as you said",
  reading: "Reading your reply",
  conversing: "Thinking about what you said",
  wording: "Putting the answer into words",
};

/** Only what the server has noted is told as certain. */
const STOPPING: Record<View["stopping"], string> = {
  no: "",
  asked: "Stopping",
  noted: "Stopping at the next step",
};

/** Of a run that is going on: everything, as it happens. */
export function Working({
  run,
  stopping,
}: {
  run: Run | undefined;
  stopping: View["stopping"];
}) {
  const latest = run?.steps.at(-1);
  const calling = latest && !latest.done ? toolInWords(latest.tool) : "";
  const thinking = run?.thoughts ? THINKING : "";
  const doing = STOPPING[stopping] || SLOW[run?.doing ?? ""] || calling || thinking || WORKING;
  return (
    <div className="working">
      <p role="status">
        <span className="pulse" aria-hidden="true" />
        {doing} …
      </p>
      {run && <Thoughts text={run.thoughts} />}
      {run && <Branches run={run} />}
      {run?.found.map((one) => (
        <div key={one.id} className="found">
          <p className="eyebrow">{agentInWords(one.agent)}, so far</p>
          <Said text={one.text} />
        </div>
      ))}
    </div>
  );
}

/** What a language model thought before it answered: folded, since it is no part of the answer. */
export function Thoughts({ text }: { text: string }) {
  if (text.trim() === "") return null;
  return (
    <details className="thoughts">
      <summary>What it thought</summary>
      <p>{text.trim()}</p>
    </details>
  );
}

/** Of a run that has ended: in a line, with the rest on demand. */
export function Done({ steps }: { steps: Step[] }) {
  if (steps.length === 0) return null;
  return (
    <details className="steps">
      <summary>{plural(steps.length, "step")}</summary>
      <ol>
        {steps.map((step) => (
          <li key={step.id}>
            <Icon name={step.done ? "check" : "close"} />
            {toolInWords(step.tool)}
            {!step.done && <span className="quiet"> (not done)</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Branches({ run }: { run: Run }) {
  if (run.branches.length === 0) return null;
  return (
    <ul className="branches">
      {run.branches.map((branch) => (
        <li key={branch.id} className={branch.state}>
          <strong>{agentInWords(branch.agent)}</strong> {STATES[branch.state]}
        </li>
      ))}
    </ul>
  );
}
