/** What holds for an agent's tool calls, besides its tools' own rules and the organisation's. */

import { Switch } from "radix-ui";
import { useState, type FormEvent } from "react";
import { Link } from "react-router";

import type { Tagged } from "../api/agents";
import { Problem } from "../ui/states";
import { capital, toolInWords } from "../ui/words";
import { asking, asks, REDACTIONS, rulesOf, wanted, without, type Kind } from "./policies";
import { useChange } from "./use-change";

const KINDS: Record<Kind, string> = {
  asks: "Ask before each call",
  most: "Call it at most so often in a run",
  only: "Reach only certain people or channels",
  redacts: "Take something out of what it gives",
};

export function Policies({ tagged }: { tagged: Tagged }) {
  const { hooks, kind } = tagged.agent;
  const [adding, setAdding] = useState(false);
  const change = useChange(tagged, () => setAdding(false));
  const rules = rulesOf(hooks);
  const own = kind === "own";
  return (
    <section>
      <h2>Policies</h2>
      {rules.length > 0 ? (
        <ul className="rows" aria-label="Its policies">
          {rules.map((rule) => (
            <li key={`${rule.place} ${rule.kind}`} className="row">
              <p>{capital(rule.text)}</p>
              {own && (
                <button
                  type="button"
                  className="button"
                  disabled={change.isPending}
                  onClick={() => change.mutate({ hooks: without(hooks, rule) })}
                >
                  Remove<span className="unseen"> the policy: {rule.text}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">
          Only the tools’ own rules and <Link to="/policy">the organisation’s policy</Link> hold for it.
        </p>
      )}
      {own && (
        <label className="switch-label">
          <Switch.Root
            className="switch"
            checked={asks(hooks)}
            disabled={change.isPending}
            onCheckedChange={(on) => change.mutate({ hooks: asking(hooks, on) })}
          >
            <Switch.Thumb />
          </Switch.Root>
          Ask before every call it makes
        </label>
      )}
      {change.error && <Problem error={change.error} />}
      {own && !adding && (
        <div className="actions start">
          <button type="button" className="button" onClick={() => setAdding(true)}>
            Add a policy
          </button>
        </div>
      )}
      {adding && (
        <Add
          tools={tagged.agent.tools}
          pending={change.isPending}
          add={(hook) => change.mutate({ hooks: [...hooks, hook] })}
          leave={() => setAdding(false)}
        />
      )}
    </section>
  );
}

function Add({
  tools,
  pending,
  add,
  leave,
}: {
  tools: string[];
  pending: boolean;
  add: (hook: NonNullable<ReturnType<typeof wanted>>) => void;
  leave: () => void;
}) {
  const [kind, setKind] = useState<Kind>("asks");
  const [tool, setTool] = useState("*");
  const [value, setValue] = useState("");
  const hook = wanted(kind, tool, value);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (hook !== null) add(hook);
  }

  return (
    <form className="form narrow" onSubmit={submit}>
      <label>
        What should hold?
        <select
          autoFocus
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as Kind);
            setValue(target.value === "redacts" ? REDACTIONS[0] : "");
          }}
        >
          {Object.entries(KINDS).map(([one, said]) => (
            <option key={one} value={one}>
              {said}
            </option>
          ))}
        </select>
      </label>
      <label>
        For which tool?
        <select value={tool} onChange={({ target }) => setTool(target.value)}>
          <option value="*">Any of its tools</option>
          {tools.map((one) => (
            <option key={one} value={one}>
              {toolInWords(one)}
            </option>
          ))}
        </select>
      </label>
      {kind === "most" && (
        <label>
          How often at most?
          <input
            inputMode="numeric"
            value={value}
            placeholder="3"
            onChange={({ target }) => setValue(target.value)}
          />
        </label>
      )}
      {kind === "only" && (
        <label>
          Whom may it reach?
          <input
            value={value}
            placeholder="sarah@company.com, @company.com, #team-updates"
            onChange={({ target }) => setValue(target.value)}
          />
        </label>
      )}
      {kind === "redacts" && (
        <label>
          What is taken out?
          <select value={value} onChange={({ target }) => setValue(target.value)}>
            {REDACTIONS.map((one) => (
              <option key={one} value={one}>
                {REDACTED[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="actions start">
        <button type="submit" className="button primary" disabled={pending || hook === null}>
          Add it
        </button>
        <button type="button" className="button" onClick={leave}>
          Leave it
        </button>
      </div>
    </form>
  );
}

const REDACTED = { email: "Email addresses", card: "Card numbers", secret: "Secrets" };
