/** The gallery: agents that can be asked, the workspace's and those people made. */

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";

import { agents } from "../api/agents";
import type { AgentBrief } from "../api/schema";
import { useMay } from "../api/standing";
import { Icon } from "../ui/icon";
import { Empty, Found, Problem } from "../ui/states";
import { Page } from "./page";

export default function Agents() {
  const [words, setWords] = useState("");
  const q = useDeferredValue(words.trim());
  const builds = useMay("build") !== false;
  const query = useQuery({
    queryKey: ["agents", q],
    queryFn: () => agents.list(q),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Agents"
      about="Each does one kind of work. To make one, say in a conversation what it should do."
    >
      <label className="search wide">
        <Icon name="search" />
        <span className="unseen">Search agents</span>
        <input
          type="search"
          placeholder="What should it do?"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      {builds && (
        <div className="actions start">
          <Link className="button primary" to="/" state={{ say: "I want to make a new agent" }}>
            Make an agent
          </Link>
          <Import />
          <Link to="/systems">Tools and agents of other systems</Link>
        </div>
      )}
      <Gone />
      <Found query={query} what="the agents">
        {({ agents: found }) => {
          const own = found.filter(({ kind }) => kind === "own");
          const workspace = found.filter(({ kind }) => kind === "workspace");
          if (found.length === 0) return <Empty title="No agent does that yet" />;
          return (
            <>
              <Gallery title="Made here" agents={own} />
              <Gallery title="Of the workspace" agents={workspace} />
            </>
          );
        }}
      </Found>
    </Page>
  );
}

function Import() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const take = useMutation({
    mutationFn: (file: File) => agents.imported(file),
    onSuccess: async ({ id, notes }) => {
      await cache.invalidateQueries({ queryKey: ["agents"] });
      await navigate(`/agents/${encodeURIComponent(id)}`, { state: { notes } });
    },
  });
  return (
    <>
      <label className="button">
        Import an agent
        <input
          type="file"
          className="unseen"
          accept=".zip,.json,.md"
          disabled={take.isPending}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) take.mutate(file);
            event.target.value = "";
          }}
        />
      </label>
      {take.error && <Problem error={take.error} />}
    </>
  );
}

/** The agent that was just deleted, which can be had back. */
function Gone() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const gone = (useLocation().state as { gone?: { id: string; name: string } } | null)?.gone;
  const restore = useMutation({
    mutationFn: (agent: string) => agents.restore(agent),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: ["agents"] });
      await navigate(`/agents/${encodeURIComponent(id)}`);
    },
  });
  if (gone === undefined) return null;
  return (
    <div role="status">
      <p>
        {gone.name} was deleted.{" "}
        <button
          type="button"
          className="link"
          disabled={restore.isPending}
          onClick={() => restore.mutate(gone.id)}
        >
          Bring it back
        </button>
      </p>
      {restore.error && <Problem error={restore.error} />}
    </div>
  );
}

function Gallery({ title, agents: shown }: { title: string; agents: AgentBrief[] }) {
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="gallery">
        {shown.map((agent) => (
          <li key={agent.id}>
            <Link to={`/agents/${encodeURIComponent(agent.id)}`}>
              <strong>{agent.name}</strong>
              <span>{agent.description}</span>
              {!agent.enabled && <span className="badge">Switched off</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
