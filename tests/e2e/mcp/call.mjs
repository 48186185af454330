// Lets the TypeScript client of the Model Context Protocol call tools: reads {url, calls} as JSON from
// stdin, a call being [tool, arguments]; "$thread" in arguments is the thread of the result before, and
// "answer" a call of what that result says answers it. Prints the names of all tools, and the results.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

async function readInput() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

const { url, calls } = await readInput();
const client = new Client({ name: "tests", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const { tools } = await client.listTools();
const results = [];
for (const call of calls) {
  const before = results.at(-1)?.structuredContent;
  const [name, given] =
    call === "answer"
      ? [before.question.answer_with.tool, before.question.answer_with.for]
      : call;
  const named = Object.entries(given).map(([key, value]) => [
    key,
    value === "$thread" ? before.thread : value,
  ]);
  results.push(await client.callTool({ name, arguments: Object.fromEntries(named) }));
}
await client.close();
console.log(JSON.stringify({ tools: tools.map((one) => one.name), results }));
