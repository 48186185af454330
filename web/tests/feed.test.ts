import { expect, test } from "vitest";

import { Refused } from "../src/api/http";
import { follow, type Link } from "../src/conversation/feed";

const frame = (id: number) => `id: ${id}\ndata: {"type":"CUSTOM","name":"n","value":${id}}\n\n`;

function body(...chunks: (string | Error)[]): Response {
  const left = [...chunks];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else if (next instanceof Error) controller.error(next);
      else controller.enqueue(new TextEncoder().encode(next));
    },
  });
  return new Response(stream);
}

/** Follows through one answer after another; returns the ids yielded, positions asked for, links. */
async function followed(answers: (Response | Error)[], wanted: number) {
  const whole = new AbortController();
  const asked: number[] = [];
  const links: Link[] = [];
  const ids: number[] = [];
  const open = (last: number) => {
    asked.push(last);
    const next = answers.shift();
    if (next instanceof Error) return Promise.reject(next);
    return Promise.resolve(next ?? body());
  };
  const log = follow(open, 0, whole.signal, (link) => links.push(link), () => Promise.resolve());
  for await (const { id } of log) {
    ids.push(id);
    if (ids.length === wanted) whole.abort();
  }
  return { ids, asked, links };
}

test("a connection that breaks within a frame goes on after the last whole one", async () => {
  const cut = frame(3).slice(0, 12);

  const { ids, asked, links } = await followed(
    [body(frame(1), frame(2) + cut, new TypeError("network")), body(frame(3), frame(4))],
    4,
  );

  expect(ids).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([0, 2]);
  expect(links).toEqual(["live", "offline", "live"]);
});

test("what is sent again is passed on once", async () => {
  const { ids } = await followed([body(frame(1), frame(2)), body(frame(1), frame(2), frame(3))], 3);

  expect(ids).toEqual([1, 2, 3]);
});

test("a gap is asked for again, not skipped", async () => {
  const { ids, asked } = await followed([body(frame(1), frame(3)), body(frame(2), frame(3))], 3);

  expect(ids).toEqual([1, 2, 3]);
  expect(asked).toEqual([0, 1]);
});

test("a server that is away is tried again; one that refuses is not", async () => {
  const away = new Refused(503, "upstream_storage", "later");
  expect((await followed([away, new TypeError("network"), body(frame(1))], 1)).ids).toEqual([1]);

  const gone = new Refused(410, "thread_deleted", "gone");
  await expect(followed([gone], 1)).rejects.toBe(gone);
});
