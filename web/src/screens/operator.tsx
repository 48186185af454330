/** How the organisation is served: routing, what nobody could do, and what it took. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { lists } from "../api/lists";
import type { RoutingReport, UsageReport } from "../api/schema";
import { Found } from "../ui/states";
import { agentInWords, percent, plural, when } from "../ui/words";
import { Page } from "./page";

const DAYS = 30;

export default function Operator() {
  const report = useQuery({ queryKey: ["report"], queryFn: () => lists.report(DAYS) });
  const usage = useQuery({ queryKey: ["usage"], queryFn: () => lists.usage(DAYS) });
  const gaps = useQuery({ queryKey: ["gaps"], queryFn: () => lists.gaps(DAYS) });
  return (
    <Page title="Operator" about={`The organisation's last ${DAYS} days, without a word of what was said.`}>
      <p>
        <Link to="/policy">What the organisation wants confirmed or refused</Link>
      </p>
      <section>
        <h2>Routing</h2>
        <Found query={report} what="the report">
          {(found) => <Routing report={found} />}
        </Found>
      </section>
      <section>
        <h2>Usage</h2>
        <Found query={usage} what="the usage">
          {(found) => <Used usage={found} />}
        </Found>
      </section>
      <section>
        <h2>What nobody could do</h2>
        <Found query={gaps} what="the gaps">
          {({ gaps: found }) =>
            found.length === 0 ? (
              <p className="quiet">Every request found an agent.</p>
            ) : (
              <ul className="rows">
                {found.map((gap) => (
                  <li key={gap.text} className="row">
                    <div>
                      <p>{gap.text}</p>
                      <p className="quiet small">
                        {plural(gap.count, "time")}, last {when(gap.last_at)}
                        {gap.nearest.length > 0 && ` · nearest: ${gap.nearest.map(agentInWords).join(", ")}`}
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Found>
      </section>
    </Page>
  );
}

function Routing({ report }: { report: RoutingReport }) {
  const most = Math.max(1, ...report.agents.map(({ turns }) => turns));
  return (
    <>
      <dl className="figures">
        <Figure label="Messages" value={report.turns.toLocaleString()} />
        <Figure label="Right at once" value={percent(report.first_try_success)} />
        <Figure label="Asked back" value={percent(report.clarification_rate)} />
        <Figure label="Wrong agent" value={percent(report.wrong_agent_rate)} />
        <Figure label="Named by hand" value={percent(report.override_rate)} />
      </dl>
      <table>
        <caption className="unseen">Messages of each agent</caption>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Messages</th>
            <th scope="col">Wrong</th>
          </tr>
        </thead>
        <tbody>
          {report.agents.map((one) => (
            <tr key={one.agent}>
              <th scope="row">{agentInWords(one.agent)}</th>
              <td>
                <meter min={0} max={most} value={one.turns} aria-hidden="true" /> {one.turns}
              </td>
              <td>{one.wrong}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Used({ usage }: { usage: UsageReport }) {
  const most = Math.max(1, ...usage.by_day.map(({ turns }) => turns));
  const tokens = usage.total.input_tokens + usage.total.output_tokens;
  return (
    <>
      <dl className="figures">
        <Figure label="Messages" value={usage.total.turns.toLocaleString()} />
        <Figure label="Tool calls" value={usage.total.tool_calls.toLocaleString()} />
        <Figure label="Model calls" value={usage.total.model_calls.toLocaleString()} />
        <Figure label="Tokens" value={tokens.toLocaleString()} />
      </dl>
      <ol className="plot" aria-label="Messages by day">
        {usage.by_day.map((day) => (
          <li key={day.day}>
            <span className="bar" style={{ blockSize: `${(day.turns / most) * 100}%` }} />
            <span className="unseen">
              {day.day}: {plural(day.turns, "message")}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
