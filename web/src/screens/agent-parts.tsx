/** What of an agent is changed on its page: its steps, and which version it is. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { agents, type Tagged } from "../api/agents";
import type { AgentView } from "../api/schema";
import { Found, Problem } from "../ui/states";
import { when } from "../ui/words";
import { differences } from "./differences";
import { moved, stepsOf, withSteps } from "./steps";
import { useChange } from "./use-change";

export function Steps({ tagged, skill }: { tagged: Tagged; skill: AgentView["skills"][number] }) {
  const [edited, setEdited] = useState<string[] | null>(null);
  const change = useChange(tagged, () => setEdited(null));
  const steps = stepsOf(skill.instructions);
  const own = tagged.agent.kind === "own";
  if (edited === null) {
    return (
      <div className="procedure">
        <h3>{skill.name}</h3>
        <ol className="steps-list">
          {steps.map((step, place) => (
            <li key={place}>{step}</li>
          ))}
        </ol>
        {own && (
          <button type="button" className="button" onClick={() => setEdited(steps)}>
            Edit the steps<span className="unseen"> of {skill.name}</span>
          </button>
        )}
      </div>
    );
  }
  const save = () => {
    const instructions = withSteps(skill.instructions, edited);
    const skills = tagged.agent.skills.map((one) =>
      one.id === skill.id ? { ...one, instructions } : one,
    );
    change.mutate({ skills });
  };
  return (
    <div className="procedure">
      <h3>{skill.name}</h3>
      <ol className="steps-list editing">
        {edited.map((step, place) => (
          <li key={place}>
            <input
              aria-label={`Step ${place + 1}`}
              value={step}
              onChange={(event) =>
                setEdited(edited.map((one, at) => (at === place ? event.target.value : one)))
              }
            />
            <button
              type="button"
              className="button"
              disabled={place === 0}
              aria-label={`Move step ${place + 1} up`}
              onClick={() => setEdited(moved(edited, place, -1))}
            >
              ↑
            </button>
            <button
              type="button"
              className="button"
              disabled={place === edited.length - 1}
              aria-label={`Move step ${place + 1} down`}
              onClick={() => setEdited(moved(edited, place, 1))}
            >
              ↓
            </button>
            <button
              type="button"
              className="button"
              aria-label={`Remove step ${place + 1}`}
              onClick={() => setEdited(edited.filter((_, at) => at !== place))}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
      {change.error && <Problem error={change.error} />}
      <div className="actions start">
        <button
          type="button"
          className="button primary"
          disabled={change.isPending || !edited.some((step) => step.trim())}
          onClick={save}
        >
          Save the steps
        </button>
        <button type="button" className="button" onClick={() => setEdited([...edited, ""])}>
          Add a step
        </button>
        <button type="button" className="button" onClick={() => setEdited(null)}>
          Leave them as they are
        </button>
      </div>
    </div>
  );
}

export function Versions({ tagged: { agent, etag } }: { tagged: Tagged }) {
  const cache = useQueryClient();
  const query = useQuery({
    queryKey: ["versions", agent.id, agent.version],
    queryFn: () => agents.versions(agent.id),
  });
  const [compared, setCompared] = useState<number | null>(null);
  const rollback = useMutation({
    mutationFn: (version: number) => agents.rollback(agent.id, version, etag),
    onSettled: () => cache.invalidateQueries({ queryKey: ["agent", agent.id] }),
  });
  return (
    <section>
      <h2>Versions</h2>
      {rollback.error && <Problem error={rollback.error} />}
      <Found query={query} what="its versions">
        {(versions) => (
          <ul className="rows" aria-label="Versions">
            {versions.map((one) => (
              <li key={one.version} className="row">
                <div>
                  <p>
                    Version {one.version}: {one.description}
                  </p>
                  {one.updated_at && <p className="quiet small">{when(one.updated_at)}</p>}
                  {compared === one.version && <Compared agent={agent} version={one.version} />}
                </div>
                {one.version === agent.version ? (
                  <span className="badge done">Now</span>
                ) : (
                  <div className="end">
                    <button
                      type="button"
                      className="button"
                      aria-expanded={compared === one.version}
                      onClick={() => setCompared(compared === one.version ? null : one.version)}
                    >
                      What is different<span className="unseen"> from version {one.version}</span>
                    </button>
                    <button
                      type="button"
                      className="button"
                      disabled={rollback.isPending}
                      onClick={() => rollback.mutate(one.version)}
                    >
                      Go back to this<span className="unseen"> version {one.version}</span>
                    </button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Found>
    </section>
  );
}

function Compared({ agent, version }: { agent: AgentView; version: number }) {
  const query = useQuery({
    queryKey: ["version", agent.id, version],
    queryFn: () => agents.version(agent.id, version),
  });
  return (
    <Found query={query} what="that version">
      {(before) => {
        const found = differences(before, agent);
        if (found.length === 0) return <p className="small">It does the same.</p>;
        return (
          <dl className="differences">
            {found.map(({ label, gone, came }) => (
              <div key={label}>
                <dt>{label}</dt>
                {gone.map((line) => (
                  <dd key={`-${line}`}>
                    <del>{line}</del>
                  </dd>
                ))}
                {came.map((line) => (
                  <dd key={`+${line}`}>
                    <ins>{line}</ins>
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        );
      }}
    </Found>
  );
}
