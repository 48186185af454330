/** A question with what can be picked; words of one's own go into the field below. */

import { useId } from "react";

import type { Answer } from "../api/threads";
import type { QuestionView } from "../api/schema";
import { Said } from "../ui/markdown";
import { useAnswering } from "./answering";
import { asked } from "./asked";

export function Choices({
  question,
  left = true,
  answer,
}: {
  question: QuestionView;
  /** Whether all of it can be turned down here; who has the conversation is left elsewhere. */
  left?: boolean;
  answer: (answer: Answer) => Promise<void>;
}) {
  const title = useId();
  const { busy, problem, give } = useAnswering(answer);

  return (
    <section className="choices" aria-labelledby={title}>
      <div id={title}>
        <Said text={asked(question)} />
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
      {left && (
        <button
          type="button"
          className="link small"
          disabled={busy}
          onClick={() => void give({ action: "reject" })}
        >
          None of these
        </button>
      )}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
