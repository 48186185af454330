/** What runs by itself: when next, how it went, and the leave it was given. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link, useNavigate } from "react-router";

import { lists } from "../api/lists";
import type { ScheduleView } from "../api/schema";
import { Modal } from "../ui/modal";
import { Empty, Found, Problem } from "../ui/states";
import { agentInWords, capital, fully, plural, when } from "../ui/words";
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

type Change = { paused: boolean } | { withdraw: string[] } | { when?: string; request?: string };

function One({ schedule }: { schedule: ScheduleView }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [changing, setChanging] = useState(false);
  const settled = () => cache.invalidateQueries({ queryKey: ["schedules"] });
  const run = useMutation({
    mutationFn: () => lists.runSchedule(schedule.id),
    onSuccess: ({ thread_id }) => navigate(`/c/${encodeURIComponent(thread_id)}`),
    onSettled: settled,
  });
  const change = useMutation({
    mutationFn: (what: Change) => lists.changeSchedule(schedule.id, what),
    onSuccess: () => setChanging(false),
    onSettled: settled,
  });
  const remove = useMutation({
    mutationFn: () => lists.removeSchedule(schedule.id),
    onSettled: settled,
  });
  const error = run.error ?? change.error ?? remove.error;
  const last = schedule.last_run;
  const earlier = schedule.runs.filter(({ at }) => at !== last?.at).reverse();
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
            Last: <Went run={last} />
          </p>
        )}
        {earlier.length > 0 && (
          <details className="small">
            <summary>{plural(earlier.length, "earlier run")}</summary>
            <ul>
              {earlier.map((run) => (
                <li key={`${run.planned} ${run.at}`}>
                  <Went run={run} />
                </li>
              ))}
            </ul>
          </details>
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
        {changing && (
          <ChangeForm
            schedule={schedule}
            busy={change.isPending}
            save={(what) => change.mutate(what)}
            leave={() => {
              change.reset();
              setChanging(false);
            }}
          />
        )}
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
        {!changing && (
          <button type="button" className="button" onClick={() => setChanging(true)}>
            Change<span className="unseen">: {schedule.request}</span>
          </button>
        )}
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

function Went({ run }: { run: ScheduleView["runs"][number] }) {
  const why = run.result?.why || run.reason;
  return (
    <>
      {when(run.planned)}, {(run.result?.state ?? run.state).replaceAll("_", " ")}
      {why && `. ${why.slice(0, 200)}`}{" "}
      {run.thread_id && <Link to={`/c/${encodeURIComponent(run.thread_id)}`}>Open the conversation</Link>}
    </>
  );
}

/** When it runs, in plain words, and what it asks for; leave that was given holds for the same action only. */
function ChangeForm({
  schedule,
  busy,
  save,
  leave,
}: {
  schedule: ScheduleView;
  busy: boolean;
  save: (what: { when?: string; request?: string }) => void;
  leave: () => void;
}) {
  const [said, setSaid] = useState(schedule.said || schedule.told);
  const [request, setRequest] = useState(schedule.request);

  function submit(event: FormEvent) {
    event.preventDefault();
    const [time, wish] = [said.trim(), request.trim()];
    save({
      ...(time !== (schedule.said || schedule.told) ? { when: time } : {}),
      ...(wish !== schedule.request ? { request: wish } : {}),
    });
  }

  return (
    <form className="form narrow" onSubmit={submit}>
      <label>
        When
        <input
          autoFocus
          value={said}
          placeholder="every Monday at 9am"
          onChange={({ target }) => setSaid(target.value)}
        />
      </label>
      <label>
        What it asks for
        <input value={request} onChange={({ target }) => setRequest(target.value)} />
      </label>
      <div className="actions start">
        <button type="submit" className="button primary" disabled={busy || !said.trim() || !request.trim()}>
          Save the change
        </button>
        <button type="button" className="button" onClick={leave}>
          Leave it as it is
        </button>
      </div>
    </form>
  );
}
