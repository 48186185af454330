/** A question with what can be picked; words of one's own go into the field below. */

import { useId } from "react";

import type { Answer } from "../api/threads";
import type { Question } from "../api/types";
import { Said } from "../ui/markdown";
import { useAnswering } from "./answering";

export function Choices({
  question,
  leave = "None of these",
  answer,
}: {
  question: Question;
  /** What turning all of it down is called. */
  leave?: string | undefined;
  answer: (answer: Answer) => Promise<void>;
}) {
  const title = useId();
  const { busy, problem, give } = useAnswering(answer);

  return (
    <section className="choices" aria-labelledby={title}>
      <div id={title}>
        <Said text={question.question} />
      </div>
      {question.options.length > 0 && (
        <ul>
          {question.options.map((option) => (
            <li key={option.id}>
              <button
                type="button"
                className="choice"
                disabled={busy}
                onClick={() => void give({ action: "respond", option: option.id })}
              >
                <strong>{option.label}</strong>
                {option.description && <span>{option.description}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        className="link small"
        disabled={busy}
        onClick={() => void give({ action: "reject" })}
      >
        {leave}
      </button>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
