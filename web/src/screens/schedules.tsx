/** What runs by itself: when next, how it went, and the leave it was given. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";

import { lists } from "../api/lists";
import type { ScheduleView } from "../api/schema";
import { Modal } from "../ui/modal";
import { Empty, Found, Problem } from "../ui/states";
import { agentInWords, capital, fully, when } from "../ui/words";
import { Page } from "./page";

export default function Schedules() {
  const query = useQuery({ queryKey: ["schedules"], queryFn: lists.schedules });
  return (
    <Page
      title="Schedules"
      about="Agents that run by themselves, and reminders. What they would change waits for you, unless you gave leave for exactly that."
    >
      <Found query={query} what="the schedules">
        {(found) =>
          found.length === 0 ? (
            <Empty title="Nothing runs by itself">
              <p>Say, for example, “Remind me every Friday at 9 to send the report”.</p>
            </Empty>
          ) : (
            <ul className="rows">
              {found.map((one) => (
                <One key={one.id} schedule={one} />
              ))}
            </ul>
          )
        }
      </Found>
    </Page>
  );
}

function One({ schedule }: { schedule: ScheduleView }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const settled = () => cache.invalidateQueries({ queryKey: ["schedules"] });
  const run = useMutation({
    mutationFn: () => lists.runSchedule(schedule.id),
    onSuccess: ({ thread_id }) => navigate(`/c/${encodeURIComponent(thread_id)}`),
    onSettled: settled,
  });
  const change = useMutation({
    mutationFn: (what: { paused: boolean } | { withdraw: string[] }) =>
      lists.changeSchedule(schedule.id, what),
    onSettled: settled,
  });
  const remove = useMutation({
    mutationFn: () => lists.removeSchedule(schedule.id),
    onSettled: settled,
  });
  const error = run.error ?? change.error ?? remove.error;
  const last = schedule.last_run;
  return (
    <li className="row tall">
      <div>
        <p>
          <strong>{schedule.request}</strong>
        </p>
        <p>
          {capital(schedule.told)}
          {schedule.agent && ` · ${agentInWords(schedule.agent)}`}
        </p>
        <p className="quiet small">
          {schedule.paused ? (
            "Paused"
          ) : schedule.next_at ? (
            <>
              Next: <time dateTime={schedule.next_at}>{fully(schedule.next_at)}</time>
            </>
          ) : (
            "Does not run again"
          )}
        </p>
        {last && (
          <p className="small">
            Last: {when(last.planned)}, {(last.result?.state ?? last.state).replaceAll("_", " ")}
            {last.result?.why && `. ${last.result.why.slice(0, 200)}`}{" "}
            {last.thread_id && (
              <Link to={`/c/${encodeURIComponent(last.thread_id)}`}>Open the conversation</Link>
            )}
          </p>
        )}
        {schedule.failures > 1 && (
          <p className="problem small">It failed {schedule.failures} times in a row.</p>
        )}
        {schedule.approvals.filter(({ exact }) => exact).map((leave) => (
          <p key={leave.action} className="small">
            Leave given: {leave.told}{" "}
            <button
              type="button"
              className="link"
              onClick={() => change.mutate({ withdraw: [leave.action] })}
            >
              Take it back
            </button>
          </p>
        ))}
        {error && <Problem error={error} />}
      </div>
      <div className="end">
        <button type="button" className="button" disabled={run.isPending} onClick={() => run.mutate()}>
          Run now<span className="unseen">: {schedule.request}</span>
        </button>
        <button
          type="button"
          className="button"
          disabled={change.isPending}
          onClick={() => change.mutate({ paused: !schedule.paused })}
        >
          {schedule.paused ? "Resume" : "Pause"}
          <span className="unseen">: {schedule.request}</span>
        </button>
        <button type="button" className="button" onClick={() => setDeleting(true)}>
          Delete<span className="unseen">: {schedule.request}</span>
        </button>
      </div>
      <Modal open={deleting} close={() => setDeleting(false)} title="Delete this schedule?">
        <p>“{schedule.request}” will not run by itself any more.</p>
        <div className="actions">
          <button type="button" className="button" onClick={() => setDeleting(false)}>
            Keep it
          </button>
          <button type="button" className="button danger" onClick={() => remove.mutate()}>
            Delete
          </button>
        </div>
      </Modal>
    </li>
  );
}
