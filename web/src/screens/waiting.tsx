/** Everything that waits for the person, in all conversations, to be answered right here. */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { answeredElsewhere, sentence } from "../api/http";
import { lists } from "../api/lists";
import { threads, type Answer } from "../api/threads";
import type { WaitingView } from "../api/schema";
import { QuestionPanel } from "../chat/question";
import { listsChanged } from "../query";
import { Empty, Found } from "../ui/states";
import { when } from "../ui/words";
import { Page } from "./page";

/** Answer a question of one's own, or decide on somebody else's step. */
async function give(waits: WaitingView, answer: Answer) {
  if (waits.thread_id !== null) await threads.answer(waits.thread_id, waits.question.id, answer);
  else if (answer.action === "accept" || answer.action === "reject") await lists.decide(waits, answer.action);
}

export default function WaitingForYou() {
  const query = useQuery({ queryKey: ["questions"], queryFn: lists.questions });
  const [late, setLate] = useState("");
  return (
    <Page title="Waiting for you" about="Questions and steps that wait for your answer, oldest first.">
      {late && (
        <p className="problem" role="alert">
          {late}
        </p>
      )}
      <Found query={query} what="what waits">
        {({ questions }) =>
          questions.length === 0 ? (
            <Empty title="Nothing waits for you">
              <p>Steps that change something wait here until you agree to them.</p>
            </Empty>
          ) : (
            <ul className="stack">
              {questions.map((waits) => (
                <li key={waits.links.answer}>
                  <QuestionPanel
                    question={waits.question}
                    askedBy={waits.asked_by?.name}
                    left={waits.agent === null}
                    answer={async (answer) => {
                      setLate("");
                      try {
                        await give(waits, answer);
                      } catch (error) {
                        // what was answered is no longer listed soon, and cannot tell it
                        if (answeredElsewhere(error)) setLate(`${waits.told}: ${sentence(error)}`);
                        throw error;
                      } finally {
                        listsChanged();
                      }
                    }}
                  />
                  <p className="quiet small">
                    {waits.title ? `Of “${waits.title}”, asked ` : "Asked "}
                    <time dateTime={waits.question.created_at}>{when(waits.question.created_at)}</time>
                    {waits.question.kind === "clarification" &&
                      `, open until ${when(waits.question.expires_at)}`}
                    {waits.thread_id !== null && (
                      <>
                        {" · "}
                        <Link to={`/c/${encodeURIComponent(waits.thread_id)}`}>Open the conversation</Link>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Found>
    </Page>
  );
}
