/** The person's accounts, and what they say of themselves. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";

import { lists } from "../api/lists";
import type { ConnectionList, ProfileView } from "../api/schema";
import { Found, Problem } from "../ui/states";
import { capital, plural } from "../ui/words";
import { asChosen, type Chosen } from "./chosen";
import { OwnData } from "./own-data";
import { Page } from "./page";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const NAMES = {
  time_zone: "Time zone",
  "working_hours.start": "Working hours, from",
  "working_hours.end": "Working hours, to",
  vips: "People whose messages matter most",
};

export default function Settings() {
  const connections = useQuery({ queryKey: ["connections"], queryFn: lists.connections });
  const profile = useQuery({ queryKey: ["profile"], queryFn: lists.profile });
  return (
    <Page title="Accounts and profile">
      <section>
        <h2>Accounts</h2>
        <Found query={connections} what="your accounts">
          {(found) => <Accounts found={found} demo={profile.data?.accounts ?? []} />}
        </Found>
      </section>
      <section>
        <h2>Profile</h2>
        <Found query={profile} what="your profile">
          {(found) => <ProfileForm profile={found} />}
        </Found>
      </section>
      <Choices />
      <OwnData />
    </Page>
  );
}

function Accounts({ found, demo }: { found: ConnectionList; demo: ProfileView["accounts"] }) {
  const cache = useQueryClient();
  const changed = () =>
    Promise.all(
      ["connections", "profile"].map((key) => cache.invalidateQueries({ queryKey: [key] })),
    );
  const goes = (there: string | null) => (there === null ? changed() : location.assign(there));
  const connect = useMutation({ mutationFn: lists.connect, onSuccess: goes });
  const reconnect = useMutation({
    mutationFn: ({ provider, id }: { provider: string; id: string }) =>
      lists.reconnect(provider, id),
    onSuccess: goes,
  });
  const disconnect = useMutation({ mutationFn: lists.disconnect, onSettled: changed });
  const error = connect.error ?? reconnect.error ?? disconnect.error;
  return (
    <>
      {found.connections.length === 0 && (
        <p>
          You work in the demo organisation
          {demo[0] && (
            <>
              {" as "}
              <strong>{demo[0].email}</strong>
            </>
          )}
          . From the first account you connect on, agents work in your own accounts only.
        </p>
      )}
      <ul className="rows">
        {found.connections.map((one) => (
          <li key={one.id} className="row">
            <div>
              <p>
                <strong>{one.email}</strong> · {capital(one.provider)}
              </p>
              <p className="quiet small">{one.domains.join(", ")}</p>
            </div>
            <div className="end">
              {one.state === "needs_reauth" && (
                <button
                  type="button"
                  className="button primary"
                  onClick={() => reconnect.mutate(one)}
                >
                  Sign in again
                </button>
              )}
              <button
                type="button"
                className="button"
                disabled={disconnect.isPending}
                onClick={() => disconnect.mutate(one.id)}
              >
                Disconnect<span className="unseen"> {one.email}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      {found.providers.length > 0 ? (
        <div className="actions start">
          {found.providers.map((provider) => (
            <button
              key={provider.id}
              type="button"
              className="button"
              disabled={connect.isPending}
              onClick={() => connect.mutate(provider)}
            >
              Connect {provider.name}
            </button>
          ))}
        </div>
      ) : (
        <p className="quiet small">
          No provider is set up on this server; who runs it names one in its settings.
        </p>
      )}
      {error && <Problem error={error} />}
    </>
  );
}

function ProfileForm({ profile }: { profile: ProfileView }) {
  const cache = useQueryClient();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [now, change] = useState(profile.preferred);
  const [chosen, setChosen] = useState(profile.chosen);
  const [vips, setVips] = useState(now.vips.join(", "));
  const zones = useId();
  const save = useMutation({
    mutationFn: () =>
      lists.saveProfile({
        ...asChosen(now, chosen),
        vips: vips.split(",").map((one) => one.trim()).filter(Boolean),
      }),
    onSuccess: (saved) => {
      cache.setQueryData(["profile"], saved);
      change(saved.preferred);
      setChosen(saved.chosen);
      setVips(saved.preferred.vips.join(", "));
    },
  });
  const hours = now.working_hours;

  function setNow(preferred: typeof now) {
    save.reset();
    change(preferred);
  }

  function choose(name: Chosen, preferred: typeof now) {
    setNow(preferred);
    setChosen([...chosen.filter((one) => one !== name), name]);
  }

  function leave(name: Chosen) {
    save.reset();
    setChosen(chosen.filter((one) => one !== name));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <form className="form narrow" onSubmit={submit}>
      <div>
        <label htmlFor={`${zones}-zone`}>Time zone</label>
        <input
          id={`${zones}-zone`}
          list={zones}
          value={now.time_zone}
          aria-describedby={`${zones}-from`}
          onChange={(event) => choose("time_zone", { ...now, time_zone: event.target.value })}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <Whence
          id={`${zones}-from`}
          chosen={chosen.includes("time_zone")}
          from="your calendar or this browser"
          leave={() => leave("time_zone")}
        />
        {here !== now.time_zone && (
          <button
            type="button"
            className="link small"
            onClick={() => choose("time_zone", { ...now, time_zone: here })}
          >
            This computer is in {here}: use that
          </button>
        )}
      </div>
      <fieldset>
        <legend>Working hours</legend>
        <div className="pair">
          <label>
            From
            <input
              type="time"
              value={hours.start.slice(0, 5)}
              onChange={(event) =>
                choose("working_hours", { ...now, working_hours: { ...hours, start: event.target.value } })
              }
            />
          </label>
          <label>
            To
            <input
              type="time"
              value={hours.end.slice(0, 5)}
              onChange={(event) =>
                choose("working_hours", { ...now, working_hours: { ...hours, end: event.target.value } })
              }
            />
          </label>
        </div>
        <div className="days">
          {DAYS.map((day, place) => (
            <label key={day} className="check">
              <input
                type="checkbox"
                checked={hours.days.includes(place)}
                onChange={({ target }) => {
                  const others = hours.days.filter((one) => one !== place);
                  const days = target.checked ? [...others, place].sort() : others;
                  choose("working_hours", { ...now, working_hours: { ...hours, days } });
                }}
              />
              {day}
            </label>
          ))}
        </div>
        <Whence
          chosen={chosen.includes("working_hours")}
          from="your calendar, or the usual ones"
          leave={() => leave("working_hours")}
        />
      </fieldset>
      <label>
        People whose messages matter most
        <input
          value={vips}
          placeholder="ceo@company.com, …"
          onChange={(event) => setVips(event.target.value)}
        />
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={now.brief}
          onChange={(event) => setNow({ ...now, brief: event.target.checked })}
        />
        Answer briefly
      </label>
      {save.isError && <Problem error={save.error} names={NAMES} />}
      <div className="actions start">
        <button type="submit" className="button primary" disabled={save.isPending}>
          Save
        </button>
        {save.isSuccess && <span role="status">Saved.</span>}
      </div>
    </form>
  );
}

/** Says of something whether it was chosen or found out, and lets go of a choice. */
function Whence({
  id,
  chosen,
  from,
  leave,
}: {
  id?: string;
  chosen: boolean;
  from: string;
  leave: () => void;
}) {
  return (
    <p id={id} className="quiet small">
      {chosen ? (
        <>
          Chosen by you.{" "}
          <button type="button" className="link" onClick={leave}>
            Take it from {from}
          </button>
        </>
      ) : (
        `From ${from}, until you choose.`
      )}
    </p>
  );
}

function Choices() {
  const cache = useQueryClient();
  const query = useQuery({ queryKey: ["choices"], queryFn: lists.choices });
  const forget = useMutation({
    mutationFn: lists.forgetChoices,
    onSettled: () => cache.invalidateQueries({ queryKey: ["choices"] }),
  });
  const count = query.data?.preferences.length ?? 0;
  if (count === 0) return null;
  return (
    <section>
      <h2>Remembered choices</h2>
      <p>{plural(count, "choice")} you made among agents, so that you are not asked twice.</p>
      <div className="actions start">
        <button type="button" className="button" disabled={forget.isPending} onClick={() => forget.mutate()}>
          Forget them
        </button>
      </div>
      {forget.isError && <Problem error={forget.error} />}
    </section>
  );
}
