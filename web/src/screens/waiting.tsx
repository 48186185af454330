/** Everything that waits for the person, in all conversations, to be answered right here. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { lists } from "../api/lists";
import { threads } from "../api/threads";
import { QuestionPanel } from "../chat/question";
import { listsChanged } from "../query";
import { Empty, Found } from "../ui/states";
import { Page } from "./page";

export default function Waiting() {
  const query = useQuery({ queryKey: ["questions"], queryFn: lists.questions });
  return (
    <Page title="Waiting for you" about="Questions and steps that wait for your answer, oldest first.">
      <Found query={query} what="what waits">
        {({ questions }) =>
          questions.length === 0 ? (
            <Empty title="Nothing waits for you">
              <p>Steps that change something wait here until you agree to them.</p>
            </Empty>
          ) : (
            <ul className="stack">
              {questions.map(({ thread_id, question }) => (
                <li key={`${thread_id} ${question.id}`}>
                  <QuestionPanel
                    question={question}
                    answer={async (answer) => {
                      try {
                        await threads.answer(thread_id, question.id, answer);
                      } finally {
                        listsChanged();
                      }
                    }}
                  />
                  <Link className="small" to={`/c/${encodeURIComponent(thread_id)}`}>
                    Open the conversation
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Found>
    </Page>
  );
}
