// Lets the AG-UI client package hold a conversation: reads {url, threadId, steps} as JSON from stdin,
// and the {state} that the client keeps if there is one. A step has {say: text}, an answer to the open
// question ({resume: payload}, {edit: arguments} or {cancel: true}), or both, besides forwarded {props}
// and {context}. Prints what the agent object holds after each step.

import { HttpAgent } from "@ag-ui/client";

const mark = crypto.randomUUID();

async function readInput() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

function answer(open, step) {
  if (step.cancel) return { interruptId: open.id, status: "cancelled" };
  const editedArgs = { ...open.metadata?.arguments, ...step.edit };
  const payload = step.edit ? { approved: true, editedArgs } : step.resume;
  return { interruptId: open.id, status: "resolved", payload };
}

async function take(agent, step, place) {
  if (step.say !== undefined) {
    agent.addMessage({ id: `${mark}-said-${place}`, role: "user", content: step.say });
  }
  const resume = agent.pendingInterrupts.map((open) => answer(open, step));
  const answers = ["resume", "edit", "cancel"].some((way) => way in step);
  const events = [];
  await agent.runAgent(
    {
      runId: `${mark}-run-${place}`,
      ...(answers ? { resume } : {}),
      ...(step.props ? { forwardedProps: step.props } : {}),
      ...(step.context ? { context: step.context } : {}),
    },
    { onEvent: ({ event }) => void events.push(event.type) },
  );
  return {
    events,
    interrupts: agent.pendingInterrupts,
    messages: structuredClone(agent.messages),
    state: structuredClone(agent.state),
  };
}

const { url, threadId, steps, state } = await readInput();
const agent = new HttpAgent({ url, threadId, ...(state ? { initialState: state } : {}) });
const taken = [];
for (const [place, step] of steps.entries()) taken.push(await take(agent, step, place + 1));
process.stdout.write(JSON.stringify(taken));
