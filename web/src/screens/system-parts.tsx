/** Something of another system that is registered: looked at, accepted anew, given up; or added. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";

import { useMay } from "../api/standing";
import { Modal } from "../ui/modal";
import { Found, Problem } from "../ui/states";
import { when } from "../ui/words";
import { shortened } from "./registering";

interface Brief {
  id: string;
  name: string;
  url: string;
  accepted_at: string;
}

interface Full {
  /** Stands for what was looked at; "" for who may not accept it. */
  offer: string;
  unreachable: string;
}

/** What changes with them: the tools and the agents there are. */
const WITH_THEM = ["tools", "agents", "agent"];

function useSettled(kind: string) {
  const cache = useQueryClient();
  return () => Promise.all([kind, ...WITH_THEM].map((key) => cache.invalidateQueries({ queryKey: [key] })));
}

export function One<T extends Full>({
  kind,
  thing,
  load,
  accept,
  remove,
  news,
  leaving,
  children,
}: {
  /** The name of their list, which is read anew after each change. */
  kind: string;
  thing: Brief;
  load: () => Promise<T>;
  accept: (offer: string) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** How it differs from what was accepted, if it does. */
  news: (full: T) => ReactNode;
  leaving: string;
  children: (full: T) => ReactNode;
}) {
  const [looking, setLooking] = useState(false);
  const [giving, setGiving] = useState(false);
  const manages = useMay("administer") !== false;
  const settled = useSettled(kind);
  const query = useQuery({ queryKey: [kind, thing.id], queryFn: load, enabled: looking });
  const taken = useMutation({ mutationFn: accept, onSettled: settled });
  const gone = useMutation({ mutationFn: remove, onSettled: settled });
  const error = taken.error ?? gone.error;
  return (
    <li className="row tall">
      <div className="stack">
        <div>
          <p>
            <strong>{thing.name}</strong> <span className="quiet">{thing.id}</span>
          </p>
          <p className="quiet small">
            {thing.url && `${thing.url} · `}accepted {when(thing.accepted_at)}
          </p>
        </div>
        {looking && (
          <Found query={query} what={thing.name}>
            {(full) => (
              <>
                {full.unreachable && <p className="problem">{full.unreachable}</p>}
                {news(full) && (
                  <div className="news" role="group" aria-label="What is different by now">
                    <p>It says something else by now. What differs is not used until it is accepted.</p>
                    {news(full)}
                    <button
                      type="button"
                      className="button"
                      disabled={taken.isPending}
                      onClick={() => taken.mutate(full.offer)}
                    >
                      Accept this
                    </button>
                  </div>
                )}
                {children(full)}
              </>
            )}
          </Found>
        )}
        {error && <Problem error={error} />}
      </div>
      <div className="end">
        <button
          type="button"
          className="button"
          aria-expanded={looking}
          onClick={() => setLooking(!looking)}
        >
          Look at it<span className="unseen">: {thing.name}</span>
        </button>
        {manages && (
          <button type="button" className="button" onClick={() => setGiving(true)}>
            Give it up<span className="unseen">: {thing.name}</span>
          </button>
        )}
      </div>
      <Modal open={giving} close={() => setGiving(false)} title={`Give up ${thing.name}?`}>
        <p>{leaving}</p>
        <div className="actions">
          <button type="button" className="button" onClick={() => setGiving(false)}>
            Keep it
          </button>
          <button
            type="button"
            className="button danger"
            disabled={gone.isPending}
            onClick={() => {
              setGiving(false);
              gone.mutate();
            }}
          >
            Give it up
          </button>
        </div>
      </Modal>
    </li>
  );
}

interface Given {
  id: string;
  name: string;
  url: string;
  credential: string;
}

const NAME = "What it is called";
const ID = "Its short name";
const NOTHING: Given = { id: "", name: "", url: "", credential: "" };

export function Add({
  kind,
  title,
  named = false,
  address,
  example,
  add,
}: {
  kind: string;
  title: string;
  /** Whether it is given a name here; else it says its own. */
  named?: boolean;
  address: string;
  example: string;
  add: (given: Given) => Promise<unknown>;
}) {
  const [given, setGiven] = useState<Given | null>(null);
  const manages = useMay("administer") !== false;
  const settled = useSettled(kind);
  const put = useMutation({
    mutationFn: add,
    onSuccess: () => setGiven(null),
    onSettled: settled,
  });
  if (!manages) return null;
  if (given === null) {
    return (
      <div className="actions start">
        <button type="button" className="button" onClick={() => setGiven(NOTHING)}>
          {title}
        </button>
      </div>
    );
  }
  const set = (more: Partial<Given>) => {
    put.reset();
    setGiven({ ...given, ...more });
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (given) put.mutate({ ...given, url: given.url.trim() });
  }

  return (
    <form className="form narrow" aria-label={title} onSubmit={submit}>
      {named && (
        <label>
          {NAME}
          <input
            autoFocus
            value={given.name}
            placeholder="Issue Tracker"
            onChange={({ target }) => {
              const follows = given.id === shortened(given.name);
              set({ name: target.value, ...(follows ? { id: shortened(target.value) } : {}) });
            }}
          />
        </label>
      )}
      <label>
        {ID}
        <input
          autoFocus={!named}
          value={given.id}
          placeholder="travel"
          onChange={({ target }) => set({ id: target.value })}
        />
      </label>
      <label>
        {address}
        <input
          inputMode="url"
          value={given.url}
          placeholder={example}
          onChange={({ target }) => set({ url: target.value })}
        />
      </label>
      <label>
        A token that it wants to see, if any
        <input
          type="password"
          autoComplete="off"
          value={given.credential}
          onChange={({ target }) => set({ credential: target.value })}
        />
      </label>
      <p className="quiet small">
        It is asked at once, and what it says of itself is accepted by that. The token is kept sealed, and never
        shown again.
      </p>
      {put.error && <Problem error={put.error} names={{ name: NAME, id: ID, url: address }} />}
      <div className="actions start">
        <button
          type="submit"
          className="button primary"
          disabled={put.isPending || !given.id || !given.url.trim() || (named && !given.name.trim())}
        >
          {put.isPending ? "Asking it …" : "Add it"}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            put.reset();
            setGiven(null);
          }}
        >
          Leave it
        </button>
      </div>
    </form>
  );
}
