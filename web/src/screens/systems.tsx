/** What others lend and can be asked: servers with tools, and agents of other systems. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import type { LentToolView, RemoteCardView, ToolServerView } from "../api/schema";
import { remotes, servers } from "../api/systems";
import { Found } from "../ui/states";
import { Page } from "./page";
import { Add, One } from "./system-parts";

const RISKS: Record<LentToolView["risk"], string> = {
  low: "Only reads",
  medium: "Shown first",
  high: "Takes a plain yes",
};

const CHANGES: Record<ToolServerView["changes"][number]["change"], string> = {
  new: "is new",
  changed: "is another one",
  gone: "is gone",
};

export default function Systems() {
  return (
    <Page
      title="Other systems"
      about="Tools that other servers lend to your agents, and agents of others. Nothing of them is used before an administrator has accepted it."
    >
      <Servers />
      <Remotes />
    </Page>
  );
}

function Servers() {
  const key = "tool-servers";
  const query = useQuery({ queryKey: [key], queryFn: servers.list });
  return (
    <section>
      <h2>Tools of other servers</h2>
      <p className="quiet small">
        Servers of the Model Context Protocol. An agent has only those of their tools that are put into it,
        on its page among the <Link to="/agents">agents</Link>.
      </p>
      <Found query={query} what="the servers">
        {(found) =>
          found.length === 0 ? (
            <p className="quiet">None lends any yet.</p>
          ) : (
            <ul className="rows" aria-label="Servers">
              {found.map((server) => (
                <One
                  key={server.id}
                  kind={key}
                  thing={server}
                  load={() => servers.get(server.id)}
                  accept={(offer) => servers.accept(server.id, offer)}
                  remove={() => servers.remove(server.id)}
                  news={(full) => full.changes.length > 0 && <Differs server={full} />}
                  leaving="Its tools are gone from then on; agents that have them say so."
                >
                  {(full) => <Lent server={full} />}
                </One>
              ))}
            </ul>
          )
        }
      </Found>
      <Add
        kind={key}
        title="Add a server"
        named
        address="Where it is reached"
        example="https://tracker.example.com/mcp"
        add={({ name, ...others }) => servers.add({ ...others, name })}
      />
    </section>
  );
}

function Remotes() {
  const key = "remote-agents";
  const query = useQuery({ queryKey: [key], queryFn: remotes.list });
  return (
    <section>
      <h2>Agents of other systems</h2>
      <p className="quiet small">
        Agents that speak A2A. Each becomes one of your agents. What it says is told under its name, and never
        counts as your yes.
      </p>
      <Found query={query} what="the agents">
        {(found) =>
          found.length === 0 ? (
            <p className="quiet">None is known yet.</p>
          ) : (
            <ul className="rows" aria-label="Agents of others">
              {found.map((remote) => (
                <One
                  key={remote.id}
                  kind={key}
                  thing={remote}
                  load={() => remotes.get(remote.id)}
                  accept={(offer) => remotes.accept(remote.id, offer)}
                  remove={() => remotes.remove(remote.id)}
                  news={({ now }) => now && <Said card={now} />}
                  leaving="The agent is deleted with it."
                >
                  {(full) => (
                    <>
                      <Said card={full} />
                      <p>
                        <Link to={`/agents/${encodeURIComponent(full.id)}`}>Its page among your agents</Link>
                      </p>
                    </>
                  )}
                </One>
              ))}
            </ul>
          )
        }
      </Found>
      <Add
        kind={key}
        title="Add an agent"
        address="Where its card is"
        example="https://travel.example.com/.well-known/agent-card.json"
        add={({ name: _, ...others }) => remotes.add(others)}
      />
    </section>
  );
}

function Differs({ server }: { server: ToolServerView }) {
  return (
    <dl className="fields">
      {server.changes.map(({ lent, change, now, why }) => (
        <div key={lent}>
          <dt>
            {lent} {CHANGES[change]}
          </dt>
          <dd>{now ? <Does tool={now} /> : why && `It could not be used: ${why}`}</dd>
        </div>
      ))}
    </dl>
  );
}

function Does({ tool }: { tool: LentToolView }) {
  const takes = Object.keys((tool.parameters["properties"] as object | undefined) ?? {});
  return (
    <>
      {tool.description || tool.title} <span className="badge">{RISKS[tool.risk]}</span>
      {takes.length > 0 && <span className="quiet small"> Takes {takes.join(", ")}.</span>}
    </>
  );
}

function Lent({ server }: { server: ToolServerView }) {
  return (
    <>
      <dl className="fields">
        {server.tools.map((tool) => (
          <div key={tool.name}>
            <dt>{tool.lent}</dt>
            <dd>
              <Does tool={tool} />
            </dd>
          </div>
        ))}
      </dl>
      {server.unusable.length > 0 && (
        <>
          <p className="small">What cannot be used here:</p>
          <ul className="small">
            {server.unusable.map(({ name, why }) => (
              <li key={name}>
                {name}: {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Said({ card }: { card: RemoteCardView }) {
  return (
    <dl className="fields">
      <div>
        <dt>{card.name}</dt>
        <dd>{card.description}</dd>
      </div>
      {card.skills.map((skill) => (
        <div key={skill.name}>
          <dt>{skill.name}</dt>
          <dd>{skill.description}</dd>
        </div>
      ))}
      <div>
        <dt>Talked to at</dt>
        <dd>{card.interfaces.map(({ url }) => url).join(", ")}</dd>
      </div>
    </dl>
  );
}
