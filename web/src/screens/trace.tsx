/** How an answer came about: what was understood, who was considered, each step with its time. */

import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import { threads } from "../api/threads";
import type { Candidate, TurnView } from "../api/schema";
import { Icon } from "../ui/icon";
import { Found } from "../ui/states";
import { agentInWords, capital, percent, plural, took, toolInWords } from "../ui/words";
import { Page } from "./page";
import { agentsOf, firstLine, stepInWords } from "./trace-names";

export default function Trace() {
  const { thread = "", turn = "" } = useParams();
  const query = useQuery({
    queryKey: ["turn", thread, turn],
    queryFn: () => threads.turn(thread, Number(turn)),
    // while it is still being answered there is more to come
    refetchInterval: ({ state }) => (state.data?.status === "open" ? 2_000 : false),
  });
  return (
    <Page
      title="How this came about"
      about={
        <Link to={`/c/${encodeURIComponent(thread)}`}>
          <Icon name="back" />
          Back to the conversation
        </Link>
      }
    >
      <Found query={query} what="the turn">
        {(found) => <Told turn={found} />}
      </Found>
    </Page>
  );
}

function Told({ turn }: { turn: TurnView }) {
  const began = new Date(turn.opened_at).getTime();
  const chosen = agentsOf(turn);
  const earlier = turn.agent_run?.earlier ?? [];
  const length = Math.max(1, ...turn.trace.map((one) => new Date(one.at).getTime() - began + one.milliseconds));
  return (
    <>
      <blockquote className="body">{turn.text}</blockquote>
      {turn.intent && (
        <section>
          <h2>What was understood</h2>
          <dl className="fields">
            <div>
              <dt>Wish</dt>
              <dd>{turn.intent.primary_intent}</dd>
            </div>
            <div>
              <dt>Kind</dt>
              <dd>
                {capital(turn.intent.action.toLowerCase())}, {percent(turn.intent.confidence)} sure
              </dd>
            </div>
            {turn.intent.commands.length > 1 && (
              <div>
                <dt>Parts</dt>
                <dd>{turn.intent.commands.map(({ command }) => command).join("; ")}</dd>
              </div>
            )}
          </dl>
        </section>
      )}
      {turn.decision && (
        <section>
          <h2>Who was considered</h2>
          {turn.decision.candidates.length === 0 && <p className="quiet">No agent was needed.</p>}
          <ul className="candidates">
            {turn.decision.candidates.map((one) => (
              <Considered key={one.agent} candidate={one} chosen={chosen.has(one.agent)} />
            ))}
          </ul>
          {turn.decision.reasons.length > 0 && (
            <p className="quiet small">{capital(turn.decision.reasons.join("; "))}.</p>
          )}
        </section>
      )}
      {turn.clarified.length > 0 && (
        <section>
          <h2>What was asked</h2>
          <dl className="fields">
            {turn.clarified.map(({ question, answer }, place) => (
              <div key={place}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h2>Step by step</h2>
        <ol className="timeline">
          {turn.trace.map((one, place) => {
            const start = new Date(one.at).getTime() - began;
            const fallback = one.detail["fallback"];
            const tool = one.detail["tool"];
            return (
              <li key={place}>
                <span className="track" aria-hidden="true">
                  <span
                    style={{
                      insetInlineStart: `${Math.min(96, (start / length) * 100)}%`,
                      inlineSize: `${Math.max(1.5, Math.min(100, (one.milliseconds / length) * 100))}%`,
                    }}
                  />
                </span>
                <span>
                  {stepInWords(one)}
                  {typeof tool === "string" && `: ${toolInWords(tool)}`}
                </span>
                <span className="quiet">
                  {took(one.milliseconds)}
                  {one.usage.calls > 0 &&
                    ` · ${plural(one.usage.input_tokens + one.usage.output_tokens, "token")} (${one.usage.model})`}
                </span>
                {fallback !== undefined && fallback !== null && (
                  <span className="quiet small">Without the language model: {String(fallback)}</span>
                )}
              </li>
            );
          })}
        </ol>
        <p className="quiet small">
          {turn.closed_at
            ? `Answered in ${took(new Date(turn.closed_at).getTime() - began)}`
            : "Not finished yet"}
          {turn.usage.calls > 0
            ? `, with ${plural(turn.usage.calls, "call")} of a language model and ${plural(turn.usage.input_tokens + turn.usage.output_tokens, "token")}.`
            : ", without a language model."}
        </p>
      </section>
      {earlier.length > 0 && (
        <section>
          <h2>What became of the other parts</h2>
          <ol className="rows">
            {earlier.map((part, place) => (
              <li key={place} className="row">
                <div>
                  <p>
                    <strong>{agentInWords(part.agent)}</strong>: {part.command}
                  </p>
                  <p className="quiet small">{firstLine(part.text)}</p>
                </div>
                <span className={part.success ? "badge done" : "badge failed"}>{part.success ? "Done" : "Not done"}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {turn.agent_run && turn.agent_run.steps.length > 0 && (
        <section>
          <h2>What {agentInWords(turn.agent_run.agent)} did</h2>
          <ol className="rows">
            {turn.agent_run.steps.map((step, place) => (
              <li key={place} className="row">
                <div>
                  <p>{step.reason || toolInWords(step.tool)}</p>
                  <p className="quiet small">
                    {toolInWords(step.tool)}
                    {step.milliseconds > 0 && ` · ${took(step.milliseconds)}`}
                  </p>
                  {step.error?.message && <p className="small">{step.error.message}</p>}
                </div>
                <span className={`badge ${step.status}`}>{capital(step.status.replaceAll("_", " "))}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Considered({ candidate, chosen }: { candidate: Candidate; chosen: boolean }) {
  return (
    <li className={chosen ? "chosen" : ""}>
      <p>
        <strong>{candidate.name}</strong>
        {chosen && <span className="badge done">Chosen</span>}
        {!candidate.available && <span className="badge failed">Keeps failing</span>}
        <span className="figure">{percent(candidate.score)}</span>
      </p>
      <meter min={0} max={1} value={candidate.score} aria-label={`How likely ${candidate.name} is meant`} />
      {candidate.reasons.length > 0 && <p className="quiet small">{capital(candidate.reasons.join("; "))}</p>}
    </li>
  );
}
