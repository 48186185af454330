/** The agent that is being made or changed, as far as it is known, beside the conversation about it. */

import { useState } from "react";
import { Link } from "react-router";

import type { Sketch } from "../api/schema";
import { inWords } from "../screens/policies";
import { capital, toolInWords } from "../ui/words";
import { made, standing, timing } from "./sketch";

/** From here on there is room beside the conversation (as in chat.css). */
const WIDE = "(min-width: 68rem)";

export function Draft({ draft }: { draft: Sketch }) {
  const [open, setOpen] = useState(() => matchMedia(WIDE).matches);
  const how = standing(draft);
  const rules = draft.hooks.flatMap(inWords);
  return (
    <aside className="draft" aria-label="The agent so far">
      <p className="unseen" role="status">
        {draft.name || "The agent"}: {how}
      </p>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span>{draft.name || "A new agent"}</span>
          <span className={draft.missing.length > 0 ? "badge" : "badge done"}>{how}</span>
        </summary>
        {draft.description && <p>{draft.description}</p>}
        {made(draft) && (
          <p>
            <Link to={`/agents/${encodeURIComponent(draft.agent)}`}>Open its page</Link>
          </p>
        )}
        {draft.missing.length > 0 && (
          <section>
            <h3>Still missing</h3>
            <ul className="missing">
              {draft.missing.map((one) => (
                <li key={one}>{capital(one)}</li>
              ))}
            </ul>
          </section>
        )}
        {draft.steps.length > 0 && (
          <section>
            <h3>Steps</h3>
            <ol>
              {draft.steps.map((step, place) => (
                <li key={place}>{step}</li>
              ))}
            </ol>
          </section>
        )}
        <section>
          <h3>When it runs</h3>
          <p>{timing(draft)}</p>
        </section>
        {draft.tools.length > 0 && (
          <section>
            <h3>Tools</h3>
            <ul className="tags">
              {draft.tools.map((tool) => (
                <li key={tool}>{toolInWords(tool)}</li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3>Policies</h3>
          {rules.length > 0 ? (
            <ul>
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          ) : (
            <p>The tools’ own rules and the organisation’s.</p>
          )}
        </section>
        {draft.left_out.length > 0 && (
          <section>
            <h3>Left out</h3>
            <ul>
              {draft.left_out.map((one) => (
                <li key={one}>“{one}”</li>
              ))}
            </ul>
          </section>
        )}
      </details>
    </aside>
  );
}
