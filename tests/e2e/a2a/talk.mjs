// Lets the TypeScript client of A2A talk to an agent: reads {url, path, version, binding, streaming, said,
// webhook, follows} as JSON from stdin. The card is where the client looks for it at a url, or, with the path
// "", that url. What is said goes to the task before it while that asks something, else it is a task of its
// own, with the webhook where there is one. With follows, whoever answers a task has subscribed to it before.
// Prints each task as it stands then, with the number of updates it was told by and the states it went
// through for whoever followed it.

import { randomUUID } from "node:crypto";
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from "@a2a-js/sdk/client";
import { Role, TaskState } from "@a2a-js/sdk";

async function readInput() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

const { url, path, version, binding, streaming, said, webhook, follows } = await readInput();
const legacyCompat = { enabled: true };
const factory = new ClientFactory({
  transports: [new JsonRpcTransportFactory({ legacyCompat }), new RestTransportFactory({ legacyCompat })],
  preferredTransports: [binding],
});
const { agentCard } = await factory.createFromUrl(url, path);
agentCard.supportedInterfaces = agentCard.supportedInterfaces.filter(
  (one) => one.protocolVersion === version,
);
const client = await factory.createFromAgentCard(agentCard);
const contextId = randomUUID();
const asks = (task) => task?.status.state === TaskState.TASK_STATE_INPUT_REQUIRED;
const text = (parts) => parts.map((part) => (part.content?.$case === "text" ? part.content.value : ""));

const configuration = webhook && {
  acceptedOutputModes: [],
  taskPushNotificationConfig: { tenant: "", id: "", taskId: "", ...webhook },
  returnImmediately: false,
};
const states = ({ payload }) => (payload.value.status ? [TaskState[payload.value.status.state]] : []);

function message(words, before) {
  return {
    configuration: asks(before) ? undefined : configuration,
    message: {
      messageId: randomUUID(),
      contextId,
      taskId: asks(before) ? before.id : "",
      role: Role.ROLE_USER,
      parts: [{ content: { $case: "text", value: words }, filename: "", mediaType: "" }],
      extensions: [],
      referenceTaskIds: [],
    },
  };
}

let before;
const tasks = [];
for (const words of said) {
  const news = follows && asks(before) ? client.resubscribeTask({ tenant: "", id: before.id }) : undefined;
  const followed = news ? states((await news.next()).value) : [];
  let updates = 0;
  let id;
  if (streaming) {
    for await (const { payload } of client.sendMessageStream(message(words, before))) {
      updates += 1;
      id ??= payload.$case === "task" ? payload.value.id : payload.value.taskId;
    }
  } else {
    id = (await client.sendMessage(message(words, before))).id;
  }
  if (news) for await (const update of news) followed.push(...states(update));
  before = await client.getTask({ id });
  tasks.push({
    id,
    updates,
    followed,
    state: TaskState[before.status.state],
    said: text(before.status.message?.parts ?? []).join(""),
    heard: before.history.map((one) => text(one.parts).join("")),
    artifacts: before.artifacts.map((one) => one.name),
  });
}
console.log(JSON.stringify(tasks));
