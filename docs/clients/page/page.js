import { HttpAgent } from "@ag-ui/client";

const url = new URLSearchParams(location.search).get("api") ?? "http://127.0.0.1:7071";
const agent = new HttpAgent({ url: `${url}/api/v1/chat`, threadId: crypto.randomUUID() });
const said = document.querySelector("#said");
const add = (name, text = "") => said.appendChild(Object.assign(document.createElement(name), { textContent: text }));

async function run(resume) {
  let line = null;
  await agent.runAgent(resume ? { resume } : {}, {
    onTextMessageStartEvent: () => void (line = add("p")),
    onTextMessageContentEvent: ({ event }) => void (line.textContent += event.delta),
    onRunErrorEvent: ({ event }) => void add("strong", event.message),
  });
  for (const { id, reason } of agent.pendingInterrupts) {
    if (reason === "input_required") continue; // is answered in words, below
    for (const approved of [true, false]) {
      const answer = () => run([{ interruptId: id, status: "resolved", payload: { approved } }]);
      add("button", approved ? "Do it" : "Leave it").onclick = answer;
    }
  }
}

document.querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  const input = event.target.querySelector("input");
  const [open] = agent.pendingInterrupts;
  add("h2", input.value);
  if (!open) agent.addMessage({ id: crypto.randomUUID(), role: "user", content: input.value });
  void run(open && [{ interruptId: open.id, status: "resolved", payload: { text: input.value } }]);
  event.target.reset();
};
