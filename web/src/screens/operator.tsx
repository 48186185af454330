/** How the organisation is served: routing, what nobody could do, and what it took. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { lists } from "../api/lists";
import type { RoutingReport, UsageReport } from "../api/schema";
import { Found } from "../ui/states";
import { agentInWords, percent, plural, when } from "../ui/words";
import { everyDay, onDay, type Day } from "./days";
import { Page } from "./page";

const PERIODS = [7, 30];

export default function Operator() {
  const [days, setDays] = useState(30);
  const report = useQuery({
    queryKey: ["report", days],
    queryFn: () => lists.report(days),
    placeholderData: keepPreviousData,
  });
  const usage = useQuery({
    queryKey: ["usage", days],
    queryFn: () => lists.usage(days),
    placeholderData: keepPreviousData,
  });
  const gaps = useQuery({
    queryKey: ["gaps", days],
    queryFn: () => lists.gaps(days),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Operator" about="How the organisation is served. Of what was said it shows only requests that nobody could do.">
      <label className="period">
        Of the last
        <select value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {PERIODS.map((one) => (
            <option key={one} value={one}>
              {one} days
            </option>
          ))}
        </select>
      </label>
      <ul className="links">
        <li>
          <Link to="/policy">What the organisation wants confirmed or refused</Link>
        </li>
        <li>
          <Link to="/systems">Tools and agents of other systems</Link>
        </li>
      </ul>
      <section>
        <h2>Routing</h2>
        <Found query={report} what="the report">
          {(found) => <Routing report={found} />}
        </Found>
      </section>
      <section>
        <h2>Usage</h2>
        <Found query={usage} what="the usage">
          {(found) => <Used usage={found} days={days} />}
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
      {report.agents.length > 0 && (
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
      )}
    </>
  );
}

function Used({ usage, days }: { usage: UsageReport; days: number }) {
  const tokens = usage.total.input_tokens + usage.total.output_tokens;
  const each = everyDay(usage.by_day, days);
  return (
    <>
      <dl className="figures">
        <Figure label="Messages" value={usage.total.turns.toLocaleString()} />
        <Figure label="Tool calls" value={usage.total.tool_calls.toLocaleString()} />
        <Figure label="Model calls" value={usage.total.model_calls.toLocaleString()} />
        <Figure label="Tokens" value={tokens.toLocaleString()} />
      </dl>
      <Plot title="Messages" days={each} of={(day) => day.turns} unit="message" />
      {tokens > 0 && (
        <Plot
          title="Tokens"
          days={each}
          of={(day) => day.input_tokens + day.output_tokens}
          unit="token"
        />
      )}
      {usage.agents.length > 0 && (
        <div className="scroll-x">
          <table>
            <caption className="unseen">What each agent took</caption>
            <thead>
              <tr>
                <th scope="col">Agent</th>
                <th scope="col">Runs</th>
                <th scope="col">Tool calls</th>
                <th scope="col">Tokens</th>
              </tr>
            </thead>
            <tbody>
              {usage.agents.map((one) => (
                <tr key={one.agent}>
                  <th scope="row">{agentInWords(one.agent)}</th>
                  <td>{one.runs.toLocaleString()}</td>
                  <td>{one.tool_calls.toLocaleString()}</td>
                  <td>{(one.input_tokens + one.output_tokens).toLocaleString()}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Plot({
  title,
  days,
  of,
  unit,
}: {
  title: string;
  days: Day[];
  of: (day: Day) => number;
  unit: string;
}) {
  const most = Math.max(0, ...days.map(of));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure>
      <figcaption>
        {title} by day, at most {most.toLocaleString()}
      </figcaption>
      <ol className="plot" aria-label={`${title} by day`}>
        {days.map((day) => (
          <li key={day.day} title={`${onDay(day.day)}: ${plural(of(day), unit)}`}>
            {of(day) > 0 && <span className="bar" style={{ blockSize: `${(of(day) / most) * 100}%` }} />}
            <span className="unseen">
              {onDay(day.day)}: {plural(of(day), unit)}
            </span>
          </li>
        ))}
      </ol>
      {first && last && (
        <p className="ends quiet small" aria-hidden="true">
          <span>{onDay(first.day)}</span>
          <span>{onDay(last.day)}</span>
        </p>
      )}
    </figure>
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
