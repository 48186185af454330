/** The tools that an agent has, and may be given: those of the workspace, and lent ones. */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Tagged } from "../api/agents";
import { lists } from "../api/lists";
import { Found, Problem } from "../ui/states";
import { doesInWords, NO_SERVICE, serviceOf, toolInWords } from "../ui/words";
import { useChange } from "./use-change";

export function Tools({ tagged }: { tagged: Tagged }) {
  const { tools, kind } = tagged.agent;
  const [edited, setEdited] = useState<string[] | null>(null);
  const own = kind === "own";
  if (tools.length === 0 && !own) return null;
  return (
    <section>
      <h2>Tools</h2>
      {edited === null ? (
        <>
          {tools.length === 0 && <p className="quiet">It has none.</p>}
          <ul className="tags">
            {tools.map((tool) => (
              <li key={tool}>{toolInWords(tool)}</li>
            ))}
          </ul>
          {own && (
            <div className="actions start">
              <button type="button" className="button" onClick={() => setEdited(tools)}>
                Edit the tools
              </button>
            </div>
          )}
        </>
      ) : (
        <Choose tagged={tagged} edited={edited} edit={setEdited} leave={() => setEdited(null)} />
      )}
    </section>
  );
}

function Choose({
  tagged,
  edited,
  edit,
  leave,
}: {
  tagged: Tagged;
  edited: string[];
  edit: (tools: string[]) => void;
  leave: () => void;
}) {
  const query = useQuery({ queryKey: ["tools"], queryFn: lists.tools });
  const change = useChange(tagged, leave);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ tools: edited });
      }}
    >
      <Found query={query} what="the tools">
        {(known) => {
          const names = known
            .filter(({ name, domain }) => domain !== "" || serviceOf(name) !== NO_SERVICE)
            .map(({ name }) => name); // what is of no service every agent has by itself
          const all = [...new Set([...names, ...tagged.agent.tools])];
          const services = [...new Set(all.map(serviceOf))];
          return services.map((service) => (
            <fieldset key={service} className="tool-list">
              <legend>{service}</legend>
              {all
                .filter((name) => serviceOf(name) === service)
                .map((name) => (
                  <label key={name} className="check">
                    <input
                      type="checkbox"
                      checked={edited.includes(name)}
                      onChange={({ target }) =>
                        edit(target.checked ? [...edited, name] : edited.filter((one) => one !== name))
                      }
                    />
                    <span>
                      {doesInWords(name)}{" "}
                      <span className="quiet small">
                        {known.find((one) => one.name === name)?.description ?? "There is no such tool any more."}
                      </span>
                    </span>
                  </label>
                ))}
            </fieldset>
          ));
        }}
      </Found>
      {change.error && <Problem error={change.error} />}
      <div className="actions start">
        <button type="submit" className="button primary" disabled={change.isPending}>
          Save the tools
        </button>
        <button type="button" className="button" onClick={leave}>
          Leave them as they are
        </button>
      </div>
    </form>
  );
}
