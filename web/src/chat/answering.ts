/** How an answer to a question is given: whether one is under way, and what became of the last. */

import { useState } from "react";

import { sentence } from "../api/http";
import type { Answer } from "../api/threads";

/** `names` are what the fields of an answer are called where a person fills them in. */
export function useAnswering(
  answer: (answer: Answer) => Promise<void>,
  names: Record<string, string> = {},
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  async function give(given: Answer) {
    setBusy(true);
    setProblem("");
    try {
      await answer(given);
    } catch (error) {
      setProblem(sentence(error, names));
      setBusy(false);
    }
  }

  return { busy, problem, give };
}
