// Lets the AG-UI client package hold a conversation: reads {url, threadId, steps} as JSON from stdin,
// where a step is {say: text} or {resume: payload} for the open question, and prints what the agent
// object holds after each step.

import { HttpAgent } from "@ag-ui/client";

async function readInput() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function take(agent, step, place) {
  if (step.say !== undefined) {
    agent.addMessage({ id: `${agent.threadId}-said-${place}`, role: "user", content: step.say });
  }
  const resume = agent.pendingInterrupts.map((open) => ({
    interruptId: open.id,
    status: "resolved",
    payload: step.resume,
  }));
  const events = [];
  await agent.runAgent(
    { runId: `${agent.threadId}-run-${place}`, ...(step.resume === undefined ? {} : { resume }) },
    { onEvent: ({ event }) => void events.push(event.type) },
  );
  return { events, interrupts: agent.pendingInterrupts, messages: structuredClone(agent.messages) };
}

const { url, threadId, steps } = await readInput();
const agent = new HttpAgent({ url, threadId });
const taken = [];
for (const [place, step] of steps.entries()) taken.push(await take(agent, step, place + 1));
process.stdout.write(JSON.stringify(taken));
