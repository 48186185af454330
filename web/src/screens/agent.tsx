/** One agent: what it does, step by step, with which tools; and what may be done with it. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Switch } from "radix-ui";
import { useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";

import { type AgentChange, agents, type Tagged } from "../api/agents";
import type { AgentView } from "../api/schema";
import { Icon } from "../ui/icon";
import { Modal } from "../ui/modal";
import { save } from "../ui/save";
import { Found, Problem } from "../ui/states";
import { percent, plural, took } from "../ui/words";
import { Steps, Versions } from "./agent-parts";
import { Policies } from "./agent-policies";
import { Tools } from "./agent-tools";
import { Page } from "./page";
import { stepsOf } from "./steps";

export default function AgentPage() {
  const { agent = "" } = useParams();
  const query = useQuery({ queryKey: ["agent", agent], queryFn: () => agents.get(agent) });
  return (
    <Page
      title={query.data?.agent.name ?? "Agent"}
      about={
        <Link to="/agents">
          <Icon name="back" />
          All agents
        </Link>
      }
    >
      <Found query={query} what="the agent">
        {(tagged) => <Told tagged={tagged} />}
      </Found>
    </Page>
  );
}

function Told({ tagged }: { tagged: Tagged }) {
  const { agent, etag } = tagged;
  const notes = (useLocation().state as { notes?: string[] } | null)?.notes ?? [];
  const procedures = agent.skills.filter(({ instructions }) => stepsOf(instructions).length > 0);
  return (
    <>
      <p>{agent.description}</p>
      {notes.length > 0 && (
        <div role="status">
          <p>It was made of the files. What to know:</p>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      )}
      <Controls agent={agent} etag={etag} />
      {procedures.length > 0 && (
        <section>
          <h2>What it does, in order</h2>
          {procedures.map((skill) => (
            <Steps key={skill.id} tagged={tagged} skill={skill} />
          ))}
        </section>
      )}
      {procedures.length === 0 && agent.skills.length > 0 && (
        <section>
          <h2>What it can do</h2>
          <dl className="fields">
            {agent.skills.map((skill) => (
              <div key={skill.id}>
                <dt>{skill.name}</dt>
                <dd>{skill.description}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {agent.examples.length > 0 && (
        <section>
          <h2>For example</h2>
          <ul className="quotes">
            {agent.examples.slice(0, 8).map((example) => (
              <li key={example}>“{example}”</li>
            ))}
          </ul>
        </section>
      )}
      <Record agent={agent.id} />
      <Tools tagged={tagged} />
      <Policies tagged={tagged} />
      {agent.kind === "own" && <Versions tagged={tagged} />}
    </>
  );
}

function Controls({ agent, etag }: { agent: AgentView; etag: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [deleting, setDeleting] = useState(false);
  const run = useMutation({
    mutationFn: () => agents.run(agent.id),
    onSuccess: ({ thread_id }) => navigate(`/c/${encodeURIComponent(thread_id)}`),
  });
  const change = useMutation({
    mutationFn: (body: AgentChange) => agents.change(agent.id, body, etag),
    onSettled: () => cache.invalidateQueries({ queryKey: ["agent", agent.id] }),
  });
  const remove = useMutation({
    mutationFn: () => agents.remove(agent.id, etag),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ["agents"] });
      await navigate("/agents", { state: { gone: { id: agent.id, name: agent.name } } });
    },
  });
  const keep = useMutation({
    mutationFn: () => agents.exported(agent.id),
    onSuccess: (files) => save(files, `${agent.id}.zip`),
  });
  if (agent.kind === "workspace") return null;
  const error = run.error ?? change.error ?? remove.error ?? keep.error;
  return (
    <>
      <div className="actions start">
        <button
          type="button"
          className="button primary"
          disabled={run.isPending || !agent.enabled}
          onClick={() => run.mutate()}
        >
          Run it now
        </button>
        <Link className="button" to="/" state={{ say: `Change my agent ${agent.name}` }}>
          Change it in conversation
        </Link>
        <button type="button" className="button" onClick={() => keep.mutate()}>
          Export
        </button>
        <button type="button" className="button" onClick={() => setDeleting(true)}>
          Delete
        </button>
        <label className="switch-label">
          <Switch.Root
            className="switch"
            checked={agent.enabled}
            disabled={change.isPending}
            onCheckedChange={(enabled) => change.mutate({ enabled })}
          >
            <Switch.Thumb />
          </Switch.Root>
          {agent.enabled ? "Switched on" : "Switched off"}
        </label>
        <label className="switch-label">
          <Switch.Root
            className="switch"
            checked={agent.public}
            disabled={change.isPending}
            onCheckedChange={(shown) => change.mutate({ public: shown })}
          >
            <Switch.Thumb />
          </Switch.Root>
          Public card
        </label>
      </div>
      {agent.public && (
        <p className="quiet">
          Anybody can read its <a href={agent.links.card}>card</a>: its name, what it can do and
          its examples. Running it takes signing in to your organisation, as before.
        </p>
      )}
      {error && <Problem error={error} />}
      <Modal open={deleting} close={() => setDeleting(false)} title={`Delete ${agent.name}?`}>
        <p>Its schedules stop with it. For 30 days it can be brought back.</p>
        <div className="actions">
          <button type="button" className="button" onClick={() => setDeleting(false)}>
            Keep it
          </button>
          <button
            type="button"
            className="button danger"
            disabled={remove.isPending}
            onClick={() => {
              setDeleting(false);
              remove.mutate();
            }}
          >
            Delete
          </button>
        </div>
      </Modal>
    </>
  );
}

function Record({ agent }: { agent: string }) {
  const query = useQuery({
    queryKey: ["statistics", agent],
    queryFn: () => agents.statistics(agent),
  });
  return (
    <section>
      <h2>How it went so far</h2>
      <Found query={query} what="its record">
        {(record) =>
          record.runs === 0 ? (
            <p className="quiet">It has not run yet.</p>
          ) : (
            <p>
              {plural(record.runs, "run")}, {percent(record.success_rate)} did what they were for
              {record.average_milliseconds !== null &&
                `, ${took(Math.round(record.average_milliseconds))} each`}
              .
            </p>
          )
        }
      </Found>
    </section>
  );
}
