/** The files that are to go with the next message: brought to the server as they are chosen. */

import { useRef, useState } from "react";

import { sentence } from "../api/http";
import { threads } from "../api/threads";
import type { FileView } from "../api/schema";

/** What the server takes; it looks into each file as well. */
export const TAKEN = ".pdf,.docx,.xlsx,.pptx,.csv,.tsv,.txt,.md,.json,.ics,.png,.jpg,.jpeg,.gif";
const MOST = 10;
const MOST_BYTES = 10 * 1024 * 1024;

/** A file on its way (neither `upload` nor `problem`), there, or refused with a sentence. */
export interface Attached {
  key: string;
  name: string;
  size: number;
  upload: FileView | null;
  problem: string;
}

export function useAttaching(thread: string) {
  const [files, setFiles] = useState<Attached[]>([]);
  const sending = useRef(new Map<string, AbortController>());

  function change(key: string, changed: Partial<Attached>) {
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  }

  async function bring(file: File, key: string) {
    const stop = new AbortController();
    sending.current.set(key, stop);
    try {
      change(key, { upload: await threads.bring(thread, file, stop.signal) });
    } catch (error) {
      if (!stop.signal.aborted) change(key, { problem: sentence(error) });
    } finally {
      sending.current.delete(key);
    }
  }

  function add(chosen: Iterable<File>) {
    let room = MOST - files.length;
    for (const file of chosen) {
      const key = crypto.randomUUID();
      const problem = refusal(file, room);
      room -= 1;
      setFiles((all) => [
        ...all,
        { key, name: file.name, size: file.size, upload: null, problem },
      ]);
      if (!problem) void bring(file, key);
    }
  }

  function drop(key: string) {
    sending.current.get(key)?.abort();
    setFiles((all) => all.filter((one) => one.key !== key));
  }

  const there = files.flatMap(({ upload }) => (upload === null ? [] : [upload]));
  const waiting = files.some(({ upload, problem }) => upload === null && problem === "");
  return { files, there, waiting, add, drop, clear: () => setFiles([]) };
}

/** Why a file is not even sent; "" where it is. */
function refusal(file: File, room: number): string {
  if (room <= 0) return `A message takes ${MOST} files at most.`;
  if (file.size === 0) return "This file is empty.";
  return file.size > MOST_BYTES ? "A file can have 10 MB at most." : "";
}
