/** A step that waits for a plain yes: shown exactly as it will happen, then done, changed or left. */

import { useId, useRef, useState, type FormEvent } from "react";

import type { Answer } from "../api/threads";
import type { QuestionView } from "../api/schema";
import { when } from "../ui/words";
import { useAnswering } from "./answering";
import { CardView } from "./card";
import { EditForm } from "./edit-form";
import { fieldsOf } from "./fields";

const VERB = /^(Send|Post|Add|Change|Update|Delete|Remove|Make|Mark|Move|Accept|Decline|Forward)\b/;
const RISKS = { low: "Small step", medium: "Shown first", high: "Needs your plain yes" } as const;

type Mode = "shown" | "edit" | "say";

export function Approval({
  question,
  askedBy,
  answer,
}: {
  question: QuestionView;
  askedBy?: string | undefined;
  answer: (answer: Answer) => Promise<void>;
}) {
  const title = useId();
  const panel = useRef<HTMLElement>(null);
  const [mode, setMode] = useState<Mode>("shown");
  const card = question.card ?? { title: question.question, fields: [], body: "", differences: [], warnings: [] };
  const fields = question.arguments ? fieldsOf(question.arguments, question.response_schema) : [];
  const names = Object.fromEntries(fields.map(({ name, label }) => [`arguments.${name}`, label]));
  const { busy, problem, give } = useAnswering(answer, names);
  const mine = askedBy !== undefined || !question.role; // whoever asked does not agree to it
  const go = VERB.exec(card.title)?.[0] ?? "Go ahead";

  function showAgain() {
    setMode("shown");
    panel.current?.focus(); // never a button: agreeing takes a step of its own
  }

  return (
    <section ref={panel} tabIndex={-1} className={`approval risk-${question.risk}`} aria-labelledby={title}>
      <header>
        <p className="eyebrow">{askedBy ? `Asked for by ${askedBy}` : RISKS[question.risk]}</p>
        <h3 id={title}>{card.title}</h3>
      </header>
      {mode === "edit" && question.arguments ? (
        <EditForm
          given={question.arguments}
          fields={fields}
          busy={busy}
          save={(changed) => void give({ action: "edit", arguments: changed })}
          leave={showAgain}
        />
      ) : (
        <CardView card={card} />
      )}
      {mode === "say" && (
        <SayForm busy={busy} say={(text) => void give({ action: "respond", text })} leave={showAgain} />
      )}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {mode === "shown" && (
        <footer>
          <div className="actions">
            <button type="button" className="button" disabled={busy} onClick={() => void give({ action: "reject" })}>
              Leave it
            </button>
            {!askedBy && (
              <button type="button" className="button" disabled={busy} onClick={() => setMode("say")}>
                Say what to change
              </button>
            )}
            {!askedBy && fields.length > 0 && (
              <button type="button" className="button" disabled={busy} onClick={() => setMode("edit")}>
                Edit
              </button>
            )}
            {question.options.map((option) => (
              <button
                key={option.id}
                type="button"
                className="button"
                disabled={busy}
                onClick={() => void give({ action: "respond", option: option.id })}
              >
                {option.label}
              </button>
            ))}
            {mine && (
              <button
                type="button"
                className={question.risk === "high" ? "button danger" : "button primary"}
                disabled={busy}
                onClick={() => void give({ action: "accept" })}
              >
                {go}
              </button>
            )}
          </div>
          <p className="quiet small">
            Nothing happens before you decide. Open until {when(question.expires_at)}
            {!mine && `; somebody else with the role ${question.role} has to agree`}.
          </p>
        </footer>
      )}
    </section>
  );
}

function SayForm({ busy, say, leave }: { busy: boolean; say: (text: string) => void; leave: () => void }) {
  const field = useId();
  const [text, setText] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim()) say(text.trim());
  }
  return (
    <form className="form" onSubmit={submit}>
      <label htmlFor={field}>What should be different?</label>
      {/* The person has just asked for this field. */}
      <input
        id={field}
        autoFocus
        value={text}
        maxLength={32_000}
        placeholder="Make it shorter, change Friday to Monday …"
        onChange={(event) => setText(event.target.value)}
      />
      <div className="actions">
        <button type="button" className="button" disabled={busy} onClick={leave}>
          Back
        </button>
        <button type="submit" className="button primary" disabled={busy || !text.trim()}>
          Change and show again
        </button>
      </div>
    </form>
  );
}
